import type { CallReply } from '@tenantscope/contract/endpoint'
import type { BackgroundJob, listJobs } from '@tenantscope/contract/system'
import { sql } from 'kysely'

import type { Db, Trx } from '../../db/tables.ts'
import { hasQueue } from '../../jobs/pending-jobs.ts'

export type StoredJob = Omit<
  BackgroundJob,
  'title' | 'createdAt' | 'startedAt' | 'endedAt' | 'tenantId'
> & {
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly tenantId: string | null
}

type JobCounts = CallReply<typeof listJobs>['counts']

const NONE: JobCounts = { running: 0, waiting: 0, retrying: 0, failed: 0, completed: 0 }

/** The queue's own tables. Of a payload nothing is read but the tenant. */
export function createBackgroundJobsRepo(db: Db) {
  return {
    /** Returns running, waiting and failed jobs, newest of each state first. */
    async list(limit: number): Promise<StoredJob[]> {
      if (!(await hasQueue(db))) return []
      const { rows } = await sql<StoredJob>`
        with shown as (
          select id, coalesce(source_name, name) as name, ${STATE} as state,
            coalesce(source_created_on, created_on) as created_at, started_on as started_at,
            case when name = 'dead-letter' then created_on else completed_on end as ended_at,
            case when name = 'dead-letter' then coalesce(source_retry_count, 0) + 1
              when state = 'created' then 0 else retry_count + 1 end as attempts,
            left(coalesce(source_output, output) ->> 'message', 500) as reason,
            data ->> 'tenantId' as tenant_id
          from pgboss.job
          where (name = 'dead-letter' and state = 'created')
            or (name <> 'dead-letter' and state in ('created', 'retry', 'active')))
        select shown.id, name, shown.state, created_at, started_at, ended_at, attempts, reason,
          tenants.id as tenant_id, coalesce(tenant_settings.alias, tenants.display_name) as tenant_name
        from shown
        left join tenants on tenants.id = shown.tenant_id
        left join tenant_settings on tenant_settings.tenant_id = tenants.id
        order by array_position(array['running', 'retrying', 'failed', 'waiting'], shown.state),
          created_at desc, shown.id
        limit ${sql.lit(limit)}`.execute(db)
      return rows
    },

    async count(since: Date): Promise<JobCounts> {
      if (!(await hasQueue(db))) return NONE
      const { rows } = await sql<JobCounts>`
        select count(*) filter (where ${STATE} = 'running')::int as running,
          count(*) filter (where ${STATE} = 'waiting')::int as waiting,
          count(*) filter (where ${STATE} = 'retrying')::int as retrying,
          count(*) filter (where ${STATE} = 'failed')::int as failed,
          count(*) filter (where name <> 'dead-letter' and state = 'completed'
            and completed_on > ${since})::int as completed
        from pgboss.job`.execute(db)
      return rows[0] ?? NONE
    },

    /** Takes a job that failed for good out of the dead letters; undefined where there is none. */
    async takeDeadLetter(
      trx: Db,
      id: string,
    ): Promise<{ name: string | null; data: unknown } | undefined> {
      if (!(await hasQueue(trx))) return undefined
      const { rows } = await sql<{ name: string | null; data: unknown }>`
        delete from pgboss.job where name = 'dead-letter' and state = 'created' and id = ${id}::uuid
        returning source_name as name, data`.execute(trx)
      return rows[0]
    },

    /** Starts a job that waits for its retry; returns false when there is none. */
    async hurry(id: string): Promise<boolean> {
      if (!(await hasQueue(db))) return false
      const { numAffectedRows } = await sql`
        update pgboss.job set start_after = pgboss.job_now()
        where id = ${id}::uuid and name <> 'dead-letter' and state = 'retry'`.execute(db)
      return Number(numAffectedRows ?? 0) > 0
    },

    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),
  }
}

const STATE = sql<string>`case when name = 'dead-letter' and state = 'created' then 'failed'
  when name = 'dead-letter' then 'done'
  when state = 'active' then 'running'
  when state = 'retry' then 'retrying'
  when state = 'created' then 'waiting' else 'done' end`
