import type { UserId } from '@tenantscope/contract/ids'
import { NOTIFICATIONS } from '@tenantscope/contract/limits'
import type { NotificationKind } from '@tenantscope/contract/notifications'
import type { Role } from '@tenantscope/contract/roles'
import { sql } from 'kysely'
import type { Kysely, RawBuilder, Selectable } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { GRANTED_TENANTS } from '../../db/tenant-scope.ts'
import { kindsFor, titleOf } from './notifications.rules.ts'
import type { Happening } from './notifications.rules.ts'

export type NotificationsRepo = ReturnType<typeof createNotificationsRepo>

export const NOTIFICATION_CHANNEL = 'notification'

export type StoredNotification = Selectable<Database['notifications']>

/** Somebody who is to be mailed, with what is new to them. */
export interface Addressee {
  readonly userId: UserId
  readonly name: string
  readonly address: string
  readonly ids: readonly string[]
}

/** Notifications, and whom they concern by the rights of this moment. */
export function createNotificationsRepo(db: Kysely<Database>) {
  return {
    async switchedOn(): Promise<string[]> {
      const { notificationKinds } = await db
        .selectFrom('settings')
        .select('notificationKinds')
        .executeTakeFirstOrThrow()
      return notificationKinds
    },

    /** What was told before is left as it is; listeners of every process hear of what is new. */
    async record(happenings: readonly Happening[], at: Date): Promise<void> {
      if (happenings.length === 0) return
      const column = (name: Exclude<keyof Happening, 'userId'>) =>
        happenings.map((happening) => happening[name])
      await sql`
        with added as (
          insert into notifications
            (kind, key, tenant_id, user_id, title, text, address, created_at)
          select happening.*, ${at}::timestamptz from unnest(
            ${column('kind')}::text[], ${column('key')}::text[], ${column('tenantId')}::text[],
            ${happenings.map(({ userId }) => userId)}::int[],
            ${happenings.map(({ kind }) => titleOf(kind))}::text[],
            ${column('text')}::text[], ${column('address')}::text[]) as happening
          on conflict (kind, key) do nothing returning id
        )
        select pg_notify(${NOTIFICATION_CHANNEL}, id::text) from added`.execute(db)
    },

    /** Those of one person, newest first. */
    async listFor(
      userId: UserId,
      { switchedOn, since }: { switchedOn: readonly string[]; since: Date },
    ): Promise<StoredNotification[]> {
      return db
        .selectFrom('notifications as told')
        .innerJoin('users as person', (join) => join.on('person.id', '=', userId))
        .selectAll('told')
        .where(concerns(switchedOn))
        .where('told.createdAt', '>', since)
        .orderBy('told.createdAt', 'desc')
        .orderBy('told.id')
        .limit(NOTIFICATIONS.shown)
        .execute()
    },

    /** Those of these that concern any of these people, each with whom. */
    async findFor(
      userIds: readonly UserId[],
      { ids, switchedOn }: { ids: readonly string[]; switchedOn: readonly string[] },
    ): Promise<(StoredNotification & { personIds: number[] })[]> {
      return db
        .selectFrom('notifications as told')
        .innerJoin('users as person', (join) => join.onTrue())
        .selectAll('told')
        .select(sql<number[]>`array_agg(person.id)`.as('personIds'))
        .where(sql<boolean>`told.id = any(${ids}::uuid[])`)
        .where(sql<boolean>`person.id = any(${userIds}::int[])`)
        .where(concerns(switchedOn))
        .groupBy('told.id')
        .orderBy('told.createdAt')
        .orderBy('told.id')
        .execute()
    },

    async unmailed(since: Date): Promise<StoredNotification[]> {
      return db
        .selectFrom('notifications')
        .selectAll()
        .where('mailedAt', 'is', null)
        .where('createdAt', '>', since)
        .orderBy('createdAt')
        .limit(500)
        .execute()
    },

    /** People who want mail and are concerned by any of these. */
    async addresseesOf(
      ids: readonly string[],
      switchedOn: readonly string[],
    ): Promise<Addressee[]> {
      return db
        .selectFrom('notifications as told')
        .innerJoin('users as person', (join) => join.onTrue())
        .leftJoin('userPreferences as chosen', 'chosen.userId', 'person.id')
        .select([
          sql<UserId>`person.id`.as('userId'),
          sql<string>`coalesce(person.display_name, person.username)`.as('name'),
          sql<string>`person.email`.as('address'),
          sql<string[]>`array_agg(told.id::text order by told.created_at)`.as('ids'),
        ])
        .where(sql<boolean>`told.id = any(${ids}::uuid[])`)
        .where(concerns(switchedOn))
        .where(sql<boolean>`coalesce(chosen.email_notifications, true)`)
        .where('person.email', 'is not', null)
        .groupBy('person.id')
        .execute()
    },

    async markMailed(ids: readonly string[], at: Date): Promise<void> {
      await db
        .updateTable('notifications')
        .set({ mailedAt: at })
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .execute()
    },

    async deleteOld(before: Date): Promise<void> {
      await db.deleteFrom('notifications').where('createdAt', '<', before).execute()
    },
  }
}

const ROLES = ['viewer', 'technician', 'admin'] as const satisfies Role[]

/** Whether `told` may reach `person`, by the role and the tenants that they have now. */
function concerns(switchedOn: readonly string[]): RawBuilder<boolean> {
  const byRole = ROLES.map(
    (role) =>
      sql`when ${role} then ${kindsFor(role, switchedOn) satisfies NotificationKind[]}::text[]`,
  )
  return sql<boolean>`not person.is_disabled
    and (told.user_id is null or told.user_id = person.id)
    and told.kind = any(case person.role ${sql.join(byRole, sql` `)} end)
    and (told.tenant_id is null or person.role = 'admin' or person.tenant_access = 'all'
      or (person.id, told.tenant_id) in (
        select user_id, tenant_id from ${GRANTED_TENANTS} as granted))`
}
