import { SHARE_REFUSED } from '@tenantscope/contract/shares'

import { ApiError } from '../../lib/api-error.ts'
import { bodyProblemsOf } from '../../lib/body-problems.ts'

/** Why there is no report, in words for a customer. */
export interface Refusal {
  readonly title: string
  readonly message: string
  /** Whether the same call may be answered otherwise a moment later. */
  readonly canRetry: boolean
}

export const LINK_REFUSED: Refusal = {
  title: 'Access Denied',
  message: SHARE_REFUSED,
  canRetry: false,
}

/** What is said of a call for the report that brought none. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return notLoaded('Something went wrong. Please try again.')
  if (error.status === 0) return notLoaded('The server did not respond. Check your connection.')
  if (error.body?.code === 'TOO_MANY_ATTEMPTS')
    return { title: 'Access Denied', message: error.userMessage, canRetry: true }
  if (!isFinal(error)) return notLoaded(error.userMessage)
  // The server distinguishes malformed tokens, but the reader sees the same text.
  if (error.body === null || error.body.code === 'BAD_REQUEST') return LINK_REFUSED
  return { ...LINK_REFUSED, message: error.body.message }
}

/** What is said at the passphrase that did not open the report. */
export function passphraseProblemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  if (error.status === 0) return 'The server did not respond. Check your connection and try again.'
  return bodyProblemsOf(error)['passphrase'] ?? error.userMessage
}

/** What is said of a download that failed (specification section 8, Shared report). */
export function downloadProblemOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.body === null) return 'Failed to download report'
  return error.userMessage
}

/** Whether the same call would be refused again. A browser that looks ahead gets a conflict, for example. */
const isFinal = ({ status, body }: ApiError): boolean =>
  status >= 400 && status < 500 && body?.code !== 'CONFLICT'

const notLoaded = (message: string): Refusal => ({
  title: 'The report could not be loaded',
  message,
  canRetry: true,
})
