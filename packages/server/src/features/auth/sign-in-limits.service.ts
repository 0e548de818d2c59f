import { SIGN_IN } from '@tenantscope/contract/limits'

import { addressKey } from '../../lib/address-key.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sleep } from '../../lib/waiting.ts'
import type { SignInLimitsRepo } from './sign-in-limits.repo.ts'
import { delaySeconds, retryAfterSeconds, windowStart } from './sign-in-limits.rules.ts'

export type SignInLimitsService = ReturnType<typeof createSignInLimitsService>

interface Attempt {
  readonly username: string
  readonly ipAddress: string
  readonly signal: AbortSignal
  /** Runs before an attempt is refused because of the address. */
  readonly onHeldBack?: () => Promise<void>
}

/** Refusals that strangers can cause as often as they like, and how many of an address are recorded. */
const RECORDED_PER_ADDRESS = {
  'local held back': 1,
  'local switched off': 1,
  'microsoft refused': SIGN_IN.microsoftRefusalsRecordedPerAddress,
} as const

/** Names that nobody has are counted like any other; they are forgotten after this time. */
const ACCOUNT_FAILURES_KEPT_MS = 30 * 24 * 3_600_000

/** An address gets few failures, an account gets slow: guessing never pays, and nobody is locked out. */
export function createSignInLimitsService(deps: {
  repo: SignInLimitsRepo
  clock: Clock
  sleep: Sleep
}) {
  const { repo, clock, sleep } = deps

  const count = (ipAddress: string, { at, limit }: { at: Date; limit: number }) =>
    repo.reserve({ ipAddress, at, since: windowStart(at), limit })

  return {
    /** Checks a password under the limits. `check` answers null for every kind of no. */
    async attempt<Result>(
      { username, ipAddress, signal, onHeldBack }: Attempt,
      check: () => Promise<Result | null>,
    ): Promise<Result | null> {
      const at = clock.now()
      const reserved = await count(addressKey(ipAddress), { at, limit: SIGN_IN.failuresPerAddress })
      if ('oldestFailure' in reserved) {
        await onHeldBack?.()
        throw tooManyAttempts(reserved.oldestFailure, at)
      }
      const account = username.toLowerCase()
      const delay = delaySeconds(await repo.countForAccount(account, at))
      if (delay > 0) await sleep(delay * 1_000, signal)
      const result = await check()
      if (result === null) return null
      await repo.release(reserved.reservation)
      await repo.clearAccount(account)
      return result
    },

    /** Whether a refusal still belongs in the trail, which would grow without end otherwise. */
    async mayRecord(
      refusal: keyof typeof RECORDED_PER_ADDRESS,
      ipAddress: string,
    ): Promise<boolean> {
      const limit = RECORDED_PER_ADDRESS[refusal]
      // Counted beside the address's own failures, not among them.
      const counted = await count(`${refusal} ${addressKey(ipAddress)}`, { at: clock.now(), limit })
      return 'reservation' in counted
    },

    clearAccount: (username: string): Promise<void> => repo.clearAccount(username.toLowerCase()),

    async sweep(): Promise<void> {
      const now = clock.now()
      const accounts = new Date(now.getTime() - ACCOUNT_FAILURES_KEPT_MS)
      await repo.deleteOld({ addresses: windowStart(now), accounts })
    },
  }
}

const tooManyAttempts = (oldestFailure: Date, now: Date) =>
  new AppError('TOO_MANY_ATTEMPTS', 'Too many failed sign-ins. Please try again later.', {
    retryAfterSeconds: retryAfterSeconds(oldestFailure, now),
  })
