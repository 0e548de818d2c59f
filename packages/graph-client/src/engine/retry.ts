import type { Clock, Random, Sleep } from './clock.ts'
import type { GraphFailure } from './failures.ts'

/** The result of one attempt: a response, or a failure that a retry may resolve. */
export type Attempt<T> =
  | { done: T }
  | {
      failure: GraphFailure
      /** From Retry-After; null leaves it to back-off. */ afterMs: number | null
    }

/** The duration and the number of attempts of one request. */
export type RetryPolicy = {
  clock: Clock
  random: Random
  sleep: Sleep
  deadlineAt: Date
  maxAttempts: number
  signal?: AbortSignal | undefined
}

/** Tries until done; gives up with the last failure when attempts end or the next would start after the deadline. */
export async function retrying<T>(
  policy: RetryPolicy,
  attemptOnce: (attempt: number) => Promise<Attempt<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    policy.signal?.throwIfAborted()
    const outcome = await attemptOnce(attempt)
    if ('done' in outcome) return outcome.done
    const waitMs = waitBefore(attempt, outcome.afterMs, policy)
    if (waitMs === null) throw outcome.failure
    await policy.sleep(waitMs, policy.signal)
  }
}

/** Returns the wait after this failed attempt; null when there must not be another. */
export function waitBefore(
  attempt: number,
  afterMs: number | null,
  policy: Pick<RetryPolicy, 'clock' | 'random' | 'deadlineAt' | 'maxAttempts'>,
): number | null {
  if (attempt >= policy.maxAttempts) return null
  const waitMs = afterMs ?? backoffMs(attempt, policy.random)
  const leftMs = policy.deadlineAt.getTime() - policy.clock.now().getTime()
  return waitMs < leftMs ? waitMs : null
}

const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 30_000

/** Doubles from half a second to half a minute; jitter keeps many tenants from coming back at one moment. */
export function backoffMs(attempt: number, random: Random): number {
  const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1))
  return Math.round(ceiling * (0.5 + random() / 2))
}

/** HTTP dates end at the second, so the moment that was meant may be almost one later. */
const CUT_OFF_MS = 999

/**
 * Retry-After as seconds or as an HTTP date (RFC 9110 section 10.2.3). Null when absent, unreadable or
 * over already: "at once" would spend all attempts in a moment, so back-off decides.
 */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d+(?:\.\d+)?$/u.test(text) ? Math.ceil(Number(text) * 1000) : untilDate(text, now)
  return ms > 0 ? ms : null
}

function untilDate(text: string, now: Date): number {
  // Only a form with letters is a date: JavaScript would read "-5" and "2026" as one too.
  const date = /^[A-Za-z]{3}/u.test(text) ? Date.parse(text) : Number.NaN
  return date + CUT_OFF_MS - now.getTime()
}

// 424 is a service behind a batch that was throttled or failed; 500 is what Graph answers for passing
// faults of the services behind it.
const RETRYABLE = new Set([408, 424, 429, 500, 502, 503, 504, 509])

/** Whether the same request may succeed a little later. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE.has(status)
}
