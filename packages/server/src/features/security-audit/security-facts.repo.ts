import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Db } from '../../db/tables.ts'

export type SecurityFactsRepo = ReturnType<typeof createSecurityFactsRepo>

/** Stored in the password column of Microsoft users. */
const UNUSABLE = '!'
const HASHES_AT_ONCE = 1_000

/** Reads the database facts for the checks. Of a hash only its parameters, never the hash. */
export function createSecurityFactsRepo(db: Db) {
  return {
    /** Counts hashes by prefix, in batches. */
    async hashBeginnings(): Promise<Map<string, number>> {
      const counts = new Map<string, number>()
      let after = 0
      for (;;) {
        const rows = await db
          .selectFrom('users')
          .select(['id', sql<string>`left(password, 7)`.as('beginning')])
          .where(sql<boolean>`id > ${after}`)
          .where('password', '<>', UNUSABLE)
          .orderBy('id')
          .limit(HASHES_AT_ONCE)
          .execute()
        for (const { beginning } of rows) counts.set(beginning, (counts.get(beginning) ?? 0) + 1)
        if (rows.length < HASHES_AT_ONCE) return counts
        after = rows.at(-1)?.id ?? after
      }
    },

    localAdministrators: () =>
      db
        .selectFrom('users')
        .select(['username', 'passwordRule', 'hasDefaultPassword', 'mustResetPassword'])
        .where('authMethod', '=', 'traditional')
        .where('role', '=', 'admin')
        .where('isDisabled', '=', false)
        .orderBy(byAlphabet(sql.ref('username')))
        .execute(),

    async keyFingerprints(): Promise<readonly string[]> {
      const row = await db
        .selectFrom('installation')
        .select('secretKeyFingerprints')
        .executeTakeFirst()
      return row?.secretKeyFingerprints ?? []
    },

    /** Counts over all stored sessions. */
    async sessions({ now, swept }: { now: Date; swept: Date }) {
      const { rows } = await sql<{
        stored: number
        alive: number
        unhashed: number
        /** Ended, and not removed by the sweep after that. */
        leftOver: number
        idleSeconds: number
        absoluteSeconds: number
      }>`
        select
          count(*)::int as stored,
          count(*) filter (where id !~ '^[0-9a-f]{64}$')::int as unhashed,
          count(*) filter (where expires_at < ${swept})::int as left_over,
          coalesce(max(extract(epoch from expires_at - last_seen_at)), 0)::float8 as idle_seconds,
          coalesce(max(extract(epoch from expires_at - created_at)), 0)::float8 as absolute_seconds,
          count(*) filter (where expires_at > ${now})::int as alive
        from sessions`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('The database returned no row')
      return row
    },

    /** Deletes the self-probe's counts for reserved addresses. */
    async forgetProbe(addressKey: string, usernames: readonly string[]): Promise<void> {
      await db.deleteFrom('signInAddressFailures').where('ipAddress', '=', addressKey).execute()
      await sql`delete from sign_in_account_failures
        where username = any(${usernames}::text[])`.execute(db)
    },

    /** Returns how and as which role this connection reaches the server. */
    async connection() {
      const { rows } = await sql<{
        isEncrypted: boolean
        /** Null: through a local socket. */
        clientAddress: string | null
        isSuperuser: boolean
      }>`
        select
          coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
          host(inet_client_addr()) as client_address,
          (select rolsuper from pg_roles where rolname = session_user) as is_superuser`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('The database returned no row')
      return row
    },

    /** Reads the settings that decide whether acknowledged writes are on disk. */
    async durability(): Promise<Readonly<Record<string, string>>> {
      const { rows } = await sql<{ name: string; value: string }>`
        select name, setting as value from pg_settings
        where name in ('fsync', 'wal_sync_method', 'synchronous_commit', 'full_page_writes')
        order by name`.execute(db)
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    },
  }
}
