import { setTimeout as delay } from 'node:timers/promises'

import type { Transaction } from 'kysely'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'

import type { DatabaseHandle } from '../db/connection.ts'
import type { Database } from '../db/tables.ts'
import { createBoss, defaultTiming, type BossTiming } from './boss.ts'
import type { AnyJob, Job, JobHandler } from './job.ts'
import { createQueues } from './queues.ts'
import { toBossTransaction } from './transaction-db.ts'

type SendOptions = {
  /** The job exists if and when this transaction commits. */
  transaction?: Transaction<Database>
  /** The job waits so long before its first try. */
  afterSeconds?: number
}

export type JobRunner = {
  work<Payload extends object>(job: Job<Payload>, handler: JobHandler<Payload>): Promise<void>
  send<Payload extends object>(
    job: Job<Payload>,
    payload: Payload,
    options?: SendOptions,
  ): Promise<void>
  /** Sends the job again and again, once however many processes have the same schedule; `cron` has five fields. */
  schedule<Payload extends object>(
    job: Job<Payload>,
    recurrence: { cron: string; timeZone: string },
    payload: Payload,
  ): Promise<void>
  /** Whether every job has its workers in this process. */
  isWorking(): boolean
  /** Takes no new work, waits for what runs, then aborts it so that it is tried again later; once, whoever else asks. */
  stop(options: { timeoutMs: number }): Promise<void>
}

type RunnerOptions = {
  handle: DatabaseHandle
  logger: Logger
  /** Every job that this product has; a process may send or work only these. */
  jobs: readonly AnyJob[]
  timing?: Partial<BossTiming>
}

const abortGraceMs = 5_000

export async function startJobRunner(options: RunnerOptions): Promise<JobRunner> {
  const { handle, logger, jobs } = options
  const timing = { ...defaultTiming(handle.kind), ...options.timing }
  const boss = createBoss(handle, { logger, timing })
  const running = new Set<Promise<unknown>>()
  const working = new Set<string>()
  await boss.start()
  await createQueues(boss, jobs)
  if (handle.kind === 'embedded') await takeUpLeftBehind(handle)

  const requireKnown = (job: AnyJob): void => {
    if (!jobs.some(({ name }) => name === job.name)) {
      throw new Error(`The job ${job.name} is not among those that the runner was started with`)
    }
  }

  const stop = async (timeoutMs: number): Promise<void> => {
    working.clear()
    await boss.stop({ graceful: true, close: false, timeout: timeoutMs })
    // Aborted work may still be on its way out; the database must outlive it.
    await Promise.race([Promise.allSettled(running), delay(abortGraceMs, null, { ref: false })])
  }
  let stopping: Promise<void> | null = null

  return {
    async work(job, handler) {
      requireKnown(job)
      for (let count = 0; count < job.concurrency; count += 1) {
        await startWorker({ boss, logger, timing, running }, job, handler)
      }
      working.add(job.name)
    },

    async send(job, payload, { transaction, afterSeconds } = {}) {
      requireKnown(job)
      const data = job.payload.parse(payload)
      await boss.send(job.name, payload, {
        ...keyOptions(job, data),
        ...(transaction === undefined ? {} : { db: toBossTransaction(transaction) }),
        ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
      })
    },

    async schedule(job, { cron, timeZone }, payload) {
      requireKnown(job)
      const data = job.payload.parse(payload)
      await boss.schedule(job.name, cron, payload, { ...keyOptions(job, data), tz: timeZone })
    },

    isWorking: () => jobs.every(({ name }) => working.has(name)),

    stop: ({ timeoutMs }) => (stopping ??= stop(timeoutMs)),
  }
}

// The embedded database serves one process, so whatever is active now was left by one that died:
// there is no need to wait until its heartbeat is missed.
async function takeUpLeftBehind(handle: DatabaseHandle): Promise<void> {
  await handle.executeSql(`
    update pgboss.job set state = 'retry', start_after = pgboss.job_now()
    where state = 'active' and retry_count < retry_limit`)
}

// The key twice: pg-boss enforces it by a unique index on what is active, and the group lets a
// worker pass over the jobs of a busy key to the next one.
function keyOptions<Payload extends object>(
  { singletonKey }: Job<Payload>,
  payload: Payload,
): { singletonKey?: string; group?: { id: string } } {
  if (singletonKey === undefined) return {}
  const key = singletonKey(payload)
  return { singletonKey: key, group: { id: key } }
}

type WorkerDeps = {
  boss: PgBoss
  logger: Logger
  timing: BossTiming
  running: Set<Promise<unknown>>
}

async function startWorker<Payload extends object>(
  { boss, logger, timing, running }: WorkerDeps,
  job: Job<Payload>,
  handler: JobHandler<Payload>,
): Promise<void> {
  const workerId = await boss.work(
    job.name,
    {
      batchSize: 1,
      perJobResults: true,
      includeMetadata: true,
      pollingIntervalSeconds: Math.min(1, timing.pollSeconds),
      notifyPollingIntervalSeconds: timing.pollSeconds,
      ...(job.singletonKey === undefined ? {} : { groupConcurrency: 1 }),
    },
    async (batch: JobWithMetadata[]): Promise<JobResult[]> => {
      const runs = batch.map((taken) => run(taken, { job, handler, logger }))
      const all = Promise.all(runs)
      running.add(all)
      try {
        return await all
      } finally {
        running.delete(all)
        // There may be more: look again at once instead of after the pause.
        boss.notifyWorker(workerId)
      }
    },
  )
}

async function run<Payload extends object>(
  taken: JobWithMetadata,
  { job, handler, logger }: { job: Job<Payload>; handler: JobHandler<Payload>; logger: Logger },
): Promise<JobResult> {
  const jobLogger = logger.child({ job: job.name, jobId: taken.id, attempt: taken.retryCount })
  const payload = job.payload.safeParse(taken.data)
  if (!payload.success) {
    const reason = `Invalid payload: ${z.prettifyError(payload.error)}`
    jobLogger.error({ reason }, 'job refused')
    return { id: taken.id, status: 'deadletter', output: { message: reason } }
  }
  try {
    await handler({
      payload: payload.data,
      signal: taken.signal,
      logger: jobLogger,
      attempt: taken.retryCount,
    })
    return { id: taken.id, status: 'completed' }
  } catch (error) {
    jobLogger.warn({ err: error }, 'job failed')
    const message = error instanceof Error ? error.message : String(error)
    return { id: taken.id, status: 'failed', output: { message } }
  }
}
