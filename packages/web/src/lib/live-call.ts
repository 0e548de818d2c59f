import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'

import { userMessageOf } from './api-error.ts'

/** The limit of a call that waits for Microsoft: the server's limit and two seconds for the network. */
export const LIVE_CALL_TIMEOUT_MS = (LIVE_CALL_SECONDS + 2) * 1_000

/** Returns why a call that waits for Microsoft failed. */
export function liveCallMessageOf(error: unknown): string {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? `No response within ${LIVE_CALL_SECONDS} seconds. Please try again.`
    : userMessageOf(error)
}
