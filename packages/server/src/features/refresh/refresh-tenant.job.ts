import type { TenantId } from '@tenantscope/contract/ids'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { JobRun } from '../../jobs/job.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AzureService } from '../azure/azure.service.ts'
import type { ConnectedMicrosoft, MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { LicensesService } from '../licenses/licenses.service.ts'
import type { Claim, SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type { TenantRecordsService } from '../tenants/tenant-records.service.ts'
import { dailyCountsOf, figuresOf } from './figures.ts'
import { GenerationLost } from './generation-lost.ts'
import type { GenerationRepo } from './generation.repo.ts'
import { failureOf, loggedFailure, isPassing, saysDirectoryIsGone } from './refresh.rules.ts'
import { defaultDomainOf } from './stored-rows.ts'
import { readIntoGeneration } from './tenant-reading.ts'
import type { ReadParts } from './tenant-reading.ts'

export type TenantRefresh = ReturnType<typeof createTenantRefresh>

/** How often a tenant is tried for one run, when what went wrong may pass. */
const ATTEMPTS = 2
/** After so many beginnings without an end, the reading itself ends the process; no further one tries. */
const BEGINNINGS = 6

/** Reads one tenant and records what came of it, in its record and in every run that waits for it. */
export function createTenantRefresh(deps: {
  azure: AzureService
  microsoft: MicrosoftAccess
  records: TenantRecordsService
  runs: SyncRunsService
  generations: GenerationRepo
  licenses: Pick<LicensesService, 'recordSeen'>
  clock: Clock
}) {
  const { azure, microsoft, records, runs, generations, licenses, clock } = deps

  async function read(tenantId: TenantId, signal: AbortSignal): Promise<void> {
    const connected = await microsoft.current()
    if (connected === null) throw new Error('No Microsoft connection is stored')
    const startedAt = clock.now()
    // Permissions stand in the token, so a reading begins with a new one.
    connected.tokens.forget(tenantId)
    const token = await connected.tokens.tokenFor(tenantId, { signal })
    const { connection } = connected
    if (tenantId === connection.tenantId) await azure.recordSuccess(connection.version)
    await records.recordToken(tenantId, token.roles)

    const target = await generations.begin(tenantId, startedAt)
    const graphFor = (ownSignal: AbortSignal) =>
      connected.graph.forTenant(tenantId, { signal: ownSignal })
    const { clientId } = connection
    const reading = { ...target, clientId, startedAt, signal }
    const parts = await readIntoGeneration(generations, graphFor, reading)
    await publish({ ...target, clientId }, parts)
  }

  /** The one small transaction after which readers see the new generation. */
  async function publish(
    { clientId, ...target }: GenerationOfTenant & { clientId: string },
    parts: ReadParts,
  ): Promise<void> {
    const { tenantId, generationId } = target
    const counted = await generations.countPeople(target)
    await generations.saveHolders(target)
    const figures = figuresOf(parts, counted)
    const { organization, failures: partFailures } = parts
    await generations.transaction(async (trx) => {
      const at = clock.now()
      await generations.complete(trx, generationId, { at, figures, partFailures })
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
      // Last, because the rows are everybody's: whoever holds them makes other tenants wait.
      await licenses.recordSeen(trx, parts.skus ?? [], at)
    })
  }

  async function recordFailure(claim: Claim, error: unknown, startedAt: Date): Promise<void> {
    const { tenantId } = claim
    const failure = failureOf(error, clock.now())
    await records.recordFailure({ tenantId, startedAt }, failure)
    if (saysDirectoryIsGone(error) && (await isSignInWorking(tenantId)))
      await records.recordGone(tenantId)
    const { code } = failure
    await runs.finishTenant(claim, { state: 'failed', code, message: records.messageFor(code) })
  }

  /** In a wrong cloud every directory is unknown; only while the partner's own is known is one gone. */
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
      // Several runs may have asked for the tenant, and one reading has served them all.
      if (claim === null) return
      const startedAt = clock.now()
      try {
        if (claim.attempt > BEGINNINGS) throw new Error('The reading was cut short again and again')
        // Its job may have been sent before an administrator stopped it.
        if (!(await records.isReadingStopped(claim.tenantId))) await read(claim.tenantId, signal)
      } catch (error) {
        // Not the tenant's failure: the process stops, or somebody else has taken over.
        signal.throwIfAborted()
        if (error instanceof GenerationLost) throw error
        if (isPassing(error) && claim.attempt < ATTEMPTS) throw error
        logger.warn(
          { tenantId: claim.tenantId, ...loggedFailure(error, clock.now()) },
          'a tenant could not be read',
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
