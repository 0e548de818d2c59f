import type { Logger } from 'pino'
import type { z } from 'zod'

type JobSettings = {
  readonly name: string
  /** Tries after the first one. At least 1, or work that is cut short by a crash is not taken up again. */
  readonly retryLimit: number
  /** The pause before the first retry; it doubles up to the longest one. */
  readonly retryDelaySeconds: number
  readonly retryDelayMaxSeconds: number
  /** After this time a run is aborted and counts as failed. */
  readonly timeoutSeconds: number
  /** Runs at once in one process. */
  readonly concurrency: number
}

/** A kind of background work, as data; who does it is registered with the runner. */
export type Job<Payload extends object> = JobSettings & {
  readonly payload: z.ZodType<Payload>
  /** Two jobs with the same key never run together, in all processes taken together. */
  readonly singletonKey?: (payload: Payload) => string
}

/** A job whatever its payload. */
export type AnyJob = JobSettings & { readonly singletonKey?: (payload: never) => string }

export type JobRun<Payload> = {
  readonly payload: Payload
  /** Aborted when the time is over, the process stops, or another process has taken the job over. */
  readonly signal: AbortSignal
  readonly logger: Logger
  /** 0 for the first try. */
  readonly attempt: number
}

export type JobHandler<Payload> = (run: JobRun<Payload>) => Promise<void>

export function defineJob<Payload extends object>(job: Job<Payload>): Job<Payload> {
  return job
}
