import type {
  ReportScheduleId,
  ReportSnapshotId,
  RunId,
  TenantId,
  UserId,
} from '@tenantscope/contract/ids'
import type { ReportScheduleRun } from '@tenantscope/contract/report-schedules'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'

export type ScheduleRunsRepo = ReturnType<typeof createScheduleRunsRepo>

type Trx = Transaction<Database>

/** A run as its reader sees it: what was made and what failed is counted from the reader's tenants alone. */
export interface VisibleRun {
  readonly scheduleId: ReportScheduleId
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly state: ReportScheduleRun['state']
  readonly problem: string | null
  readonly mailState: ReportScheduleRun['mail']['state']
  readonly mailMessage: string | null
  readonly made: number
  readonly failures: ReportScheduleRun['failures']
}

/** How far a run is, in all its tenants. */
export interface RunStanding {
  readonly scheduleId: ReportScheduleId
  readonly state: ReportScheduleRun['state']
  readonly pending: number
  readonly made: number
  readonly failed: number
}

export interface NewRun {
  readonly id: RunId
  readonly scheduleId: ReportScheduleId
  readonly startedAt: Date
}

const NAME = shownName('named')

/** Runs of schedules: what became of each tenant. */
export function createScheduleRunsRepo(db: Kysely<Database>) {
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
        // What was made and has been removed since was made nevertheless.
        sql<number>`(count(*) filter (where tenant.tenant_id is not null and tenant.problem is null
          and (tenant.snapshot_id is not null or run.finished_at is not null)))::int`.as('made'),
        sql<ReportScheduleRun['failures']>`coalesce(
          json_agg(json_build_object('tenantId', tenant.tenant_id, 'displayName', ${NAME},
            'message', tenant.problem) order by ${NAME}, tenant.tenant_id)
          filter (where tenant.problem is not null), '[]')`.as('failures'),
      ])
      .$narrowType<{ scheduleId: ReportScheduleId }>()
      .groupBy('run.id')

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Newest first. */
    async list(
      scheduleId: ReportScheduleId,
      scope: TenantScope,
      limit: number,
    ): Promise<VisibleRun[]> {
      return visible(scope)
        .where('run.scheduleId', '=', scheduleId)
        .orderBy('run.startedAt', 'desc')
        .limit(limit)
        .execute()
    },

    /** The newest of each schedule that has any. */
    async findLast(
      scheduleIds: readonly ReportScheduleId[],
      scope: TenantScope,
    ): Promise<VisibleRun[]> {
      return visible(scope)
        .where(
          sql<boolean>`run.id in (select distinct on (schedule_id) id from report_schedule_runs
            where schedule_id = any(${scheduleIds}::int[]) order by schedule_id, started_at desc)`,
        )
        .execute()
    },

    /** False while another run of the schedule is under way. */
    async insert(trx: Trx, run: NewRun): Promise<boolean> {
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

    /** The tenants of the scope that have been read and not ended. */
    async findReadTenants(trx: Trx, scope: TenantScope): Promise<TenantId[]> {
      const rows = await trx
        .selectFrom('tenants')
        .select('id')
        .where('currentGenerationId', 'is not', null)
        .where('status', '<>', 'Inactive')
        .where(isInScope('tenants.id', scope))
        .orderBy('id')
        .$narrowType<{ id: TenantId }>()
        .execute()
      return rows.map(({ id }) => id)
    },

    async addTenants(trx: Trx, runId: RunId, tenantIds: readonly TenantId[]): Promise<void> {
      await sql`
        insert into report_schedule_run_tenants (run_id, tenant_id)
        select ${runId}::uuid, id from tenants where id = any(${tenantIds}::text[])`.execute(trx)
    },

    /** The schedule of a report that is still to be made; undefined when there is nothing left to do. */
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
        .$narrowType<{ scheduleId: ReportScheduleId }>()
        .executeTakeFirst()
      return row?.scheduleId
    },

    /** A report that an earlier try made, before it was cut short. */
    async findSnapshot(runId: RunId, tenantId: TenantId): Promise<ReportSnapshotId | undefined> {
      const row = await db
        .selectFrom('reportSnapshots')
        .select('id')
        .where('scheduleRunId', '=', runId)
        .where('tenantId', '=', tenantId)
        .$narrowType<{ id: ReportSnapshotId }>()
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

    /** Two that end at once look one after the other, so that the later one sees both ends. */
    async standingLocked(trx: Trx, runId: RunId): Promise<RunStanding | undefined> {
      const run = await trx
        .selectFrom('reportScheduleRuns')
        .select(['scheduleId', 'state'])
        .where('id', '=', runId)
        .forUpdate()
        .$narrowType<{ scheduleId: ReportScheduleId }>()
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
      end: {
        state: ReportScheduleRun['state']
        finishedAt: Date
        problem: string | null
        mailState: ReportScheduleRun['mail']['state']
      },
    ): Promise<void> {
      await trx.updateTable('reportScheduleRuns').set(end).where('id', '=', runId).execute()
    },

    /** Runs under way that began before, with the tenants that they wait for. */
    async findUnderWay(before: Date): Promise<{ runId: RunId; tenantIds: TenantId[] }[]> {
      return db
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
        .$narrowType<{ runId: RunId }>()
        .execute()
    },

    /** For whom mails of a run are to be sent, each once. */
    async addMails(trx: Trx, runId: RunId, userIds: readonly UserId[]): Promise<void> {
      await sql`
        insert into report_schedule_run_mails (run_id, user_id)
        select ${runId}::uuid, id from users where id = any(${userIds}::int[])`.execute(trx)
    },
  }
}
