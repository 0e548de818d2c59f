import type { UserId } from '@tenantscope/contract/ids'
import { SIGN_IN } from '@tenantscope/contract/limits'

import { addressKey } from '../../lib/address-key.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sleep } from '../../lib/waiting.ts'
import type { SignInLimitsRepo } from './sign-in-limits.repo.ts'
import {
  codeLockMinutes,
  codesCountFrom,
  delaySeconds,
  retryAfterSeconds,
  windowStart,
} from './sign-in-limits.rules.ts'
import type { CodeLock } from './sign-in-limits.rules.ts'

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
  /** Runs after a wrong code for which further ones do not count for a while. */
  readonly onLocked: (lock: CodeLock) => Promise<void>
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

  /** `wrongInARow` is null where nothing was counted, as for a recovery code. */
  async function settleCode(
    code: Pick<CodeAttempt, 'onLocked'> & { account: string; wrongInARow: number | null },
    verdict: Verdict,
  ): Promise<void> {
    const { account, wrongInARow } = code
    if (verdict === 'passed') return repo.clearAccount(account)
    if (wrongInARow === null) return
    if (verdict === 'undecided') return repo.uncountForAccount(account)
    const minutes = codeLockMinutes(wrongInARow)
    if (minutes > 0) await code.onLocked({ wrongInARow, minutes })
  }

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
     * account takes few wrong ones in a row, over all addresses, and then none for longer and longer.
     * Recovery codes are too long to be guessed and always count, so that nobody is locked out.
     */
    async attemptCode<Result>(
      { userId, code = '', onHeldBack, onLocked }: CodeAttempt,
      check: () => Promise<Result>,
      judge: (result: Result) => Verdict,
    ): Promise<Result> {
      const account = codesOf(userId)
      const isGuess = mayBeGuessed(code)
      const at = clock.now()
      const counted = isGuess
        ? await repo.countCode(account, { at, countsFrom: codesCountFrom })
        : null
      if (counted !== null && 'lockedUntil' in counted) {
        await onHeldBack?.()
        throw tooManyCodes(counted.lockedUntil, at)
      }
      const result = await check()
      await settleCode({ account, wrongInARow: counted?.failures ?? null, onLocked }, judge(result))
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

    /** Codes of the account count again. */
    clearCodes: (userId: UserId): Promise<void> => repo.clearAccount(codesOf(userId)),

    async sweep(): Promise<void> {
      const now = clock.now()
      const accounts = new Date(now.getTime() - ACCOUNT_FAILURES_KEPT_MS)
      await repo.deleteOld({ addresses: windowStart(now), accounts })
    },
  }
}

/** With a letter in it, it can only be a recovery code. */
const mayBeGuessed = (code: string): boolean => code !== '' && !/[a-z]/iu.test(code)

/** Names are counted in lower case, so that none can be this. */
const codesOf = (userId: UserId): string => `Second factor of ${userId}`

const tooManyCodes = (until: Date, now: Date) =>
  new AppError(
    'TOO_MANY_ATTEMPTS',
    'Too many wrong codes. Use a recovery code, or try again later.',
    { retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1_000) },
  )

const tooManyAttempts = (oldestFailure: Date, now: Date) =>
  new AppError('TOO_MANY_ATTEMPTS', 'Too many failed sign-ins. Please try again later.', {
    retryAfterSeconds: retryAfterSeconds(oldestFailure, now),
  })
