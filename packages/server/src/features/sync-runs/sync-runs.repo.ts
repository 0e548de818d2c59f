import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { RunId, TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db, Trx } from '../../db/tables.ts'

export type SyncRunsRepo = ReturnType<typeof createSyncRunsRepo>

export interface NewRun {
  readonly id: RunId
  readonly requestedBy: string
  readonly coversAll: boolean
  readonly isDiscovering: boolean
  readonly tenantIds: readonly TenantId[]
}

export interface TenantOutcome {
  readonly state: 'succeeded' | 'failed'
  readonly code: TenantFailureCode | null
  readonly message: string | null
}

const UNFINISHED = ['queued', 'running'] as const

// Any number will do, as long as every process uses the same one.
const STARTING_A_RUN = 7_304_151_217

/** Runs and their tenants as rows: beginning, claiming, finishing. */
export function createSyncRunsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Blocks other starts until the transaction ends, so that two callers cannot both find no run. */
    async lockStarting(trx: Trx): Promise<void> {
      await sql`select pg_advisory_xact_lock(${sql.lit(STARTING_A_RUN)})`.execute(trx)
    },

    /**
     * Returns and locks the running run that covers the request. A request for certain tenants
     * requires a new reading, so tenants that are done do not count. A request for all tenants
     * joins a run over all tenants.
     */
    async findUnderWay(
      trx: Trx,
      { tenantIds, coversAll }: Pick<NewRun, 'tenantIds' | 'coversAll'>,
    ): Promise<RunId | undefined> {
      const row = await trx
        .selectFrom('syncRuns as run')
        .select('run.id')
        .where('run.state', 'in', UNFINISHED)
        .where(coversTenants(tenantIds, { isDoneEnough: coversAll }))
        .$if(coversAll, (query) => query.where('run.coversAll', '=', true))
        .orderBy('run.coversAll', 'desc')
        .orderBy('run.createdAt', 'desc')
        .limit(1)
        .forUpdate()
        .executeTakeFirst()
      return row?.id
    },

    async insert(trx: Trx, run: NewRun, now: Date): Promise<void> {
      const { id, requestedBy, coversAll, isDiscovering, tenantIds } = run
      await trx
        .insertInto('syncRuns')
        .values({ id, state: 'queued', requestedBy, coversAll, isDiscovering, createdAt: now })
        .execute()
      await insertTenants(trx, id, tenantIds)
    },

    insertTenants,

    /** Marks the run as begun; false when there is no such run with its discovery still to do. */
    async beginDiscovery(runId: RunId, now: Date): Promise<boolean> {
      const row = await db
        .updateTable('syncRuns')
        .set((eb) => ({ state: 'running', startedAt: eb.fn.coalesce('startedAt', eb.val(now)) }))
        .where('id', '=', runId)
        .where('isDiscovering', '=', true)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Locks the run and ends its discovery; undefined when that was already over. */
    endDiscovery: (trx: Trx, runId: RunId): Promise<{ coversAll: boolean } | undefined> =>
      trx
        .updateTable('syncRuns')
        .set({ isDiscovering: false })
        .where('id', '=', runId)
        .where('isDiscovering', '=', true)
        .returning('coversAll')
        .executeTakeFirst(),

    /** Locks the unfinished runs with the tenant, always in the same order. */
    async lockRunsOf(trx: Trx, tenantId: TenantId): Promise<RunId[]> {
      const rows = await trx
        .selectFrom('syncRuns')
        .select('id')
        .where('state', 'in', UNFINISHED)
        .where('id', 'in', (eb) =>
          eb.selectFrom('syncRunTenants').select('runId').where('tenantId', '=', tenantId),
        )
        .orderBy('id')
        .forUpdate()
        .execute()
      return rows.map((row) => row.id)
    },

    async markStarted(trx: Trx, runIds: readonly RunId[], now: Date): Promise<void> {
      await trx
        .updateTable('syncRuns')
        .set({ state: 'running', startedAt: now })
        .where(sql<boolean>`id = any(${runIds}::text[])`)
        .where('state', '=', 'queued')
        .execute()
    },

    /** Marks the tenant as being read in every run that waits for it. */
    claimTenant: (trx: Trx, tenantId: TenantId, now: Date) =>
      trx
        .updateTable('syncRunTenants')
        .set((eb) => ({
          state: 'running',
          attempts: eb('attempts', '+', 1),
          startedAt: eb.fn.coalesce('startedAt', eb.val(now)),
        }))
        .where('tenantId', '=', tenantId)
        .where('state', 'in', UNFINISHED)
        .returning(['runId', 'attempts'])
        .execute(),

    /** Finishes those of the tenants that are not finished yet. */
    async finishTenants(
      trx: Trx,
      target: { runIds: readonly RunId[]; tenantIds: readonly TenantId[] },
      { at, ...outcome }: TenantOutcome & { at: Date },
    ): Promise<void> {
      await trx
        .updateTable('syncRunTenants')
        .set({ ...outcome, finishedAt: at })
        .where(sql<boolean>`run_id = any(${target.runIds}::text[])`)
        .where(sql<boolean>`tenant_id = any(${target.tenantIds}::text[])`)
        .where('state', 'in', UNFINISHED)
        .execute()
    },

    /** Returns those of the locked runs that have no work left. */
    findComplete: (trx: Trx, runIds: readonly RunId[]) =>
      trx
        .selectFrom('syncRuns as run')
        .leftJoin('syncRunTenants as tenant', 'tenant.runId', 'run.id')
        .select([
          'run.id',
          sql<number>`count(tenant.tenant_id)::int`.as('total'),
          sql<number>`(count(*) filter (where tenant.state = 'failed'))::int`.as('failed'),
        ])
        .where(sql<boolean>`run.id = any(${runIds}::text[])`)
        .where('run.state', 'in', UNFINISHED)
        .where('run.isDiscovering', '=', false)
        .groupBy('run.id')
        .having(sql<boolean>`count(*) filter (where tenant.state in ('queued', 'running')) = 0`)
        .execute(),

    async finishRun(
      trx: Trx,
      runId: RunId,
      end: { state: 'succeeded' | 'partial' | 'failed'; at: Date },
    ): Promise<void> {
      await trx
        .updateTable('syncRuns')
        .set((eb) => ({
          state: end.state,
          finishedAt: end.at,
          startedAt: eb.fn.coalesce('startedAt', eb.val(end.at)),
        }))
        .where('id', '=', runId)
        .execute()
    },

    async deleteFinishedBefore(time: Date): Promise<void> {
      await db.deleteFrom('syncRuns').where('finishedAt', '<', time).execute()
    },
  }
}

async function insertTenants(
  trx: Trx,
  runId: RunId,
  tenantIds: readonly TenantId[],
): Promise<void> {
  // One array instead of a value per tenant: there may be thousands.
  await sql`
    insert into sync_run_tenants (run_id, tenant_id, state)
    select ${runId}, tenant_id, 'queued' from unnest(${tenantIds}::text[]) as wanted (tenant_id)
    on conflict do nothing`.execute(trx)
}

/** A run of all tenants that still discovers takes in those that it does not hold yet. */
function coversTenants(
  tenantIds: readonly TenantId[],
  { isDoneEnough }: { isDoneEnough: boolean },
) {
  const isHeld = isDoneEnough ? sql`true` : sql`held.state in ('queued', 'running')`
  return sql<boolean>`not exists (
    select from unnest(${tenantIds}::text[]) as wanted (tenant_id)
    left join sync_run_tenants as held
      on held.run_id = run.id and held.tenant_id = wanted.tenant_id
    where not case when held.tenant_id is null
      then run.covers_all and run.is_discovering else ${isHeld} end)`
}
