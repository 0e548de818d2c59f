import type { Preferences } from '@tenantscope/contract/account'
import type { UserId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type PreferencesRepo = ReturnType<typeof createPreferencesRepo>

/** A person's own preferences; who never saved any has no row. */
export function createPreferencesRepo(db: Kysely<Database>) {
  return {
    find(userId: UserId): Promise<Preferences | undefined> {
      return db
        .selectFrom('userPreferences')
        .select([
          'theme',
          'timezone',
          'emailNotifications',
          'desktopNotifications',
          'compactView',
          'defaultView',
        ])
        .where('userId', '=', userId)
        .executeTakeFirst()
    },

    async save(userId: UserId, preferences: Preferences, at: Date): Promise<void> {
      const row = { ...preferences, updatedAt: at }
      await db
        .insertInto('userPreferences')
        .values({ userId, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .execute()
    },
  }
}
