import type { Selectable, Updateable } from 'kysely'

import type { Database, Db, Trx } from '../../db/tables.ts'

export type BackupScheduleRepo = ReturnType<typeof createBackupScheduleRepo>
export type StoredBackupSchedule = Selectable<Database['backupSchedule']>

/** The one row of the schedule; the migrations insert it. */
export function createBackupScheduleRepo(db: Db) {
  const read = (within: Db = db): Promise<StoredBackupSchedule> =>
    within.selectFrom('backupSchedule').selectAll().executeTakeFirstOrThrow()

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    read,

    /** Locks the row until the transaction ends. */
    readLocked: (trx: Trx): Promise<StoredBackupSchedule> =>
      trx.selectFrom('backupSchedule').selectAll().forUpdate().executeTakeFirstOrThrow(),

    async update(changes: Updateable<Database['backupSchedule']>, within: Db = db): Promise<void> {
      await within.updateTable('backupSchedule').set(changes).execute()
    },

    async timeZone(): Promise<string> {
      const row = await db.selectFrom('settings').select('timezone').executeTakeFirstOrThrow()
      return row.timezone
    },
  }
}
