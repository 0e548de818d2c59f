import type { RunId, TenantId, UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { GRANTED_TENANTS, isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { VisibleRun } from './sync-runs.rules.ts'

export type RunViewsRepo = ReturnType<typeof createRunViewsRepo>

const UNFINISHED = ['queued', 'running'] as const

const NAME = shownName('named')

/** A run's columns and what its tenants add up to; the joins decide which tenants those are. */
const VISIBLE_RUN = [
  'run.id',
  'run.startedAt',
  'run.finishedAt',
  'run.isDiscovering',
  sql<number>`count(tenant.tenant_id)::int`.as('total'),
  sql<number>`(count(*) filter (where tenant.state in ('succeeded', 'failed')))::int`.as('done'),
  sql<number>`(count(*) filter (where tenant.state = 'failed'))::int`.as('failed'),
  sql<number>`(count(*) filter (where tenant.state <> 'queued'))::int`.as('begun'),
  sql<Date | null>`max(tenant.finished_at)`.as('lastDoneAt'),
  sql<VisibleRun['failures']>`coalesce(
    json_agg(json_build_object('tenantId', tenant.tenant_id, 'displayName', ${NAME},
      'code', tenant.code, 'message', tenant.message) order by ${NAME}, tenant.tenant_id)
    filter (where tenant.state = 'failed'), '[]')`.as('failures'),
] as const

/** Runs as their readers see them; every count is made from the reader's tenants alone. */
export function createRunViewsRepo(db: Kysely<Database>) {
  function visibleRuns(scope: TenantScope) {
    return (
      db
        .selectFrom('syncRuns as run')
        .leftJoin('syncRunTenants as tenant', (join) =>
          join.onRef('tenant.runId', '=', 'run.id').on(isInScope('tenant.tenantId', scope)),
        )
        .leftJoin('tenants as named', 'named.id', 'tenant.tenantId')
        .select(VISIBLE_RUN)
        .$narrowType<{ id: RunId }>()
        .groupBy('run.id')
        // Who sees all tenants also sees a run whose tenants nobody knows yet.
        .$if(scope.kind === 'granted', (query) =>
          query.having(sql<boolean>`count(tenant.tenant_id) > 0`),
        )
    )
  }

  return {
    async findRun(runId: RunId, scope: TenantScope): Promise<VisibleRun | undefined> {
      return visibleRuns(scope).where('run.id', '=', runId).executeTakeFirst()
    },

    /** The run under way that holds tenants of the scope, rather one of all tenants, rather the newest. */
    async findCurrentRun(scope: TenantScope): Promise<VisibleRun | undefined> {
      return visibleRuns(scope)
        .where('run.state', 'in', UNFINISHED)
        .orderBy('run.coversAll', 'desc')
        .orderBy('run.createdAt', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** The run that has this tenant still to read, cut to the scope. */
    async findCurrentRunOf(
      tenantId: TenantId,
      scope: TenantScope,
    ): Promise<VisibleRun | undefined> {
      return visibleRuns(scope)
        .where('run.state', 'in', UNFINISHED)
        .where('run.id', 'in', (eb) =>
          eb
            .selectFrom('syncRunTenants')
            .select('runId')
            .where('tenantId', '=', tenantId)
            .where('state', 'in', UNFINISHED),
        )
        .orderBy('run.createdAt', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** Who of them may hear of runs now, and whether of all tenants. */
    async findReaders(userIds: readonly UserId[]) {
      return db
        .selectFrom('users')
        .select('id')
        .select(sql<boolean>`(role = 'admin' or tenant_access = 'all')`.as('seesAllTenants'))
        .$narrowType<{ id: UserId }>()
        .where(sql<boolean>`id = any(${userIds}::int[])`)
        .where('isDisabled', '=', false)
        .execute()
    },

    /** What people who see all tenants see now: runs under way and those that ended since. */
    async findRunsForAll(since: Date): Promise<VisibleRun[]> {
      return visibleRuns({ kind: 'all' }).where(isRecent(since)).execute()
    },

    /** The same for people who see granted tenants, a row for each of them. */
    async findRunsForGranted(userIds: readonly UserId[], since: Date) {
      return db
        .selectFrom('syncRuns as run')
        .innerJoin('syncRunTenants as tenant', 'tenant.runId', 'run.id')
        .innerJoin('tenants as named', 'named.id', 'tenant.tenantId')
        .innerJoin(GRANTED_TENANTS.as('access'), 'access.tenantId', 'tenant.tenantId')
        .select([...VISIBLE_RUN, 'access.userId'])
        .$narrowType<{ id: RunId }>()
        .where(sql<boolean>`access.user_id = any(${userIds}::int[])`)
        .where(isRecent(since))
        .groupBy(['run.id', 'access.userId'])
        .execute()
    },

    /** What was left lying since before: runs whose discovery is not over, and waiting tenants. */
    async findUnfinished(before: Date) {
      const discoveries = await db
        .selectFrom('syncRuns')
        .select('id')
        .$narrowType<{ id: RunId }>()
        .where('state', 'in', UNFINISHED)
        .where('isDiscovering', '=', true)
        .where((eb) => eb(eb.fn.coalesce('startedAt', 'createdAt'), '<', before))
        .execute()
      const tenants = await db
        .selectFrom('syncRunTenants as tenant')
        .innerJoin('syncRuns as run', 'run.id', 'tenant.runId')
        .select('tenant.tenantId')
        .$narrowType<{ tenantId: TenantId }>()
        .distinct()
        .where('run.isDiscovering', '=', false)
        .where('tenant.state', 'in', UNFINISHED)
        .where((eb) => eb(eb.fn.coalesce('tenant.startedAt', 'run.createdAt'), '<', before))
        .execute()
      return {
        runIds: discoveries.map((row) => row.id),
        tenantIds: tenants.map((row) => row.tenantId),
      }
    },

    async findWaitingTenants(runId: RunId): Promise<TenantId[]> {
      const rows = await db
        .selectFrom('syncRunTenants')
        .select('tenantId')
        .$narrowType<{ tenantId: TenantId }>()
        .where('runId', '=', runId)
        .where('state', 'in', UNFINISHED)
        .orderBy('tenantId')
        .execute()
      return rows.map((row) => row.tenantId)
    },

    async findTenantsUnderWay(): Promise<TenantId[]> {
      const rows = await db
        .selectFrom('syncRunTenants')
        .select('tenantId')
        .$narrowType<{ tenantId: TenantId }>()
        .distinct()
        .where('state', 'in', UNFINISHED)
        .execute()
      return rows.map((row) => row.tenantId)
    },

    async hasAnyRun(): Promise<boolean> {
      const row = await db.selectFrom('syncRuns').select('id').limit(1).executeTakeFirst()
      return row !== undefined
    },
  }
}

function isRecent(since: Date) {
  return sql<boolean>`(run.state in ('queued', 'running') or run.finished_at >= ${since})`
}
