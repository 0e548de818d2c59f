import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type BackupScheduleRepo = ReturnType<typeof createBackupScheduleRepo>
export type StoredBackupSchedule = Selectable<Database['backupSchedule']>

type Trx = Transaction<Database>

/** The one row of the schedule; the migrations insert it. */
export function createBackupScheduleRepo(db: Kysely<Database>) {
  const read = (within: Kysely<Database> = db): Promise<StoredBackupSchedule> =>
    within.selectFrom('backupSchedule').selectAll().executeTakeFirstOrThrow()

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    read,

    /** Nobody else changes it before the transaction ends. */
    readLocked: (trx: Trx): Promise<StoredBackupSchedule> =>
      trx.selectFrom('backupSchedule').selectAll().forUpdate().executeTakeFirstOrThrow(),

    async update(
      changes: Updateable<Database['backupSchedule']>,
      within: Kysely<Database> = db,
    ): Promise<void> {
      await within.updateTable('backupSchedule').set(changes).execute()
    },

    async timeZone(): Promise<string> {
      const row = await db.selectFrom('settings').select('timezone').executeTakeFirstOrThrow()
      return row.timezone
    },
  }
}
