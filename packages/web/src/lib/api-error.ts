import type { ErrorBody } from '@tenantscope/contract/errors'

interface ApiFailure {
  /** 0 when no answer came at all. */
  status: number
  /** The answer's text, or the status text when it was empty (specification section 7). */
  text: string
  body: ErrorBody | null
  /** After how long the call may be tried again, where the server said so. */
  retryAfterSeconds?: number | null
}

/** A call that was not answered with success. Its message is "status: body text" (specification section 7). */
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

  /** What a person may read: the server's sentence, else one of ours. */
  get userMessage(): string {
    if (this.body) return this.body.message
    return this.status === 0
      ? 'Tenantscope cannot be reached. Check your connection and try again.'
      : 'Something went wrong. Please try again.'
  }
}

/** The sentence to show for anything that was thrown. */
export function userMessageOf(error: unknown): string {
  return error instanceof ApiError ? error.userMessage : 'Something went wrong. Please try again.'
}

/** What support needs to find a refused call in the server's log; null where the server gave none. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? (error.body?.requestId ?? null) : null
}
