import { isIPv6 } from 'node:net'

import { SIGN_IN } from '@tenantscope/contract/limits'

const SECOND_MS = 1_000

/** Failures of one address count from here on. */
export const windowStart = (now: Date): Date =>
  new Date(now.getTime() - SIGN_IN.failureWindowMinutes * 60 * SECOND_MS)

/** How long until the oldest failure that counts leaves the window. */
export function retryAfterSeconds(oldestFailure: Date, now: Date): number {
  const leavesAt = oldestFailure.getTime() + SIGN_IN.failureWindowMinutes * 60 * SECOND_MS
  return Math.max(1, Math.ceil((leavesAt - now.getTime()) / SECOND_MS))
}

/** Two failures are free: people mistype. Then the answer is late by 1, 2, 4 … seconds, at most 30. */
const FREE_FAILURES = 2

export function delaySeconds(earlierFailures: number): number {
  if (earlierFailures < FREE_FAILURES) return 0
  return Math.min(SIGN_IN.slowestAnswerSeconds, 2 ** Math.min(earlierFailures - FREE_FAILURES, 10))
}

/** Who has an IPv6 network of their own has 2^64 addresses; they count as one. */
export function addressKey(ipAddress: string): string {
  const address = ipAddress.replace(/^::ffff:(?=\d+\.)/iu, '')
  return isIPv6(address) ? `${networkOf(address)}::/64` : address
}

function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const following = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - following.length) }, () => '0')
  return [...groups, ...zeros, ...following]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
