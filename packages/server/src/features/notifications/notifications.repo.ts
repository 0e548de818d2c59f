import type { UserId } from '@tenantscope/contract/ids'
import { NOTIFICATIONS } from '@tenantscope/contract/limits'
import { NOTIFICATION_NAMES } from '@tenantscope/contract/notifications'
import { Role } from '@tenantscope/contract/roles'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'

import type { Database, Db } from '../../db/tables.ts'
import { GRANTED_TENANTS } from '../../db/tenant-scope.ts'
import { kindsFor } from './notifications.rules.ts'
import type { Happening } from './notifications.rules.ts'

export type NotificationsRepo = ReturnType<typeof createNotificationsRepo>

export const NOTIFICATION_CHANNEL = 'notification'

export type StoredNotification = Selectable<Database['notifications']>

/** Stores notifications, and selects their recipients by current rights. */
export function createNotificationsRepo(db: Db) {
  return {
    async switchedOn(): Promise<string[]> {
      const { notificationKinds } = await db
        .selectFrom('settings')
        .select('notificationKinds')
        .executeTakeFirstOrThrow()
      return notificationKinds
    },

    /** Skips known events; listeners of every process are notified of new ones. */
    async record(happenings: readonly Happening[], at: Date): Promise<void> {
      if (happenings.length === 0) return
      const column = (name: Exclude<keyof Happening, 'userId'>) =>
        happenings.map((happening) => happening[name] ?? null)
      await sql`
        with added as (
          insert into notifications
            (kind, key, tenant_id, user_id, title, text, address, created_at)
          select happening.*, ${at}::timestamptz from unnest(
            ${column('kind')}::text[], ${column('key')}::text[], ${column('tenantId')}::text[],
            ${happenings.map(({ userId }) => userId ?? null)}::int[],
            ${happenings.map(({ kind }) => NOTIFICATION_NAMES[kind])}::text[],
            ${column('text')}::text[], ${column('address')}::text[]) as happening
          on conflict (kind, key) do nothing returning id
        )
        select pg_notify(${NOTIFICATION_CHANNEL}, id::text) from added`.execute(db)
    },

    /** Returns a user's notifications, newest first. */
    listFor: (
      userId: UserId,
      { switchedOn, since }: { switchedOn: readonly string[]; since: Date },
    ) =>
      db
        .selectFrom('notifications as notice')
        .innerJoin('users as person', (join) => join.on('person.id', '=', userId))
        .selectAll('notice')
        .where(concerns(switchedOn))
        .where('notice.createdAt', '>', since)
        .orderBy('notice.createdAt', 'desc')
        .orderBy('notice.id')
        .limit(NOTIFICATIONS.shown)
        .execute(),

    /** Returns those of the notifications that concern any of these users, with the users. */
    findFor: (
      userIds: readonly UserId[],
      { ids, switchedOn }: { ids: readonly string[]; switchedOn: readonly string[] },
    ) =>
      db
        .selectFrom('notifications as notice')
        .innerJoin('users as person', (join) => join.onTrue())
        .selectAll('notice')
        .select(sql<number[]>`array_agg(person.id)`.as('personIds'))
        .where(sql<boolean>`notice.id = any(${ids}::uuid[])`)
        .where(sql<boolean>`person.id = any(${userIds}::int[])`)
        .where(concerns(switchedOn))
        .groupBy('notice.id')
        .orderBy('notice.createdAt')
        .orderBy('notice.id')
        .execute(),

    unmailed: (since: Date): Promise<StoredNotification[]> =>
      db
        .selectFrom('notifications')
        .selectAll()
        .where('mailedAt', 'is', null)
        .where('createdAt', '>', since)
        .orderBy('createdAt')
        .limit(500)
        .execute(),

    /** Returns users who want mail and are concerned by any of these. */
    addresseesOf: (ids: readonly string[], switchedOn: readonly string[]) =>
      db
        .selectFrom('notifications as notice')
        .innerJoin('users as person', (join) => join.onTrue())
        .leftJoin('userPreferences as chosen', 'chosen.userId', 'person.id')
        .select([
          sql<UserId>`person.id`.as('userId'),
          sql<string>`coalesce(person.display_name, person.username)`.as('name'),
          sql<string>`person.email`.as('address'),
          sql<string[]>`array_agg(notice.id::text order by notice.created_at)`.as('ids'),
        ])
        .where(sql<boolean>`notice.id = any(${ids}::uuid[])`)
        .where(concerns(switchedOn))
        .where(sql<boolean>`coalesce(chosen.email_notifications, true)`)
        .where('person.email', 'is not', null)
        .groupBy('person.id')
        .execute(),

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

/** The condition that a notification concerns `person`, by current role and tenants. */
function concerns(switchedOn: readonly string[]): RawBuilder<boolean> {
  const byRole = Role.options.map(
    (role) => sql`when ${role} then ${kindsFor(role, switchedOn)}::text[]`,
  )
  return sql<boolean>`not person.is_disabled
    and (notice.user_id is null or notice.user_id = person.id)
    and notice.kind = any(case person.role ${sql.join(byRole, sql` `)} end)
    and (notice.tenant_id is null or person.role = 'admin' or person.tenant_access = 'all'
      or (person.id, notice.tenant_id) in (
        select user_id, tenant_id from ${GRANTED_TENANTS} as granted))`
}
