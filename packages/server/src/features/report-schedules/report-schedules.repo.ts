import type { UserId } from '@tenantscope/contract/ids'
import type { ReportScheduleId, TenantId } from '@tenantscope/contract/ids'
import type { ReportRecipient } from '@tenantscope/contract/report-schedules'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Database, Db, Trx } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'

export type ReportSchedulesRepo = ReturnType<typeof createReportSchedulesRepo>

/** The values of a schedule that users choose, with the next run. */
export type ScheduleValues = Omit<
  Selectable<Database['reportSchedules']>,
  'id' | 'createdBy' | 'createdByUserId' | 'version' | 'updatedAt' | 'updatedBy'
>

export type StoredSchedule = Awaited<ReturnType<ReportSchedulesRepo['list']>>[number]

/** A user with the current rights that schedules check. */
export type Person = NonNullable<Awaited<ReturnType<ReportSchedulesRepo['findPerson']>>>

const PERSON_NAME = sql<string>`coalesce(nullif(trim(users.display_name), ''), users.username)`
const CAN_GET_MAIL = sql<boolean>`not users.is_disabled and users.email <> ''`

/** Stores schedules and their recipients. */
export function createReportSchedulesRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** `creatorId`: schedules of one user; `tenantId`: schedules for one tenant. */
    list: (
      { creatorId, tenantId }: { creatorId: UserId | null; tenantId: TenantId | null },
      scope: TenantScope,
    ) =>
      schedulesOf(db, scope)
        .$if(creatorId !== null, (query) => query.where('schedule.createdByUserId', '=', creatorId))
        .$if(tenantId !== null, (query) =>
          query.where((eb) =>
            eb.or([eb('schedule.tenantId', '=', tenantId), eb('schedule.tenantId', 'is', null)]),
          ),
        )
        .orderBy('schedule.id')
        .execute(),

    find: (id: ReportScheduleId, scope: TenantScope, within: Db = db) =>
      schedulesOf(within, scope).where('schedule.id', '=', id).executeTakeFirst(),

    /** Locks the schedule until the transaction ends. */
    async lock(trx: Trx, id: ReportScheduleId): Promise<void> {
      await trx
        .selectFrom('reportSchedules')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .execute()
    },

    /** Returns the user's number of schedules and blocks additions until the transaction ends. */
    async countLocked(trx: Trx, creatorId: UserId): Promise<number> {
      await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', creatorId)
        .forNoKeyUpdate()
        .execute()
      const { count } = await trx
        .selectFrom('reportSchedules')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('createdByUserId', '=', creatorId)
        .executeTakeFirstOrThrow()
      return count
    },

    async insert(
      trx: Trx,
      values: ScheduleValues,
      by: { name: string; userId: UserId; at: Date },
    ): Promise<ReportScheduleId> {
      const row = await trx
        .insertInto('reportSchedules')
        .values({
          ...values,
          createdBy: by.name,
          createdByUserId: by.userId,
          updatedBy: by.name,
          updatedAt: by.at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    async update(
      trx: Trx,
      id: ReportScheduleId,
      change: Partial<ScheduleValues> & { updatedBy: string; updatedAt: Date },
    ): Promise<void> {
      await trx
        .updateTable('reportSchedules')
        .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Not an edit by a user, so the version is unchanged. */
    async moveOn(trx: Trx, id: ReportScheduleId, nextRunAt: Date): Promise<void> {
      await trx.updateTable('reportSchedules').set({ nextRunAt }).where('id', '=', id).execute()
    },

    async delete(trx: Trx, id: ReportScheduleId): Promise<void> {
      await trx.deleteFrom('reportSchedules').where('id', '=', id).execute()
    },

    async replaceRecipients(
      trx: Trx,
      scheduleId: ReportScheduleId,
      userIds: readonly UserId[],
    ): Promise<void> {
      await trx
        .deleteFrom('reportScheduleRecipients')
        .where('scheduleId', '=', scheduleId)
        .execute()
      await sql`
        insert into report_schedule_recipients (schedule_id, user_id)
        select ${scheduleId}::int, users.id from users where users.id = any(${userIds}::int[])`.execute(
        trx,
      )
    },

    /** Returns due schedules that are not running. */
    async findDue(now: Date): Promise<ReportScheduleId[]> {
      const rows = await db
        .selectFrom('reportSchedules as schedule')
        .select('id')
        .where('isEnabled', '=', true)
        .where('nextRunAt', '<=', now)
        .where(
          sql<boolean>`not exists (select from report_schedule_runs as run
            where run.schedule_id = schedule.id and run.state = 'running')`,
        )
        .orderBy('nextRunAt')
        .execute()
      return rows.map(({ id }) => id)
    },

    findPerson: (userId: UserId, within: Db = db) =>
      within
        .selectFrom('users')
        .select(['id as userId', 'email', 'isDisabled', 'role', PERSON_NAME.as('name')])
        .select(sql<boolean>`(role = 'admin' or tenant_access = 'all')`.as('seesAllTenants'))
        .where('id', '=', userId)
        .executeTakeFirst(),

    /** Returns those of the users, or of all users, who can receive mail. */
    findRecipients: (userIds: readonly UserId[] | 'all'): Promise<ReportRecipient[]> =>
      db
        .selectFrom('users')
        .select(['id as userId', PERSON_NAME.as('name'), sql<string>`email`.as('email')])
        .where(CAN_GET_MAIL)
        .$if(userIds !== 'all', (query) => query.where(sql<boolean>`id = any(${userIds}::int[])`))
        .orderBy(byAlphabet(PERSON_NAME))
        .orderBy('id')
        .execute(),
  }
}

function schedulesOf(within: Db, scope: TenantScope) {
  return within
    .selectFrom('reportSchedules as schedule')
    .innerJoin('users', 'users.id', 'schedule.createdByUserId')
    .leftJoin('tenants', (join) =>
      join.onRef('tenants.id', '=', 'schedule.tenantId').on(isInScope('schedule.tenantId', scope)),
    )
    .selectAll('schedule')
    .select([
      PERSON_NAME.as('creatorName'),
      // Null for all tenants, and for one outside the requested scope.
      sql<string | null>`case when tenants.id is not null then ${shownName('tenants')} end`.as(
        'tenantName',
      ),
    ])
    .select(
      // Recipients who can receive mail now: enabled accounts with an address.
      sql<ReportRecipient[]>`(
        select coalesce(json_agg(json_build_object('userId', users.id, 'name', ${PERSON_NAME},
          'email', users.email) order by ${byAlphabet(PERSON_NAME)}, users.id), '[]')
        from report_schedule_recipients as recipient
        join users on users.id = recipient.user_id
        where recipient.schedule_id = schedule.id and ${CAN_GET_MAIL})`.as('recipients'),
    )
}
