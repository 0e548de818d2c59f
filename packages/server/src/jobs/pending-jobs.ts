import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../db/tables.ts'
import type { Job } from './job.ts'

export type PendingJobs = ReturnType<typeof createPendingJobs>

/** What stands in the queue. */
export function createPendingJobs(db: Kysely<Database>) {
  return {
    /** The payloads of a kind of job that wait, wait for their next try, or are being done. */
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
