import type { TenantId } from '@tenantscope/contract/ids'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { TenantGraph } from '@tenantscope/graph-client/graph'
import { readActiveUsers } from '@tenantscope/graph-client/read-active-users'
import { readRegistrationDetails } from '@tenantscope/graph-client/read-registration-details'
import { readSecureScore } from '@tenantscope/graph-client/read-secure-score'
import { readSignInActivity } from '@tenantscope/graph-client/read-sign-in-activity'

import type { JobRun } from '../../jobs/job.ts'
import type { Clock } from '../../lib/clock.ts'
import type { MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import { dayScoreOf, registrationRow, signInRow, usageRow } from './activity-rows.ts'
import { readSignIns, readUsage } from './activity.jobs.ts'
import type { ActivityRepo, ActivityRow, ReadPart } from './activity.repo.ts'
import { missingFor } from './activity.rules.ts'
import type { ActivityPart, MissingReason } from './activity.rules.ts'

export type ActivityReading = ReturnType<typeof createActivityReading>

/** The longest period of which Microsoft's report tells the last use. */
const USAGE_PERIOD = 'D180'

interface Target {
  readonly tenantId: TenantId
  readonly graph: TenantGraph
}

/** Reads what people did, part by part: one that cannot be read leaves the others as they are. */
export function createActivityReading(deps: {
  microsoft: MicrosoftAccess
  repo: ActivityRepo
  clock: Clock
}) {
  const { microsoft, repo, clock } = deps

  async function readParts(
    { payload, signal, logger, attempt }: JobRun<{ tenantId: TenantId }>,
    job: { timeoutSeconds: number; retryLimit: number },
    parts: readonly [ActivityPart, (target: Target) => Promise<MissingReason | null>][],
  ): Promise<void> {
    const { tenantId } = payload
    const [connected, facts] = await Promise.all([microsoft.current(), repo.findFacts(tenantId)])
    // Not connected any more, or its data were erased: there is nothing to read.
    if (connected === null || facts === undefined) return
    const deadlineMs = job.timeoutSeconds * 1_000
    const graph = connected.graph.forTenant(tenantId, { signal, deadlineMs, priority: 'low' })
    const failures: GraphFailure[] = []
    for (const [part, read] of parts) {
      const missing = missingFor(part, facts)
      const failure = missing ?? (await read({ tenantId, graph }).catch(graphFailureOf))
      if (failure === null) continue
      const code = typeof failure === 'string' ? failure : failure.code
      await repo.recordFailure(tenantId, part, { code, at: clock.now() })
      if (typeof failure === 'string') continue
      logger.warn({ tenantId, part, code, requestId: failure.requestId }, 'activity was not read')
      failures.push(failure)
    }
    // All parts are tried again: one that is read twice is only newer.
    const passing = failures.find(mayPass)
    if (passing !== undefined && attempt < job.retryLimit) throw passing
  }

  /** A reading page by page that becomes the current one when it is whole. */
  async function readInto<Part extends ReadPart>(
    { tenantId }: Target,
    part: Part,
    pages: AsyncIterable<ActivityRow<Part>[]>,
  ): Promise<number> {
    const readingId = await repo.begin(tenantId, part, clock.now())
    for await (const rows of pages) await repo.insert(part, readingId, rows)
    return readingId
  }

  async function publish(
    { tenantId }: Target,
    part: ReadPart,
    reading: { readingId: number; reportDate?: string | null; isConcealed?: boolean },
  ): Promise<null> {
    const { readingId, reportDate = null, isConcealed = false } = reading
    await repo.publish(tenantId, part, { readingId, at: clock.now(), reportDate, isConcealed })
    return null
  }

  async function readSignInDates(target: Target): Promise<null> {
    const pages = rowsOf(readSignInActivity(target.graph), signInRow)
    return publish(target, 'signIns', { readingId: await readInto(target, 'signIns', pages) })
  }

  async function readRegistrations(target: Target): Promise<null> {
    const pages = rowsOf(readRegistrationDetails(target.graph), registrationRow)
    const readingId = await readInto(target, 'registrations', pages)
    return publish(target, 'registrations', { readingId })
  }

  async function readUse(target: Target): Promise<MissingReason | null> {
    const users = readActiveUsers(target.graph, USAGE_PERIOD)
    if (users === null) return 'NOT_IN_CLOUD'
    const report: { date: string | null; isConcealed: boolean } = { date: null, isConcealed: false }
    const pages = rowsOf(users, (user) => {
      report.date ??= user.reportRefreshDate
      report.isConcealed ||= user.isConcealed
      return usageRow(user)
    })
    const readingId = await readInto(target, 'usage', pages)
    const { date: reportDate, isConcealed } = report
    return publish(target, 'usage', { readingId, reportDate, isConcealed })
  }

  async function readScore({ tenantId, graph }: Target): Promise<MissingReason | null> {
    if (graph.lacks('secureScores')) return 'NOT_IN_CLOUD'
    const score = await readSecureScore(graph)
    await repo.saveScore(tenantId, { at: clock.now(), score: score && dayScoreOf(score) })
    return null
  }

  return {
    usage: (run: JobRun<{ tenantId: TenantId }>): Promise<void> =>
      readParts(run, readUsage, [
        ['usage', readUse],
        ['registrations', readRegistrations],
        ['secureScore', readScore],
      ]),
    signIns: (run: JobRun<{ tenantId: TenantId }>): Promise<void> =>
      readParts(run, readSignIns, [['signIns', readSignInDates]]),
  }
}

function mayPass({ code }: GraphFailure): boolean {
  return code === 'THROTTLED' || code === 'UNAVAILABLE'
}

/** Anything but Microsoft's failures is a mistake of ours. */
function graphFailureOf(error: unknown): GraphFailure {
  if (error instanceof GraphFailure) return error
  throw error
}

async function* rowsOf<Item, Row>(
  pages: AsyncIterable<readonly Item[]>,
  rowOf: (item: Item) => Row,
): AsyncGenerator<Row[], void, undefined> {
  for await (const page of pages) yield page.map(rowOf)
}
