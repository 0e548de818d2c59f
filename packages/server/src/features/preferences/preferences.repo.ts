import type { Preferences } from '@tenantscope/contract/account'
import type { UserId } from '@tenantscope/contract/ids'
import type { ViewType } from '@tenantscope/contract/views'

import type { Db } from '../../db/tables.ts'

/** Stores users' preferences, and saved views as JSON texts; what was never saved has no row. */
export function createPreferencesRepo(db: Db) {
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

    async findView(userId: UserId, viewType: ViewType): Promise<string | undefined> {
      const row = await db
        .selectFrom('userViewPreferences')
        .select('preferences')
        .where('userId', '=', userId)
        .where('viewType', '=', viewType)
        .executeTakeFirst()
      return row?.preferences
    },

    async saveView(
      { userId, viewType }: { userId: UserId; viewType: ViewType },
      preferences: string,
      savedAt: Date,
    ): Promise<void> {
      await db
        .insertInto('userViewPreferences')
        .values({ userId, viewType, preferences, savedAt })
        .onConflict((conflict) =>
          conflict.columns(['userId', 'viewType']).doUpdateSet({ preferences, savedAt }),
        )
        .execute()
    },
  }
}
