import type { TenantId } from '@tenantscope/contract/ids'
import type { MalformedRows } from '@tenantscope/contract/parts'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { TenantGraph, TenantOptions } from '@tenantscope/graph-client/graph'
import { readActiveUsers } from '@tenantscope/graph-client/read/active-users'
import type { ActiveUser } from '@tenantscope/graph-client/read/active-users'
import { readApplicationOwners } from '@tenantscope/graph-client/read/application-owners'
import type { OwnedObject } from '@tenantscope/graph-client/read/application-owners'
import { readDevices } from '@tenantscope/graph-client/read/devices'
import type { Device } from '@tenantscope/graph-client/read/devices'
import { readPerUserMfa } from '@tenantscope/graph-client/read/per-user-mfa'
import { readRegistrationDetails } from '@tenantscope/graph-client/read/registration-details'
import type { RegistrationDetails } from '@tenantscope/graph-client/read/registration-details'
import { readSecureScore } from '@tenantscope/graph-client/read/secure-score'
import type { SecureScore } from '@tenantscope/graph-client/read/secure-score'
import { readSignInActivity } from '@tenantscope/graph-client/read/sign-in-activity'
import type { SignInActivity } from '@tenantscope/graph-client/read/sign-in-activity'
import type { Logger } from 'pino'

