import { setTimeout as delay } from 'node:timers/promises'

import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'

import type { DatabaseHandle } from '../db/handle.ts'
import type { Trx } from '../db/tables.ts'
import {
  createBoss,
  createQueues,
  defaultTiming,
  toBossTransaction,
  type BossTiming,
} from './boss.ts'
import type { AnyJob, Job, JobHandler } from './job.ts'

type SendOptions = {
  /** The job exists only if this transaction commits. */
  transaction?: Trx
  /** Delay before the first attempt. */
  afterSeconds?: number
}

export type JobRunner = Awaited<ReturnType<typeof startJobRunner>>

const abortGraceMs = 5_000

export async function startJobRunner(options: {
  handle: DatabaseHandle
  logger: Logger
  /** All jobs of the product; a process may send or run only these. */
  jobs: readonly AnyJob[]
  timing?: Partial<BossTiming>
}) {
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
      throw new Error(`The job ${job.name} is not registered with the runner`)
    }
  }

  const stop = async (timeoutMs: number): Promise<void> => {
    working.clear()
    await boss.stop({ graceful: true, close: false, timeout: timeoutMs })
    // Aborted jobs may still be ending and need the database.
    await Promise.race([Promise.allSettled(running), delay(abortGraceMs, null, { ref: false })])
  }
  let stopping: Promise<void> | null = null

  async function send<Payload extends object>(
    job: Job<Payload>,
    payload: Payload,
    { transaction, afterSeconds }: SendOptions = {},
  ): Promise<void> {
    requireKnown(job)
    const data = job.payload.parse(payload)
    await boss.send(job.name, payload, {
      ...keyOptions(job, data),
      ...(transaction === undefined ? {} : { db: toBossTransaction(transaction) }),
      ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
    })
  }

  return {
    send,

    async work<Payload extends object>(
      job: Job<Payload>,
      handler: JobHandler<Payload>,
    ): Promise<void> {
      requireKnown(job)
      for (let count = 0; count < job.concurrency; count += 1) {
        await startWorker({ boss, logger, timing, running }, job, handler)
      }
      working.add(job.name)
    },

    /** Sends the job with this name. Returns false when it is unknown or does not accept this payload. */
    async sendNamed(name: string, payload: unknown, options?: SendOptions): Promise<boolean> {
      const job = jobs.find((each) => each.name === name)
      const parsed = job?.payload.safeParse(payload)
      if (job === undefined || parsed?.success !== true) return false
      await send(job, parsed.data, options)
      return true
    },

    /** Sends the job repeatedly, once for all processes with the same schedule; `cron` has five fields. */
    async schedule<Payload extends object>(
      job: Job<Payload>,
      { cron, timeZone }: { cron: string; timeZone: string },
      payload: Payload,
    ): Promise<void> {
      requireKnown(job)
      const data = job.payload.parse(payload)
      await boss.schedule(job.name, cron, payload, { ...keyOptions(job, data), tz: timeZone })
    },

    /** True when every job has its workers in this process. */
    isWorking: (): boolean => jobs.every(({ name }) => working.has(name)),

    /** Accepts no new work, waits for running jobs, then aborts them for a later retry. Runs only once. */
    stop: ({ timeoutMs }: { timeoutMs: number }): Promise<void> => (stopping ??= stop(timeoutMs)),
  }
}

// The embedded database serves one process, so any active job is left over from a crashed one and
// need not wait for a missed heartbeat.
async function takeUpLeftBehind(handle: DatabaseHandle): Promise<void> {
  await handle.executeSql(`
    update pgboss.job set state = 'retry', start_after = pgboss.job_now()
    where state = 'active' and retry_count < retry_limit`)
}

// The key is set twice: pg-boss enforces it by a unique index on active jobs, and the group lets a
// worker skip the jobs of a busy key.
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
        // There may be more jobs: poll again at once.
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
