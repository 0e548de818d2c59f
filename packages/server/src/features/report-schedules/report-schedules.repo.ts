import { UserId } from '@tenantscope/contract/ids'
import type { ReportScheduleId, TenantId } from '@tenantscope/contract/ids'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import type { ReportRecipient } from '@tenantscope/contract/report-schedules'
import type { Role } from '@tenantscope/contract/roles'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'

export type ReportSchedulesRepo = ReturnType<typeof createReportSchedulesRepo>

type Trx = Transaction<Database>

/** What a schedule says, as it is stored. */
export interface ScheduleValues {
  readonly tenantId: TenantId | null
  readonly reportType: ReportType
  readonly format: ReportFormat
  readonly frequency: 'weekly' | 'monthly'
  readonly weekday: number | null
  readonly dayOfMonth: number | null
  readonly timeOfDay: string
  readonly timeZone: string
  readonly isEnabled: boolean
  readonly nextRunAt: Date | null
}

export interface StoredSchedule extends ScheduleValues {
  readonly id: ReportScheduleId
  /** The maker's display name, else their user name. */
  readonly makerName: string
  readonly createdByUserId: UserId
  readonly version: number
  readonly updatedAt: Date
  readonly updatedBy: string
  /** Of the scope that asked; null for all tenants and for one outside of it. */
  readonly tenantName: string | null
  /** Who can get mail now: people with an account that is not disabled, and with an address. */
  readonly recipients: readonly ReportRecipient[]
}

/** A person as schedules see one: what they may do now. */
export interface Person {
  readonly userId: UserId
  readonly name: string
  readonly email: string | null
  readonly isDisabled: boolean
  readonly role: Role
  readonly seesAllTenants: boolean
}

const PERSON_NAME = sql<string>`coalesce(nullif(trim(users.display_name), ''), users.username)`
const CAN_GET_MAIL = sql<boolean>`not users.is_disabled and users.email <> ''`

/** Schedules and who gets their reports. */
export function createReportSchedulesRepo(db: Kysely<Database>) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** `makerId`: those of one person; `tenantId`: those that make reports of one tenant. */
    async list(
      asked: { makerId: UserId | null; tenantId: TenantId | null },
      scope: TenantScope,
    ): Promise<StoredSchedule[]> {
      const { makerId, tenantId } = asked
      return schedulesOf(db, scope)
        .$if(makerId !== null, (query) => query.where('schedule.createdByUserId', '=', makerId))
        .$if(tenantId !== null, (query) =>
          query.where((eb) =>
            eb.or([eb('schedule.tenantId', '=', tenantId), eb('schedule.tenantId', 'is', null)]),
          ),
        )
        .orderBy('schedule.id')
        .execute()
    },

    async find(
      id: ReportScheduleId,
      scope: TenantScope,
      within: Kysely<Database> = db,
    ): Promise<StoredSchedule | undefined> {
      return schedulesOf(within, scope).where('schedule.id', '=', id).executeTakeFirst()
    },

    /** Nobody else changes or starts it before the transaction ends. */
    async lock(trx: Trx, id: ReportScheduleId): Promise<void> {
      await trx
        .selectFrom('reportSchedules')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .execute()
    },

    /** How many the person has; nobody adds one before the transaction ends. */
    async countLocked(trx: Trx, makerId: UserId): Promise<number> {
      await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', makerId)
        .forNoKeyUpdate()
        .execute()
      const { count } = await trx
        .selectFrom('reportSchedules')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('createdByUserId', '=', makerId)
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
        .$narrowType<{ id: ReportScheduleId }>()
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

    /** Nothing that anybody changed, so its version stays. */
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

    /** What is due and not under way. */
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
        .$narrowType<{ id: ReportScheduleId }>()
        .execute()
      return rows.map(({ id }) => id)
    },

    async findPerson(userId: UserId, within: Kysely<Database> = db): Promise<Person | undefined> {
      const row = await within
        .selectFrom('users')
        .select(['id as userId', 'email', 'isDisabled', 'role', PERSON_NAME.as('name')])
        .select(sql<boolean>`(role = 'admin' or tenant_access = 'all')`.as('seesAllTenants'))
        .where('id', '=', userId)
        .executeTakeFirst()
      return row && { ...row, userId: UserId.parse(row.userId) }
    },

    /** Of these, or of everybody, who can get mail. */
    async findRecipients(userIds: readonly UserId[] | 'all'): Promise<ReportRecipient[]> {
      return db
        .selectFrom('users')
        .select(['id as userId', PERSON_NAME.as('name'), sql<string>`email`.as('email')])
        .where(CAN_GET_MAIL)
        .$if(userIds !== 'all', (query) => query.where(sql<boolean>`id = any(${userIds}::int[])`))
        .orderBy(sql`lower(${PERSON_NAME})`)
        .orderBy('id')
        .$narrowType<{ userId: UserId }>()
        .execute()
    },
  }
}

function schedulesOf(within: Kysely<Database>, scope: TenantScope) {
  return within
    .selectFrom('reportSchedules as schedule')
    .innerJoin('users', 'users.id', 'schedule.createdByUserId')
    .leftJoin('tenants', (join) =>
      join.onRef('tenants.id', '=', 'schedule.tenantId').on(isInScope('schedule.tenantId', scope)),
    )
    .selectAll('schedule')
    .select([
      PERSON_NAME.as('makerName'),
      sql<string | null>`case when tenants.id is not null then ${shownName('tenants')} end`.as(
        'tenantName',
      ),
    ])
    .select(
      sql<ReportRecipient[]>`(
        select coalesce(json_agg(json_build_object('userId', users.id, 'name', ${PERSON_NAME},
          'email', users.email) order by lower(${PERSON_NAME}), users.id), '[]')
        from report_schedule_recipients as recipient
        join users on users.id = recipient.user_id
        where recipient.schedule_id = schedule.id and ${CAN_GET_MAIL})`.as('recipients'),
    )
    .$narrowType<{ id: ReportScheduleId; tenantId: TenantId | null; createdByUserId: UserId }>()
}
