import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { QueueCounts } from './doctor.rules.ts'

export type DoctorRepo = ReturnType<typeof createDoctorRepo>

/** What the database says of itself; nothing is written. */
export function createDoctorRepo(db: Kysely<Database>) {
  return {
    async about(): Promise<{ version: string; now: Date }> {
      const { rows } = await sql<{ version: string; now: Date }>`
        select current_setting('server_version') as version, clock_timestamp() as now`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('The database gave no answer')
      return row
    },

    /** Null before the first start of the job runner. */
    async queue(): Promise<QueueCounts | null> {
      const there = await sql<{ isThere: boolean }>`
        select to_regclass('pgboss.job') is not null as is_there`.execute(db)
      if (there.rows[0]?.isThere !== true) return null
      const { rows } = await sql<QueueCounts>`
        select
          count(*) filter (where state in ('created', 'retry') and name <> 'dead-letter')::int as waiting,
          count(*) filter (where state = 'active')::int as active,
          extract(epoch from clock_timestamp() - min(start_after) filter (
            where state in ('created', 'retry') and start_after < clock_timestamp()
              and name <> 'dead-letter'))::float8 as oldest_waiting_seconds,
          count(*) filter (
            where name = 'dead-letter' and created_on > clock_timestamp() - interval '1 day'
          )::int as given_up
        from pgboss.job`.execute(db)
      return rows[0] ?? null
    },

    /** As the last check of the connection in use found it. */
    async credentialExpiresAt(): Promise<Date | null> {
      const row = await db
        .selectFrom('connectionChecks')
        .innerJoin(
          'microsoftConnection',
          'microsoftConnection.version',
          'connectionChecks.connectionVersion',
        )
        .select('connectionChecks.credentialExpiresAt')
        .executeTakeFirst()
      return row?.credentialExpiresAt ?? null
    },
  }
}
