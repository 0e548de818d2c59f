import { RunId } from '@tenantscope/contract/ids'
import type { TenantId } from '@tenantscope/contract/ids'
import type { SyncRun } from '@tenantscope/contract/sync'

import type { Trx } from '../../db/tables.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { RunViewsRepo } from './run-views.repo.ts'
import type { SyncRunsRepo, TenantOutcome } from './sync-runs.repo.ts'
import { finalStateOf, presentRun } from './sync-runs.rules.ts'

export type SyncRunsService = ReturnType<typeof createSyncRunsService>

export interface RunRequest {
  readonly requestedBy: string
  /** True to read every tenant, including newly discovered ones. */
  readonly coversAll: boolean
  readonly needsDiscovery: boolean
  /** The tenants that are known now. */
  readonly tenantIds: readonly TenantId[]
  /** True to start a new run even if a running one covers the request. */
  readonly isSeparate?: boolean
}

/** The runs that wait for one reading of a tenant. */
export interface Claim {
  readonly tenantId: TenantId
  readonly runIds: readonly RunId[]
  /** Number of starts of this reading, including this one. */
  readonly attempt: number
}

/** Days that finished runs are kept. */
const KEPT_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1_000

/** Refreshes as rows, so that several processes share them and a process that dies loses none. */
export function createSyncRunsService(deps: {
  repo: SyncRunsRepo
  views: RunViewsRepo
  clock: Clock
  newId: () => string
}) {
  const { repo, views, clock } = deps

  async function finishCompleteRuns(trx: Trx, runIds: readonly RunId[]) {
    const at = clock.now()
    for (const run of await repo.findComplete(trx, runIds)) {
      await repo.finishRun(trx, run.id, { state: finalStateOf(run), at })
    }
  }

  return {
    /**
     * Starts a run, or returns the running one that covers the request. `onNew` sends the run's
     * first job in the same transaction, so that neither exists without the other.
     */
    start(request: RunRequest, onNew: (trx: Trx, runId: RunId) => Promise<void>): Promise<RunId> {
      return repo.transaction(async (trx) => {
        await repo.lockStarting(trx)
        const { requestedBy, coversAll, needsDiscovery: isDiscovering, tenantIds } = request
        const underWay =
          request.isSeparate === true ? undefined : await repo.findUnderWay(trx, request)
        if (underWay !== undefined) {
          // Its discovery may have looked before a new tenant was there; its reader looks at once.
          await repo.insertTenants(trx, underWay, tenantIds)
          return underWay
        }
        const id = RunId.parse(deps.newId())
        const run = { id, requestedBy, coversAll, isDiscovering, tenantIds }
        await repo.insert(trx, run, clock.now())
        await onNew(trx, id)
        return id
      })
    },

    /** False when the run has no discovery left to do. */
    beginDiscovery: (runId: RunId): Promise<boolean> => repo.beginDiscovery(runId, clock.now()),

    /**
     * Ends a run's discovery. A run over all tenants adds the discovered ones; tenants that are no
     * longer read are done; a failed discovery is the own directory's failure.
     */
    async endDiscovery(
      runId: RunId,
      result: {
        found: readonly TenantId[]
        ended: readonly TenantId[]
        failed: { tenantId: TenantId; outcome: TenantOutcome } | null
      },
    ): Promise<void> {
      await repo.transaction(async (trx) => {
        const run = await repo.endDiscovery(trx, runId)
        if (run === undefined) return
        const at = clock.now()
        const runIds = [runId]
        if (run.coversAll) await repo.insertTenants(trx, runId, result.found)
        await repo.finishTenants(
          trx,
          { runIds, tenantIds: result.ended },
          { state: 'succeeded', code: null, message: null, at },
        )
        if (result.failed !== null) {
          const { tenantId, outcome } = result.failed
          await repo.finishTenants(trx, { runIds, tenantIds: [tenantId] }, { ...outcome, at })
        }
        await finishCompleteRuns(trx, runIds)
      })
    },

    /** Takes over the tenant in every run that waits for it; null when none does (any more). */
    claimTenant(tenantId: TenantId): Promise<Claim | null> {
      return repo.transaction(async (trx) => {
        const now = clock.now()
        await repo.lockRunsOf(trx, tenantId)
        const rows = await repo.claimTenant(trx, tenantId, now)
        if (rows.length === 0) return null
        const runIds = rows.map((row) => row.runId)
        await repo.markStarted(trx, runIds, now)
        return { tenantId, runIds, attempt: Math.max(...rows.map((row) => row.attempts)) }
      })
    },

    /** Stores the tenant's result; the last tenant finishes the run, exactly once. */
    async finishTenant({ tenantId, runIds }: Claim, outcome: TenantOutcome): Promise<void> {
      await repo.transaction(async (trx) => {
        // Two last tenants that finish at one moment must see each other, so the run is locked first.
        const locked = await repo.lockRunsOf(trx, tenantId)
        const target = { runIds, tenantIds: [tenantId] }
        await repo.finishTenants(trx, target, { ...outcome, at: clock.now() })
        await finishCompleteRuns(trx, locked)
      })
    },

    /** A run without any tenant of the scope does not exist for its reader. */
    async read(runId: RunId, scope: TenantScope): Promise<SyncRun> {
      const run = await views.findRun(runId, scope)
      if (run === undefined) throw new AppError('NOT_FOUND', 'Refresh not found')
      return presentRun(run)
    },

    async current(scope: TenantScope): Promise<SyncRun | null> {
      const run = await views.findCurrentRun(scope)
      return run === undefined ? null : presentRun(run)
    },

    /** The run under way that has this tenant still to read. */
    async currentOf(tenantId: TenantId, scope: TenantScope): Promise<SyncRun | null> {
      const run = await views.findCurrentRunOf(tenantId, scope)
      return run === undefined ? null : presentRun(run)
    },

    waitingTenants: (runId: RunId): Promise<TenantId[]> => views.findWaitingTenants(runId),
    tenantsUnderWay: (): Promise<TenantId[]> => views.findTenantsUnderWay(),
    unfinishedSince: (time: Date) => views.findUnfinished(time),
    hasAnyRun: (): Promise<boolean> => views.hasAnyRun(),

    forgetOld: (): Promise<void> =>
      repo.deleteFinishedBefore(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)),
  }
}
