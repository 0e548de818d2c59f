import type { UserId } from '@tenantscope/contract/ids'
import type { ViewType } from '@tenantscope/contract/views'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type ViewsRepo = ReturnType<typeof createViewsRepo>

/** How people left their lists, as JSON texts. */
export function createViewsRepo(db: Kysely<Database>) {
  return {
    async find(userId: UserId, viewType: ViewType): Promise<string | undefined> {
      const row = await db
        .selectFrom('userViewPreferences')
        .select('preferences')
        .where('userId', '=', userId)
        .where('viewType', '=', viewType)
        .executeTakeFirst()
      return row?.preferences
    },

    async save(
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
