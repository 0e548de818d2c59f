import type { RunId, TenantId, UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { GRANTED_TENANTS, isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { VisibleRun } from './sync-runs.rules.ts'

export type RunViewsRepo = ReturnType<typeof createRunViewsRepo>

const UNFINISHED = ['queued', 'running'] as const

const NAME = shownName('named')

/** A run's columns and the sums of its tenants; the joins select the tenants. */
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
      'code', tenant.code, 'message', tenant.message) order by ${byAlphabet(NAME)}, tenant.tenant_id)
    filter (where tenant.state = 'failed'), '[]')`.as('failures'),
] as const

/** Reads runs for their readers; counts include only the reader's tenants. */
export function createRunViewsRepo(db: Db) {
  function visibleRuns(scope: TenantScope) {
    return (
      db
        .selectFrom('syncRuns as run')
        .leftJoin('syncRunTenants as tenant', (join) =>
          join.onRef('tenant.runId', '=', 'run.id').on(isInScope('tenant.tenantId', scope)),
        )
        .leftJoin('tenants as named', 'named.id', 'tenant.tenantId')
        .select(VISIBLE_RUN)
        .groupBy('run.id')
        // Readers of all tenants also see a run without known tenants.
        .$if(scope.kind === 'granted', (query) =>
          query.having(sql<boolean>`count(tenant.tenant_id) > 0`),
        )
    )
  }

  return {
    findRun: (runId: RunId, scope: TenantScope): Promise<VisibleRun | undefined> =>
      visibleRuns(scope).where('run.id', '=', runId).executeTakeFirst(),

    /** The run under way that holds tenants of the scope, rather one of all tenants, rather the newest. */
    findCurrentRun: (scope: TenantScope): Promise<VisibleRun | undefined> =>
      visibleRuns(scope)
        .where('run.state', 'in', UNFINISHED)
        .orderBy('run.coversAll', 'desc')
        .orderBy('run.createdAt', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** The run that has this tenant still to read, cut to the scope. */
    findCurrentRunOf: (tenantId: TenantId, scope: TenantScope) =>
      visibleRuns(scope)
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
        .executeTakeFirst(),

    /** Returns the users who may see runs now, and whether they see all tenants. */
    findReaders: (userIds: readonly UserId[]) =>
      db
        .selectFrom('users')
        .select('id')
        .select(sql<boolean>`(role = 'admin' or tenant_access = 'all')`.as('seesAllTenants'))
        .where(sql<boolean>`id = any(${userIds}::int[])`)
        .where('isDisabled', '=', false)
        .execute(),

    /** Returns the running and recently ended runs for readers of all tenants. */
    findRunsForAll: (since: Date): Promise<VisibleRun[]> =>
      visibleRuns({ kind: 'all' }).where(isRecent(since)).execute(),

    /** The same for readers of granted tenants, with one row per reader. */
    findRunsForGranted: (userIds: readonly UserId[], since: Date) =>
      db
        .selectFrom('syncRuns as run')
        .innerJoin('syncRunTenants as tenant', 'tenant.runId', 'run.id')
        .innerJoin('tenants as named', 'named.id', 'tenant.tenantId')
        .innerJoin(GRANTED_TENANTS.as('access'), 'access.tenantId', 'tenant.tenantId')
        .select([...VISIBLE_RUN, 'access.userId'])
        .where(sql<boolean>`access.user_id = any(${userIds}::int[])`)
        .where(isRecent(since))
        .groupBy(['run.id', 'access.userId'])
        .execute(),

    /** Returns lost work: runs with unfinished discovery, and waiting tenants. */
    async findUnfinished(before: Date) {
      const discoveries = await db
        .selectFrom('syncRuns')
        .select('id')
        .where('state', 'in', UNFINISHED)
        .where('isDiscovering', '=', true)
        .where((eb) => eb(eb.fn.coalesce('startedAt', 'createdAt'), '<', before))
        .execute()
      const tenants = await db
        .selectFrom('syncRunTenants as tenant')
        .innerJoin('syncRuns as run', 'run.id', 'tenant.runId')
        .select('tenant.tenantId')
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
