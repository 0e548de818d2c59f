import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type MaintenanceRepo = ReturnType<typeof createMaintenanceRepo>

/** Every process hears on this channel that it is to forget what can be had again. */
export const CACHES_CHANNEL = 'tenantscope_caches'

export function createMaintenanceRepo(db: Kysely<Database>) {
  return {
    transaction: <T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
      db.transaction().execute(work),

    /** Ends everybody's sessions but one; who hears of an end finds the session gone. */
    async endSessionsExcept(trx: Transaction<Database>, sessionId: string): Promise<number> {
      const { rows } = await sql`
        with ended as (delete from sessions where id <> ${sessionId} returning id)
        select pg_notify('tenantscope_session_ended', id) from ended`.execute(trx)
      return rows.length
    },

    async forgetPermissionResults(trx: Transaction<Database>): Promise<void> {
      await trx.deleteFrom('connectionChecks').execute()
    },

    async announceForgetting(trx: Transaction<Database>): Promise<void> {
      await sql`select pg_notify(${CACHES_CHANNEL}, '')`.execute(trx)
    },
  }
}
