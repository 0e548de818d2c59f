import { sql } from 'kysely'

import type { Db, Trx } from '../../db/tables.ts'
import { hasQueue } from '../../jobs/pending-jobs.ts'

/** True when the installation was used: the first start creates an administrator. */
export async function holdsData(db: Db): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select from users) or exists (select from tenants) as holds`.execute(db)
  return rows[0]?.holds === true
}

/** Does what a restore requires besides storing the rows. */
export function createRestoreRepo(trx: Trx) {
  return {
    /** The sessions of the state before are about to be gone: their streams end everywhere. */
    async announceSessionEnds(): Promise<void> {
      await sql`select pg_notify('tenantscope_session_ended', id) from sessions`.execute(trx)
    },

    /** Null while there is no connection. */
    async connectionVersion(): Promise<number | null> {
      const row = await trx.selectFrom('microsoftConnection').select('version').executeTakeFirst()
      return row?.version ?? null
    },

    /** Binds the restored data to this installation. */
    async settle(given: {
      fingerprints: readonly string[]
      connectionVersion: number | null
    }): Promise<void> {
      await trx
        .updateTable('installation')
        .set({ secretKeyFingerprints: [...given.fingerprints] })
        .execute()
      await setConnectionVersion(given.connectionVersion)
      if (await hasQueue(trx)) await sql`delete from pgboss.job`.execute(trx)
    },
  }

  // Processes keep tokens by the connection's version: one that they know must not come back with
  // another credential.
  async function setConnectionVersion(before: number | null): Promise<void> {
    if (before === null) return
    await sql`
      with restored as (select version as old, greatest(version, ${before}::integer) + 1 as new
        from microsoft_connection),
      checked as (update connection_checks set connection_version = restored.new from restored
        where connection_version = restored.old)
      update microsoft_connection set version = restored.new from restored`.execute(trx)
  }
}
