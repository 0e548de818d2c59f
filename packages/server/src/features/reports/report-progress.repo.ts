import type { ReportProgressId, UserId } from '@tenantscope/contract/ids'
import type { ReportProgress } from '@tenantscope/contract/reports'

import type { Db } from '../../db/tables.ts'

export type ReportProgressRepo = ReturnType<typeof createReportProgressRepo>

/** Stores the progress of requested files for all processes. */
export function createReportProgressRepo(db: Db) {
  return {
    /** False where another person's file has this id. */
    async begin(id: ReportProgressId, userId: UserId, at: Date): Promise<boolean> {
      const begun = {
        userId,
        state: 'reading',
        position: null,
        usersWritten: 0,
        usersTotal: null,
        updatedAt: at,
      } as const
      const row = await db
        .insertInto('reportProgress')
        .values({ id, ...begun })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(begun).where('reportProgress.userId', '=', userId),
        )
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async save(id: ReportProgressId, progress: ReportProgress, at: Date): Promise<void> {
      await db
        .updateTable('reportProgress')
        .set({ ...progress, updatedAt: at })
        .where('id', '=', id)
        .execute()
    },

    find: (id: ReportProgressId, userId: UserId): Promise<ReportProgress | undefined> =>
      db
        .selectFrom('reportProgress')
        .select(['state', 'position', 'usersWritten', 'usersTotal'])
        .where('id', '=', id)
        .where('userId', '=', userId)
        .executeTakeFirst(),

    async deleteOlder(than: Date): Promise<void> {
      await db.deleteFrom('reportProgress').where('updatedAt', '<', than).execute()
    },
  }
}
