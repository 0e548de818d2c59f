import type { Logger } from 'pino'
import type { z } from 'zod'

type JobSettings = {
  readonly name: string
  /** Attempts after the first one. At least 1, or a job that a crash interrupted is not resumed. */
  readonly retryLimit: number
  /** Delay before the first retry; it doubles up to the maximum. */
  readonly retryDelaySeconds: number
  readonly retryDelayMaxSeconds: number
  /** After this time, a run is aborted and counts as failed. */
  readonly timeoutSeconds: number
  /** Maximum number of simultaneous runs in one process. */
  readonly concurrency: number
}

/** A kind of background work, as data; its handler is registered with the runner. */
export type Job<Payload extends object> = JobSettings & {
  readonly payload: z.ZodType<Payload>
  /** Two jobs with the same key never run at the same time, across all processes. */
  readonly singletonKey?: (payload: Payload) => string
}

/** A job with any payload. */
export type AnyJob = JobSettings & {
  readonly payload: z.ZodType<object>
  singletonKey?(payload: object): string
}

export type JobRun<Payload> = {
  readonly payload: Payload
  /** Aborted on timeout, when the process stops, or when another process has taken the job over. */
  readonly signal: AbortSignal
  readonly logger: Logger
  /** 0 for the first attempt. */
  readonly attempt: number
}

export type JobHandler<Payload> = (run: JobRun<Payload>) => Promise<void>

const DEFAULTS = {
  retryLimit: 1,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 60,
  concurrency: 1,
} as const

type Defaulted = keyof typeof DEFAULTS

/** Defines a job; settings that it does not name have their default values. */
export function defineJob<Payload extends object>(
  job: Omit<Job<Payload>, Defaulted> & Partial<Pick<Job<Payload>, Defaulted>>,
): Job<Payload> {
  return { ...DEFAULTS, ...job }
}
