import { sql } from 'kysely'

import type { Db } from '../db/tables.ts'
import type { Job } from './job.ts'

export type PendingJobs = ReturnType<typeof createPendingJobs>

/** True once the job runner has created its tables. */
export async function hasQueue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('pgboss.job') is not null as is_there`.execute(db)
  return rows[0]?.isThere === true
}

/** Reads the queue. */
export function createPendingJobs(db: Db) {
  return {
    /** Returns the payloads of a kind of job that are waiting, waiting for a retry, or running. */
    async find<Payload extends object>(job: Job<Payload>): Promise<Payload[]> {
      const { rows } = await sql<{ data: unknown }>`
        select data from pgboss.job
        where name = ${job.name} and state in ('created', 'retry', 'active')`.execute(db)
      return rows.flatMap(({ data }) => {
        const payload = job.payload.safeParse(data)
        return payload.success ? [payload.data] : []
      })
    },
  }
}
