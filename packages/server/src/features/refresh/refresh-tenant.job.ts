import { countPolicies } from '@tenantscope/analysis/conditional-access'
import type { TenantId } from '@tenantscope/contract/ids'
import type { MfaCoverage } from '@tenantscope/contract/mfa'
import type { TenantOptions } from '@tenantscope/graph-client/graph'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Trx } from '../../db/tables.ts'
import type { JobRun } from '../../jobs/job.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ConnectedMicrosoft, MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { LicensesService } from '../licenses/licenses.service.ts'
import type { Claim, SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type { TenantRecordsService } from '../tenants/tenant-records.service.ts'
import { GenerationLost } from './directory-rows.repo.ts'
import type { DailyCounts, GenerationFigures, GenerationRepo } from './generation.repo.ts'
import type { JudgedMfa } from './mfa-judging.ts'
import { failureOf, isPassing, loggedFailure, saysDirectoryIsGone } from './refresh.rules.ts'
import { defaultDomainOf } from './stored-rows.ts'
import { readIntoGeneration } from './tenant-reading.ts'
import type { ReadParts } from './tenant-reading.ts'

export type TenantRefresh = ReturnType<typeof createTenantRefresh>

/** Attempts per tenant and run, when the failure may be temporary. */
const ATTEMPTS = 2
/** After this many starts without an end, the reading itself crashes the process and is not retried. */
const BEGINNINGS = 6

/**
 * Judges a generation that is about to be published; the returned function stores the outcome within the
 * publishing transaction. Null: nothing is stored.
 */
export type JudgePosture = (
  generation: GenerationOfTenant,
  outcome: Pick<ReadParts, 'failures' | 'malformedRows'>,
) => Promise<((trx: Trx, at: Date) => Promise<void>) | null>

/** Reads one tenant and stores the result in its record and in every run that waits for it. */
export function createTenantRefresh(deps: {
  microsoft: MicrosoftAccess
  records: TenantRecordsService
  runs: SyncRunsService
  generations: GenerationRepo
  licenses: Pick<LicensesService, 'recordSeen'>
  judgePosture: JudgePosture
  /** Counts the licensed people of such a generation. */
  countBilled: JudgePosture
  clock: Clock
}) {
  const { microsoft, records, runs, generations, licenses, judgePosture, countBilled, clock } = deps

  async function read(tenantId: TenantId, signal: AbortSignal): Promise<void> {
    const connected = await microsoft.current()
    if (connected === null) throw new Error('No Microsoft connection is stored')
    const startedAt = clock.now()
    // Permissions are in the token, so a reading starts with a new one.
    connected.tokens.forget(tenantId)
    const token = await connected.tokens.tokenFor(tenantId, { signal })
    await records.recordToken(tenantId, token.roles)

    const target = await generations.begin(tenantId, startedAt)
    const forTenant = (options: TenantOptions) => connected.graph.forTenant(tenantId, options)
    const { clientId } = connected.connection
    const reading = { ...target, clientId, startedAt, signal }
    const parts = await readIntoGeneration(generations, forTenant, reading)
    await publish({ ...target, clientId }, parts)
  }

  /** Judges the new generation and publishes it to readers. */
  async function publish(
    { clientId, ...target }: GenerationOfTenant & { clientId: string },
    parts: ReadParts,
  ): Promise<void> {
    const counted = await generations.countPeople(target)
    await generations.saveHolders(target)
    const judgeMfa = () => generations.judgeMfa(target, parts)
    let judged = await judgeMfa()
    const storePosture = await judgePosture(target, parts)
    const storeBilled = await countBilled(target, parts)
    const stores = [storePosture, storeBilled].filter((store) => store !== null)
    const publishing = { target, clientId, parts, counted, stores }
    while (!(await publishJudged(publishing, judged))) judged = await judgeMfa()
  }

  /**
   * Publishes in a short transaction. Returns false, and changes nothing, when the inputs of the
   * MFA verdict changed since: emergency accounts may be declared while a tenant is read.
   */
  function publishJudged(
    { target, clientId, parts, counted, stores }: Publishing,
    { mfa, notCovered, inputs }: JudgedMfa,
  ): Promise<boolean> {
    const { tenantId, generationId } = target
    const { organization, failures: partFailures, malformedRows } = parts
    const figures = figuresOf(parts, counted, mfa)
    return generations.transaction(async (trx) => {
      if (!(await generations.hasInputs(trx, tenantId, inputs))) return false
      const at = clock.now()
      await generations.complete(trx, generationId, { at, figures, partFailures, malformedRows })
      const isCurrent = await records.recordRead(trx, tenantId, {
        generationId,
        dataAsOf: at,
        displayName: organization.displayName,
        defaultDomainName: defaultDomainOf(organization),
        createdDateTime: dateOf(organization.createdDateTime),
      })
      if (!isCurrent) throw new GenerationLost(target)
      await generations.saveDeltaLinks(trx, { tenantId, clientId }, parts.links)
      await generations.saveDay(trx, { tenantId, generationId, at }, dailyCountsOf(parts, counted))
      await generations.saveNotCovered(trx, tenantId, notCovered)
      await generations.saveRenewalOutcomes(trx, target, at)
      for (const store of stores) await store(trx, at)
      // Last, because these rows are shared: other tenants' transactions wait for their locks.
      await licenses.recordSeen(trx, parts.skus ?? [], at)
      return true
    })
  }

  async function recordFailure(claim: Claim, error: unknown, startedAt: Date): Promise<void> {
    const { tenantId } = claim
    const failure = failureOf(error, clock.now())
    const message = await records.recordFailure({ tenantId, startedAt }, failure)
    if (saysDirectoryIsGone(error) && (await isSignInWorking(tenantId)))
      await records.recordGone(tenantId)
    const { code } = failure
    await runs.finishTenant(claim, { state: 'failed', code, message })
  }

  /** In a wrong cloud every directory is unknown, so a directory is gone only if the own one is known. */
  async function isSignInWorking(tenantId: TenantId): Promise<boolean> {
    const connected: ConnectedMicrosoft | null = await microsoft.current()
    if (connected === null || connected.connection.tenantId === tenantId) return false
    return connected.tokens.tokenFor(connected.connection.tenantId).then(
      () => true,
      () => false,
    )
  }

  return {
    async refresh({ payload, signal, logger }: JobRun<{ tenantId: TenantId }>): Promise<void> {
      const claim = await runs.claimTenant(payload.tenantId)
      // Several runs may have requested the tenant, and one reading has served them all.
      if (claim === null) return
      const startedAt = clock.now()
      try {
        if (claim.attempt > BEGINNINGS)
          throw new Error('Reading the tenant was interrupted too often')
        // The job may have been sent before an administrator stopped the reading.
        if (!(await records.isReadingStopped(claim.tenantId))) await read(claim.tenantId, signal)
      } catch (error) {
        // Not the tenant's failure: the process stops, or another process has taken over.
        signal.throwIfAborted()
        if (error instanceof GenerationLost) throw error
        if (isPassing(error) && claim.attempt < ATTEMPTS) throw error
        logger.warn(
          { tenantId: claim.tenantId, ...loggedFailure(error, clock.now()) },
          'tenant refresh failed',
        )
        await recordFailure(claim, error, startedAt)
        return
      }
      await runs.finishTenant(claim, { state: 'succeeded', code: null, message: null })
    },
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** A generation with what is stored when it is published. */
interface Publishing {
  readonly target: GenerationOfTenant
  readonly clientId: string
  readonly parts: ReadParts
  readonly counted: People
  readonly stores: readonly NonNullable<Awaited<ReturnType<JudgePosture>>>[]
}

interface People {
  readonly people: number
  readonly licensedPeople: number
}

/** Returns the final figures of a generation. A part that could not be read has no figures: never zero. */
function figuresOf(parts: ReadParts, counted: People, mfaCoverage: MfaCoverage): GenerationFigures {
  return {
    ...peopleOf(parts, counted),
    hasEntraP1: parts.hasEntraP1,
    mfa: mfaCoverage.verdict,
    mfaCoverage,
  }
}

/** Returns the counts for the daily history. */
function dailyCountsOf(parts: ReadParts, counted: People): DailyCounts {
  const policies = parts.policies === null ? null : countPolicies(parts.policies)
  return {
    ...peopleOf(parts, counted),
    hasLicenses: parts.skus !== null,
    policiesEnabled: policies?.enabled ?? null,
    policiesReportOnly: policies?.reportOnly ?? null,
    policiesDisabled: policies?.disabled ?? null,
  }
}

function peopleOf({ hasPeople }: ReadParts, { people, licensedPeople }: People) {
  return hasPeople ? { people, licensedPeople } : { people: null, licensedPeople: null }
}
