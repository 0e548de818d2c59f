import type { UserId } from '@tenantscope/contract/ids'
import { SECOND_FACTOR, SIGN_IN } from '@tenantscope/contract/limits'

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

interface CodeAttempt extends Pick<Attempt, 'onHeldBack'> {
  readonly userId: UserId
  readonly code: string | undefined
}

/** 'undecided' counts neither way: a right password whose code is still to come ends no slow-down. */
type Verdict = 'passed' | 'failed' | 'undecided'

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
    /** Checks a password under the limits. Unless `judge` says otherwise, null is every kind of no. */
    async attempt<Result>(
      { username, ipAddress, signal, onHeldBack }: Attempt,
      check: () => Promise<Result>,
      judge: (result: Result) => Verdict = (result) => (result === null ? 'failed' : 'passed'),
    ): Promise<Result> {
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
      const verdict = judge(result)
      if (verdict === 'failed') return result
      await repo.release(reserved.reservation)
      if (verdict === 'passed') await repo.clearAccount(account)
      else await repo.uncountForAccount(account)
      return result
    },

    /**
     * Checks the code of a second factor, after a right password: a code has few digits, so that an
     * account takes few wrong ones over all addresses. Recovery codes are too long to be guessed and
     * always count, so that nobody is locked out.
     */
    async attemptCode<Result>(
      { userId, code = '', onHeldBack }: CodeAttempt,
      check: () => Promise<Result>,
      isWrong: (result: Result) => boolean,
    ): Promise<Result> {
      if (!mayBeGuessed(code)) return check()
      const at = clock.now()
      const limit = SECOND_FACTOR.wrongCodesPerAccount
      const reserved = await count(`second factor ${userId}`, { at, limit })
      if ('oldestFailure' in reserved) {
        await onHeldBack?.()
        throw tooManyCodes(reserved.oldestFailure, at)
      }
      const result = await check()
      if (!isWrong(result)) await repo.release(reserved.reservation)
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

/** With a letter in it, it can only be a recovery code. */
const mayBeGuessed = (code: string): boolean => code !== '' && !/[a-z]/iu.test(code)

const tooManyCodes = (oldestFailure: Date, now: Date) =>
  new AppError(
    'TOO_MANY_ATTEMPTS',
    'Too many wrong codes. Use a recovery code, or try again later.',
    { retryAfterSeconds: retryAfterSeconds(oldestFailure, now) },
  )

const tooManyAttempts = (oldestFailure: Date, now: Date) =>
  new AppError('TOO_MANY_ATTEMPTS', 'Too many failed sign-ins. Please try again later.', {
    retryAfterSeconds: retryAfterSeconds(oldestFailure, now),
  })