import type { JobRun } from '../../jobs/job.ts'
import type { Clock } from '../../lib/clock.ts'
import { collectMalformedRows } from '../../lib/malformed-rows.ts'
import { storedTime } from '../../lib/stored-text.ts'
import type { MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import { readSignIns, readUsage } from './activity.jobs.ts'
import type {
  ActivityRepo,
  ActivityRow,
  CompletedReading,
  DayScore,
  ReadPart,
} from './activity.repo.ts'
import {
  malformedPartOf,
  missingFor,
  missingForPerUserMfa,
  PER_USER_MFA_PEOPLE,
} from './activity.rules.ts'
import type { ActivityPart, MissingReason } from './activity.rules.ts'
import type { DnsLookup } from './dns-lookup.ts'
import { publicDomainsOf, readPublicDomains } from './public-domains.ts'

/** The longest period of Microsoft's usage report. */
const USAGE_PERIOD = 'D180'

type RowPart = ReturnType<typeof malformedPartOf>

interface Target {
  readonly tenantId: TenantId
  /** A malformed row is a failure. */
  readonly graph: TenantGraph
  /** A malformed row is left out and collected. */
  readonly tolerantGraph: TenantGraph
  readonly signal: AbortSignal
  readonly malformed: Pick<ReturnType<typeof collectMalformedRows<RowPart>>, 'of'>
}

/** Reads user activity part by part; a part that fails does not affect the others. */
export function createActivityReading(deps: {
  microsoft: MicrosoftAccess
  repo: ActivityRepo
  /** Called when the parts of a job were read. */
  afterReading: (tenantId: TenantId) => Promise<void>
  /** Called when states of per-user MFA were stored, which the MFA verdict names. */
  afterPerUserMfa: (tenantId: TenantId) => Promise<void>
  clock: Clock
  /** Null: there is no DNS to ask. */
  dns: DnsLookup | null
  /** Returns the applications whose owners matter, by the stored directory. */
  findOwnable: (tenantId: TenantId) => Promise<readonly OwnedObject[]>
}) {
  const { microsoft, repo, dns, findOwnable, afterReading, clock } = deps

  async function readParts(
    { payload, signal, logger, attempt }: JobRun<{ tenantId: TenantId }>,
    job: { timeoutSeconds: number; retryLimit: number },
    parts: readonly [ActivityPart, (target: Target) => Promise<MissingReason | null>][],
  ): Promise<void> {
    const { tenantId } = payload
    const [connected, facts] = await Promise.all([microsoft.current(), repo.findFacts(tenantId)])
    // Disconnected or erased in the meantime: nothing to read.
    if (connected === null || facts === undefined) return
    const deadlineMs = job.timeoutSeconds * 1_000
    const malformed = collectMalformedRows(malformedPartOf)
    const options: TenantOptions = { signal, deadlineMs, priority: 'low' }
    const graph = connected.graph.forTenant(tenantId, options)
    const onMalformedRow = malformed.add
    const tolerantGraph = connected.graph.forTenant(tenantId, { ...options, onMalformedRow })
    const target = { tenantId, graph, tolerantGraph, malformed, signal }
    const failures: GraphFailure[] = []
    for (const [part, read] of parts) {
      const missing = missingFor(part, facts)
      const failure = missing ?? (await read(target).catch(graphFailureOf))
      if (failure === null) continue
      const code = typeof failure === 'string' ? failure : failure.code
      await repo.recordFailure(tenantId, part, { code, at: clock.now() })
      if (typeof failure === 'string') continue
      logger.warn({ tenantId, part, code, requestId: failure.requestId }, 'reading activity failed')
      failures.push(failure)
    }
    logMalformed(tenantId, malformed.all(), logger)
    await afterReading(tenantId)
    // All parts are tried again; reading one twice only makes it newer.
    const passing = failures.find(mayPass)
    if (passing !== undefined && attempt < job.retryLimit) throw passing
  }

  /** Stores pages into a reading, which becomes current when it is complete. */
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
    reading: Pick<CompletedReading, 'readingId'> & Partial<CompletedReading>,
  ): Promise<null> {
    const unset = { reportDate: null, isConcealed: false, unattributedRows: 0, malformedRows: null }
    await repo.publish(tenantId, part, { ...unset, at: clock.now(), ...reading })
    return null
  }

  async function readSignInDates(target: Target): Promise<null> {
    const pages = rowsOf(readSignInActivity(target.tolerantGraph), signInRow)
    const readingId = await readInto(target, 'signIns', pages)
    const malformedRows = target.malformed.of('signIns')
    return publish(target, 'signIns', { readingId, malformedRows })
  }

  async function readRegistrations(target: Target): Promise<null> {
    const pages = rowsOf(readRegistrationDetails(target.tolerantGraph), registrationRow)
    const readingId = await readInto(target, 'registrations', pages)
    const malformedRows = target.malformed.of('registrations')
    return publish(target, 'registrations', { readingId, malformedRows })
  }

  async function readUse(target: Target): Promise<MissingReason | null> {
    const users = readActiveUsers(target.graph, USAGE_PERIOD)
    if (users === null) return 'NOT_IN_CLOUD'
    const report: { date: string | null; named: number; unattributedRows: number } = {
      date: null,
      named: 0,
      unattributedRows: 0,
    }
    /** Rows that name no user are counted: no user is called inactive because of them. */
    async function* named(): AsyncGenerator<ActivityRow<'usage'>[], void, undefined> {
      for await (const page of users ?? []) {
        const rows = page.filter(({ isConcealed }) => !isConcealed)
        report.date ??= page[0]?.reportRefreshDate ?? null
        report.named += rows.length
        report.unattributedRows += page.length - rows.length
        yield rows.map(usageRow)
      }
    }
    const readingId = await readInto(target, 'usage', named())
    const { date: reportDate, unattributedRows } = report
    const isConcealed = report.named === 0 && unattributedRows > 0
    return publish(target, 'usage', { readingId, reportDate, isConcealed, unattributedRows })
  }

  async function readScore({ tenantId, graph }: Target): Promise<MissingReason | null> {
    if (graph.lacks('secureScores')) return 'NOT_IN_CLOUD'
    const score = await readSecureScore(graph)
    await repo.saveScore(tenantId, { at: clock.now(), score: score && dayScoreOf(score) })
    return null
  }

  async function readDeviceDates(target: Target): Promise<null> {
    const pages = rowsOf(readDevices(target.tolerantGraph), deviceRow)
    const readingId = await readInto(target, 'devices', pages)
    return publish(target, 'devices', { readingId, malformedRows: target.malformed.of('devices') })
  }

  async function readOwners(target: Target): Promise<null> {
    const objects = await findOwnable(target.tenantId)
    const owners = await readApplicationOwners(target.graph, objects)
    const rows = Array.from(owners, ([objectId, ownerIds]) => ({ objectId, ownerIds }))
    const readingId = await repo.begin(target.tenantId, 'owners', clock.now())
    await repo.insert('owners', readingId, rows)
    return publish(target, 'owners', { readingId })
  }

  async function readPerUserStates(target: Target): Promise<MissingReason | null> {
    const { tenantId, graph } = target
    const isRequired = await repo.isMfaRequired(tenantId)
    const userIds = await repo.findEnabledMembers(tenantId, PER_USER_MFA_PEOPLE + 1)
    const missing = missingForPerUserMfa(isRequired, userIds.length)
    if (missing !== null) return missing
    const states = await readPerUserMfa(graph, userIds)
    const readingId = await repo.begin(tenantId, 'perUserMfa', clock.now())
    const rows = Array.from(states, ([userId, state]) => ({ userId, state }))
    await repo.insert('perUserMfa', readingId, rows)
    await publish(target, 'perUserMfa', { readingId })
    await deps.afterPerUserMfa(tenantId)
    return null
  }

  async function readDns(target: Target): Promise<MissingReason | null> {
    if (dns === null || !(await repo.isPublicDnsRead())) return 'SWITCHED_OFF'
    const domains = publicDomainsOf(await repo.findDomains(target.tenantId))
    const pages = readPublicDomains(domains, dns, target.signal)
    return publish(target, 'dns', { readingId: await readInto(target, 'dns', pages) })
  }

  return {
    usage: (run: JobRun<{ tenantId: TenantId }>): Promise<void> =>
      readParts(run, readUsage, [
        ['usage', readUse],
        ['registrations', readRegistrations],
        ['secureScore', readScore],
        ['devices', readDeviceDates],
        ['owners', readOwners],
        ['perUserMfa', readPerUserStates],
        ['dns', readDns],
      ]),
    signIns: (run: JobRun<{ tenantId: TenantId }>): Promise<void> =>
      readParts(run, readSignIns, [['signIns', readSignInDates]]),
  }
}

