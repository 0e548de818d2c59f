import type { Insertable, Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type AuditLogRepo = ReturnType<typeof createAuditLogRepo>

/** The two trails that are only ever added to. */
export function createAuditLogRepo(db: Kysely<Database>) {
  return {
    async appendSignIn(entry: Insertable<Database['loginAuditLog']>): Promise<void> {
      await db.insertInto('loginAuditLog').values(entry).execute()
    },

    async appendChange(
      entry: Insertable<Database['securityAuditLog']>,
      within: Kysely<Database> = db,
    ): Promise<void> {
      await within.insertInto('securityAuditLog').values(entry).execute()
    },
  }
}
