import { untilAborted } from './abort.ts'
import type { Clock, Random, Sleep } from './clock.ts'
import { sleepFor } from './clock.ts'
import type { Cloud } from './clouds.ts'
import { GraphFailure } from './failures.ts'
import type { OnRequest } from './request-log.ts'
import { retrying } from './retry.ts'
import { createTokenRequest } from './token-request.ts'
import type { AppCredential, AppToken } from './token-request.ts'
import type { Transport } from './transport.ts'

/** App-only tokens of every tenant, kept until shortly before they end. */
export type Tokens = {
  tokenFor(tenantId: string, options?: { signal?: AbortSignal | undefined }): Promise<AppToken>
  /**
   * Drops the tenant's token: after consent, because roles appear only in new tokens, and after a
   * refusal, where `refused` keeps a newer token that another caller has fetched meanwhile.
   */
  forget(tenantId: string, refused?: AppToken): void
  forgetAll(): void
}

type TokensOptions = {
  transport: Transport
  cloud: Cloud
  clientId: string
  credential: AppCredential
  clock: Clock
  random?: Random
  sleep?: Sleep
  /** How long one token may take with all its attempts. */
  deadlineMs?: number
  onRequest?: OnRequest
  /**
   * Called with the outcome of each token request, before its callers: null when a token was issued.
   * Callers get the outcome when the returned promise settles.
   */
  onOutcome?: (tenantId: string, failure: GraphFailure | null) => Promise<void>
}

const RENEW_BEFORE_END_MS = 5 * 60_000
const DEFAULT_DEADLINE_MS = 30_000
const MAX_ATTEMPTS = 5
/** About 2 kB each; far above any partner's number of tenants. */
const MAX_KEPT = 5_000

/** Tokens for one app registration; ten callers who miss at one moment make one request. */
export function createTokens(options: TokensOptions): Tokens {
  const deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS
  // A third, so that one silent connection leaves time for another.
  const requestToken = createTokenRequest({ ...options, timeoutMs: Math.ceil(deadlineMs / 3) })
  const kept = new Map<string, Kept>()
  const pending = new Map<string, Promise<AppToken>>()

  async function tokenFor(tenantId: string, { signal }: { signal?: AbortSignal | undefined } = {}) {
    signal?.throwIfAborted()
    const key = tenantId.toLowerCase()
    const current = kept.get(key)
    if (current && now() < current.renewAt) return current.token
    return untilAborted(renewed(key, current?.token), signal)
  }

  /** A transient failure of a renewal is ignored while the present token is valid. */
  async function renewed(key: string, current: AppToken | undefined): Promise<AppToken> {
    try {
      return await (pending.get(key) ?? start(key))
    } catch (error) {
      if (current && now() < current.expiresAt.getTime() && isPassing(error)) return current
      throw error
    }
  }

  function start(key: string): Promise<AppToken> {
    const flight = reported(key)
    pending.set(key, flight)
    void settle(key, flight)
    return flight
  }

  async function reported(key: string): Promise<AppToken> {
    try {
      const token = await fetchToken(key)
      await options.onOutcome?.(key, null)
      return token
    } catch (error) {
      if (error instanceof GraphFailure) await options.onOutcome?.(key, error)
      throw error
    }
  }

  /** Keeps the token unless it was to be forgotten while the request was running. */
  async function settle(key: string, flight: Promise<AppToken>): Promise<void> {
    const token = await flight.catch(() => null)
    if (pending.get(key) !== flight) return
    pending.delete(key)
    if (token) keep(key, token)
  }

  function fetchToken(key: string): Promise<AppToken> {
    const policy = {
      clock: options.clock,
      random: options.random ?? Math.random,
      sleep: options.sleep ?? sleepFor,
      deadlineAt: new Date(now() + deadlineMs),
      maxAttempts: MAX_ATTEMPTS,
    }
    return retrying(policy, (attempt) => requestToken(key, attempt))
  }

  function keep(key: string, token: AppToken): void {
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    const endsAt = token.expiresAt.getTime()
    // A fifth of a short life, or a token of five minutes would be renewed by every request.
    kept.set(key, { token, renewAt: endsAt - Math.min(RENEW_BEFORE_END_MS, (endsAt - now()) / 5) })
  }

  const now = () => options.clock.now().getTime()

  return {
    tokenFor,
    forget(tenantId, refused) {
      const key = tenantId.toLowerCase()
      if (refused && kept.get(key)?.token !== refused) return
      kept.delete(key)
      pending.delete(key)
    },
    forgetAll() {
      kept.clear()
      pending.clear()
    },
  }
}

type Kept = { token: AppToken; renewAt: number }

function isPassing(error: unknown): boolean {
  return (
    error instanceof GraphFailure && (error.code === 'UNAVAILABLE' || error.code === 'THROTTLED')
  )
}
