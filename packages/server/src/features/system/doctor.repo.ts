import { sql } from 'kysely'

import { readCredentialEnd } from '../../db/credential-end.ts'
import type { Db } from '../../db/tables.ts'
import { hasQueue } from '../../jobs/pending-jobs.ts'
import type { QueueCounts } from './doctor.rules.ts'

export type DoctorRepo = ReturnType<typeof createDoctorRepo>

/** Reads facts of the database; nothing is written. */
export function createDoctorRepo(db: Db) {
  return {
    async about(): Promise<{ version: string; now: Date }> {
      const { rows } = await sql<{ version: string; now: Date }>`
        select current_setting('server_version') as version, clock_timestamp() as now`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('The database returned no row')
      return row
    },

    /** Null before the first start of the job runner. */
    async queue(): Promise<QueueCounts | null> {
      if (!(await hasQueue(db))) return null
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

    credential: () => readCredentialEnd(db),

    async backups() {
      const { lastBackupAt, isEnabled, lastFailure, lastFailureAt } = await db
        .selectFrom('backupSchedule')
        .select(['lastBackupAt', 'isEnabled', 'lastFailure', 'lastFailureAt'])
        .executeTakeFirstOrThrow()
      // A later backup ends the failure, also one that was downloaded.
      const isCurrent = Number(lastFailureAt) > Number(lastBackupAt)
      return { lastBackupAt, isScheduled: isEnabled, failure: isCurrent ? lastFailure : null }
    },

    async hasMailServer(): Promise<boolean> {
      const row = await db.selectFrom('mailSettings').select('host').executeTakeFirst()
      return row !== undefined && row.host !== null
    },
  }
}