function logMalformed(
  tenantId: TenantId,
  malformedRows: readonly MalformedRows[],
  logger: Logger,
): void {
  for (const rows of malformedRows)
    logger.warn({ tenantId, ...rows }, 'activity rows could not be read')
}

function mayPass({ code }: GraphFailure): boolean {
  return code === 'THROTTLED' || code === 'UNAVAILABLE'
}

/** Any error other than Microsoft's failures is a bug. */
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

/** Converts Microsoft's reply to the rows of a reading. */

function signInRow(activity: SignInActivity): ActivityRow<'signIns'> {
  return {
    userId: activity.id,
    lastSignInAt: storedTime(activity.lastSignInDateTime),
    lastNonInteractiveSignInAt: storedTime(activity.lastNonInteractiveSignInDateTime),
    lastSuccessfulSignInAt: storedTime(activity.lastSuccessfulSignInDateTime),
  }
}

const registrationRow = ({
  id: userId,
  ...details
}: RegistrationDetails): ActivityRow<'registrations'> => ({ userId, ...details })

const deviceRow = ({
  id: deviceId,
  approximateLastSignInDateTime,
  ...device
}: Device): ActivityRow<'devices'> => ({
  deviceId,
  ...device,
  lastSignInAt: storedTime(approximateLastSignInDateTime),
})

function usageRow(user: ActiveUser): ActivityRow<'usage'> {
  const { lastActivityDates } = user
  return {
    userPrincipalName: user.userPrincipalName,
    isDeleted: user.isDeleted,
    exchangeLastUsedOn: lastActivityDates.exchange,
    oneDriveLastUsedOn: lastActivityDates.oneDrive,
    sharePointLastUsedOn: lastActivityDates.sharePoint,
    skypeLastUsedOn: lastActivityDates.skypeForBusiness,
    yammerLastUsedOn: lastActivityDates.yammer,
    teamsLastUsedOn: lastActivityDates.teams,
  }
}

/** Returns null for a score without a day or points, which no history can use. */
function dayScoreOf(score: SecureScore): DayScore | null {
  const day = /^\d{4}-\d{2}-\d{2}/u.exec(score.createdDateTime ?? '')?.[0]
  const { currentScore, maxScore } = score
  if (day === undefined || currentScore === null || maxScore === null) return null
  return {
    day,
    currentScore,
    maxScore,
    averageScores: score.averageComparativeScores,
    controlScores: score.controlScores,
  }
}
