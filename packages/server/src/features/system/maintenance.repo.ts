import { sql } from 'kysely'

import type { Db, Trx } from '../../db/tables.ts'

/** The channel that notifies every process to clear its caches. */
export const CACHES_CHANNEL = 'tenantscope_caches'

export function createMaintenanceRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Ends all sessions but one; listeners find the sessions deleted. */
    async endSessionsExcept(trx: Trx, sessionId: string): Promise<number> {
      const { rows } = await sql`
        with ended as (delete from sessions where id <> ${sessionId} returning id)
        select pg_notify('tenantscope_session_ended', id) from ended`.execute(trx)
      return rows.length
    },

    async forgetPermissionResults(trx: Trx): Promise<void> {
      await trx.deleteFrom('connectionChecks').execute()
    },

    async announceForgetting(trx: Trx): Promise<void> {
      await sql`select pg_notify(${CACHES_CHANNEL}, '')`.execute(trx)
    },
  }
}
