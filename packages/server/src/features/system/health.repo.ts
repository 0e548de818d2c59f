import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

/** What the checks of the running product look up. */
export function createHealthRepo(db: Kysely<Database>) {
  return {
    async backups() {
      const { lastBackupAt, isEnabled, lastFailure } = await db
        .selectFrom('backupSchedule')
        .select(['lastBackupAt', 'isEnabled', 'lastFailure'])
        .executeTakeFirstOrThrow()
      return { lastBackupAt, isScheduled: isEnabled, failure: lastFailure }
    },

    async hasMailServer(): Promise<boolean> {
      const row = await db.selectFrom('mailSettings').select('host').executeTakeFirst()
      return row !== undefined && row.host !== null
    },
  }
}
