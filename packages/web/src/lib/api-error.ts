import type { ErrorBody } from '@tenantscope/contract/errors'

interface ApiFailure {
  /** 0 when there was no response. */
  status: number
  /** The response text, or the status text when it was empty (specification section 7). */
  text: string
  body: ErrorBody | null
  /** Seconds after which the call may be retried, where the server returned them. */
  retryAfterSeconds?: number | null
}

/** A failed call. Its message is "status: body text" (specification section 7). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody | null
  readonly retryAfterSeconds: number | null

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(`${failure.status}: ${failure.text}`, options)
    this.status = failure.status
    this.body = failure.body
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null
  }

  /** Returns the sentence to show: the server's, or a general one. */
  get userMessage(): string {
    if (this.body) return withWait(this.body.message, this.retryAfterSeconds)
    return this.status === 0
      ? 'Tenantscope cannot be reached. Check your connection and try again.'
      : 'Something went wrong. Please try again.'
  }
}

const LATER = /(?:Please )?try again later\.$/iu

/** Replaces 'try again later' by the time that the server returned. */
function withWait(message: string, seconds: number | null): string {
  if (seconds === null) return message
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const wait = `ry again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return LATER.test(message)
    ? message.replace(LATER, (later) => `${later.startsWith('t') ? 't' : 'T'}${wait}`)
    : `${message} T${wait}`
}

/** Returns the sentence to show for any thrown value. */
export function userMessageOf(error: unknown): string {
  return error instanceof ApiError ? error.userMessage : 'Something went wrong. Please try again.'
}

/** Returns the request id for a search in the server's log, or null. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? (error.body?.requestId ?? null) : null
}
