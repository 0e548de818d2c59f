import type {
  ReportScheduleId,
  ReportSnapshotId,
  RunId,
  TenantId,
  UserId,
} from '@tenantscope/contract/ids'
import type { ReportScheduleRun } from '@tenantscope/contract/report-schedules'
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Database, Db, Trx } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'

export type ScheduleRunsRepo = ReturnType<typeof createScheduleRunsRepo>

/** A run as its reader sees it: counts include only the reader's tenants. */
export type VisibleRun = Awaited<ReturnType<ScheduleRunsRepo['list']>>[number]

/** The progress of a run in all its tenants. */
export type RunState = NonNullable<Awaited<ReturnType<ScheduleRunsRepo['stateLocked']>>>

type Row = Selectable<Database['reportScheduleRuns']>

const NAME = shownName('named')

/** Stores runs of schedules, with the result of each tenant. */
export function createScheduleRunsRepo(db: Db) {
  const visible = (scope: TenantScope) =>
    db
      .selectFrom('reportScheduleRuns as run')
      .leftJoin('reportScheduleRunTenants as tenant', (join) =>
        join.onRef('tenant.runId', '=', 'run.id').on(isInScope('tenant.tenantId', scope)),
      )
      .leftJoin('tenants as named', 'named.id', 'tenant.tenantId')
      .select([
        'run.scheduleId',
        'run.startedAt',
        'run.finishedAt',
        'run.state',
        'run.problem',
        'run.mailState',
        'run.mailMessage',
        // Includes reports that were deleted since.
        sql<number>`(count(*) filter (where tenant.tenant_id is not null and tenant.problem is null
          and (tenant.snapshot_id is not null or run.finished_at is not null)))::int`.as('made'),
        sql<ReportScheduleRun['failures']>`coalesce(
          json_agg(json_build_object('tenantId', tenant.tenant_id, 'displayName', ${NAME},
            'message', tenant.problem) order by ${byAlphabet(NAME)}, tenant.tenant_id)
          filter (where tenant.problem is not null), '[]')`.as('failures'),
      ])
      .groupBy('run.id')

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Newest first. */
    list: (scheduleId: ReportScheduleId, scope: TenantScope, limit: number) =>
      visible(scope)
        .where('run.scheduleId', '=', scheduleId)
        .orderBy('run.startedAt', 'desc')
        .limit(limit)
        .execute(),

    /** Returns the newest run of each schedule that has one. */
    findLast: (scheduleIds: readonly ReportScheduleId[], scope: TenantScope) =>
      visible(scope)
        .where(
          sql<boolean>`run.id in (select distinct on (schedule_id) id from report_schedule_runs
            where schedule_id = any(${scheduleIds}::int[]) order by schedule_id, started_at desc)`,
        )
        .execute(),

    /** Returns false while another run of the schedule is running. */
    async insert(trx: Trx, run: Insertable<Database['reportScheduleRuns']>): Promise<boolean> {
      const row = await trx
        .insertInto('reportScheduleRuns')
        .values(run)
        .onConflict((conflict) =>
          conflict.column('scheduleId').where('state', '=', 'running').doNothing(),
        )
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Returns the scope's tenants that have been read and have not ended. */
    async findReadTenants(trx: Trx, scope: TenantScope): Promise<TenantId[]> {
      const rows = await trx
        .selectFrom('tenants')
        .select('id')
        .where('currentGenerationId', 'is not', null)
        .where('status', '<>', 'Inactive')
        .where(isInScope('tenants.id', scope))
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    async addTenants(trx: Trx, runId: RunId, tenantIds: readonly TenantId[]): Promise<void> {
      await sql`
        insert into report_schedule_run_tenants (run_id, tenant_id)
        select ${runId}::uuid, id from tenants where id = any(${tenantIds}::text[])`.execute(trx)
    },

    /** Returns the schedule of a pending report; undefined when it is done. */
    async findPending(runId: RunId, tenantId: TenantId): Promise<ReportScheduleId | undefined> {
      const row = await db
        .selectFrom('reportScheduleRunTenants as tenant')
        .innerJoin('reportScheduleRuns as run', 'run.id', 'tenant.runId')
        .select('run.scheduleId')
        .where('tenant.runId', '=', runId)
        .where('tenant.tenantId', '=', tenantId)
        .where('tenant.snapshotId', 'is', null)
        .where('tenant.problem', 'is', null)
        .where('run.state', '=', 'running')
        .executeTakeFirst()
      return row?.scheduleId
    },

    /** Returns a report that an earlier, interrupted attempt created. */
    async findSnapshot(runId: RunId, tenantId: TenantId): Promise<ReportSnapshotId | undefined> {
      const row = await db
        .selectFrom('reportSnapshots')
        .select('id')
        .where('scheduleRunId', '=', runId)
        .where('tenantId', '=', tenantId)
        .executeTakeFirst()
      return row?.id
    },

    async settleTenant(
      trx: Trx,
      { runId, tenantId }: { runId: RunId; tenantId: TenantId },
      outcome: { snapshotId: ReportSnapshotId } | { problem: string },
    ): Promise<void> {
      await trx
        .updateTable('reportScheduleRunTenants')
        .set(outcome)
        .where('runId', '=', runId)
        .where('tenantId', '=', tenantId)
        .where('snapshotId', 'is', null)
        .where('problem', 'is', null)
        .execute()
    },

    /** The lock serializes simultaneous ends, so that the later one sees both. */
    async stateLocked(trx: Trx, runId: RunId) {
      const run = await trx
        .selectFrom('reportScheduleRuns')
        .select(['scheduleId', 'state'])
        .where('id', '=', runId)
        .forUpdate()
        .executeTakeFirst()
      if (run === undefined) return undefined
      const counts = await trx
        .selectFrom('reportScheduleRunTenants')
        .select([
          sql<number>`(count(*) filter (where snapshot_id is null and problem is null))::int`.as(
            'pending',
          ),
          sql<number>`(count(snapshot_id))::int`.as('made'),
          sql<number>`(count(problem))::int`.as('failed'),
        ])
        .where('runId', '=', runId)
        .executeTakeFirstOrThrow()
      return { ...run, ...counts }
    },

    async close(
      trx: Trx,
      runId: RunId,
      end: Pick<Row, 'state' | 'finishedAt' | 'problem' | 'mailState'>,
    ): Promise<void> {
      await trx.updateTable('reportScheduleRuns').set(end).where('id', '=', runId).execute()
    },

    /** Returns running runs that started before, with their pending tenants. */
    findUnderWay: (before: Date): Promise<{ runId: RunId; tenantIds: TenantId[] }[]> =>
      db
        .selectFrom('reportScheduleRuns as run')
        .leftJoin('reportScheduleRunTenants as tenant', (join) =>
          join
            .onRef('tenant.runId', '=', 'run.id')
            .on('tenant.snapshotId', 'is', null)
            .on('tenant.problem', 'is', null),
        )
        .select([
          'run.id as runId',
          sql<TenantId[]>`array_remove(array_agg(tenant.tenant_id), null)`.as('tenantIds'),
        ])
        .where('run.state', '=', 'running')
        .where('run.startedAt', '<', before)
        .groupBy('run.id')
        .execute(),

    /** Adds the pending mails of a run, one per user. */
    async addMails(trx: Trx, runId: RunId, userIds: readonly UserId[]): Promise<void> {
      await sql`
        insert into report_schedule_run_mails (run_id, user_id)
        select ${runId}::uuid, id from users where id = any(${userIds}::int[])`.execute(trx)
    },
  }
}
