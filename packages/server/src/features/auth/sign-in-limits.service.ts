import { createHash } from 'node:crypto'

import type { UserId } from '@tenantscope/contract/ids'
import { SIGN_IN } from '@tenantscope/contract/limits'

import type { Db } from '../../db/tables.ts'
import { addressKey } from '../../lib/address-key.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sleep } from '../../lib/waiting.ts'
import { createSignInLimitsRepo } from './sign-in-limits.repo.ts'
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
  /** Called before an attempt is refused because of its address. */
  readonly onHeldBack?: () => Promise<void>
}

interface CodeAttempt extends Pick<Attempt, 'onHeldBack'> {
  readonly userId: UserId
  readonly code: string | undefined
  /** Called after a wrong code that locks codes for a while. */
  readonly onLocked: (lock: CodeLock) => Promise<void>
}

/** 'undecided' does not change the count: a right password without code does not end the delay. */
type Verdict = 'passed' | 'failed' | 'undecided'

/** Refusals that clients can cause without limit, and how many are recorded per address. */
const RECORDED_PER_ADDRESS = {
  'local held back': 1,
  'local switched off': 1,
  'microsoft refused': SIGN_IN.microsoftRefusalsRecordedPerAddress,
} as const

/** Unknown names are counted like existing ones; counts are deleted after this time. */
const ACCOUNT_FAILURES_KEPT_MS = 30 * 24 * 3_600_000

/** Limits attempts per address and delays them per account, so that no user is locked out. */
export function createSignInLimitsService(deps: { db: Db; clock: Clock; sleep: Sleep }) {
  const { clock, sleep } = deps
  const repo = createSignInLimitsRepo(deps.db)

  const count = (ipAddress: string, { at, limit }: { at: Date; limit: number }) =>
    repo.reserve({ ipAddress, at, since: windowStart(at), limit })

  /** `wrongInARow` is null when nothing was counted, as for a recovery code. */
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
    /** Checks a password under the limits. Without `judge`, null means a failure. */
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
     * Checks the code of a second factor after a right password. Codes are short, so an account
     * allows few wrong ones in a row, over all addresses, and then locks codes for increasing
     * periods. Recovery codes are too long to guess and are always accepted, so that no user is
     * locked out.
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

    /** True when a refusal is still recorded in the trail, which would otherwise grow without limit. */
    async mayRecord(
      refusal: keyof typeof RECORDED_PER_ADDRESS,
      ipAddress: string,
    ): Promise<boolean> {
      const limit = RECORDED_PER_ADDRESS[refusal]
      // Counted separately from the address's own failures.
      const counted = await count(`${refusal} ${addressKey(ipAddress)}`, { at: clock.now(), limit })
      return 'reservation' in counted
    },

    /** True once per flow, over all processes, so that a kept flow cookie cannot be answered again. */
    async mayUseFlow(state: string): Promise<boolean> {
      const key = `microsoft flow ${createHash('sha256').update(state).digest('hex')}`
      return 'reservation' in (await count(key, { at: clock.now(), limit: 1 }))
    },

    /**
     * Counts a reply of Microsoft as failed for its address before the request to Microsoft. Null when
     * the address has reached the limit; `forget` takes the count back.
     */
    async beginCodeExchange(ipAddress: string): Promise<{ forget: () => Promise<void> } | null> {
      const limit = SIGN_IN.microsoftFailuresPerAddress
      const key = `microsoft reply ${addressKey(ipAddress)}`
      const counted = await count(key, { at: clock.now(), limit })
      if (!('reservation' in counted)) return null
      return { forget: () => repo.release(counted.reservation) }
    },

    clearAccount: (username: string): Promise<void> => repo.clearAccount(username.toLowerCase()),

    /** Unlocks the codes of the account. */
    clearCodes: (userId: UserId): Promise<void> => repo.clearAccount(codesOf(userId)),

    async sweep(): Promise<void> {
      const now = clock.now()
      const accounts = new Date(now.getTime() - ACCOUNT_FAILURES_KEPT_MS)
      await repo.deleteOld({ addresses: windowStart(now), accounts })
    },
  }
}

/** A code with a letter can only be a recovery code. */
const mayBeGuessed = (code: string): boolean => code !== '' && !/[a-z]/iu.test(code)

/** Names are counted in lower case, so that none can equal this key. */
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
