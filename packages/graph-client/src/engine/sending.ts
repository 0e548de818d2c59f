import { eitherOf } from './abort.ts'
import { demandOf } from './budgets.ts'
import type { Demand } from './budgets.ts'
import type { Clock, Random, Sleep } from './clock.ts'
import type { Cloud } from './clouds.ts'
import { GraphFailure } from './failures.ts'
import { verdictOn } from './judging.ts'
import type { GraphAnswer, ReceivedAnswer, Verdict } from './judging.ts'
import type { Limiter, Release } from './limiter.ts'
import type { OnMalformedRow } from './malformed-rows.ts'
import type { PageSizes } from './page-sizes.ts'
import { pathWithoutQuery } from './request-log.ts'
import type { OnRequest } from './request-log.ts'
import { backoffMs, retrying } from './retry.ts'
import type { Attempt, RetryPolicy } from './retry.ts'
import type { AppToken } from './token-request.ts'
import type { Tokens } from './tokens.ts'
import type { Transport } from './transport.ts'
import { createWire } from './wire.ts'
import type { GraphRequest, Priority } from './wire.ts'

type SenderDeps = {
  transport: Transport
  tokens: Tokens
  cloud: Cloud
  limiter: Limiter
  clock: Clock
  random: Random
  sleep: Sleep
  userAgent: string
  pageSizes: PageSizes
  onRequest?: OnRequest
}

/** One tenant, and how long and how urgently it is read. */
type Conversation = {
  tenantId: string
  priority: Priority
  callerSignal: AbortSignal | undefined
  deadlineSignal: AbortSignal
  deadlineAt: Date
  onMalformedRow: OnMalformedRow | null
}

/** Sends one conversation's requests: token, turn, attempt, and what to make of the answer. */
export type Sender = {
  /** `demand` only where the path does not name the resource, as in a batch. */
  send(request: GraphRequest, demand?: Demand): Promise<GraphAnswer>
  /** The path of one of this cloud's Graph links; null for any other address. */
  pathOf(link: string): string | null
  /** The roles in the token that was last used. */
  roles(): readonly string[]
  /** After a 429: nothing more for the wait that is returned, Microsoft's own or, when it named none, a back-off. */
  slowDown(throttled: Throttled): number
  policy: RetryPolicy & { signal: AbortSignal }
  pageSizes: PageSizes
  /** Null: a malformed row is a failure of its collection. */
  onMalformedRow: OnMalformedRow | null
  /** True when the deadline has passed: then an aborted request is a failure, not a cancellation. */
  isLate(): boolean
}

type Throttled = {
  demand: Demand
  verdict: Extract<Verdict, { kind: 'passing' }>
  attempt: number
}

/** State that is kept between the attempts of a request. */
type Trial = {
  request: GraphRequest
  path: string
  demand: Demand
  signal: AbortSignal
  hasRenewedToken: boolean
  isQueued: boolean
  lastFailure: GraphFailure | null
}

const MAX_ATTEMPTS = 8
/** However long Microsoft says, after this it is asked again. */
const MAX_PAUSE_MS = 10 * 60_000
/** From here on Microsoft says how much of a limit is used; 1 is the limit. */
const NEAR_LIMIT = 0.8
const MAX_BREATHER_MS = 1_000

export function createSender(deps: SenderDeps, conversation: Conversation): Sender {
  const { tenantId, priority, callerSignal, deadlineSignal, deadlineAt } = conversation
  const { clock, random, sleep, limiter, tokens, pageSizes } = deps
  const signal = eitherOf(deadlineSignal, callerSignal)
  const policy = { clock, random, sleep, deadlineAt, signal, maxAttempts: MAX_ATTEMPTS }
  const wire = createWire({ ...deps, tenantId, priority, signal })
  let roles: readonly string[] = []

  /** A page that Microsoft finds too large is asked for once again, with fewer rows. */
  async function send(request: GraphRequest, demand?: Demand): Promise<GraphAnswer> {
    const path = pageSizes.workingFor(request.path)
    try {
      return await sendAs({ ...request, path }, demand)
    } catch (error) {
      const smaller = pageSizes.smaller(path)
      if (smaller === null || !isBadRequest(error)) throw error
      const answer = await sendAs({ ...request, path: smaller }, demand).catch((again: unknown) => {
        // The size was not the reason.
        throw isBadRequest(again) ? error : again
      })
      pageSizes.remember(path)
      return answer
    }
  }

  async function sendAs(request: GraphRequest, demand?: Demand): Promise<GraphAnswer> {
    const trial = trialOf(request, demand ?? demandOf(request.path))
    try {
      return await retrying({ ...policy, signal: trial.signal }, async (attempt) => {
        const outcome = await attemptOnce(trial, attempt)
        if ('failure' in outcome) trial.lastFailure = outcome.failure
        return outcome
      })
    } catch (error) {
      if (error instanceof GraphFailure || !deadlineSignal.aborted) throw error
      throw trial.lastFailure ?? failureOfDeadline(trial)
    }
  }

  function trialOf(request: GraphRequest, demand: Demand): Trial {
    const path = pathWithoutQuery(request.path)
    const untried = { hasRenewedToken: false, isQueued: false, lastFailure: null }
    return { request, path, demand, signal: eitherOf(signal, request.signal), ...untried }
  }

  async function attemptOnce(trial: Trial, attempt: number): Promise<Attempt<GraphAnswer>> {
    const token = await tokens.tokenFor(tenantId, { signal: trial.signal })
    roles = token.roles
    const release = await turnOf(trial)
    const sent = await wire.sendOnce(trial.request, { token, attempt }).finally(release)
    if (sent instanceof GraphFailure) return unlessOurs(sent)

    takeBreather(trial, sent)
    const { sufficientRoles = [], expected = 'json' } = trial.request
    const verdict = verdictOn(sent, { roles, sufficientRoles, expected })
    if (verdict.kind === 'good') return { done: verdict.answer }
    if (verdict.kind === 'tokenRefused') return withNewToken(trial, token, verdict.failure)
    if (verdict.kind === 'lasting') throw verdict.failure
    const { failure, afterMs } = verdict
    if (sent.status !== 429) return { failure, afterMs }
    return { failure, afterMs: slowDown({ demand: trial.demand, verdict, attempt }) }
  }

  /** A place among the requests in flight, to be given back when the request has ended. */
  async function turnOf(trial: Trial): Promise<Release> {
    const { demand, path } = trial
    trial.isQueued = true
    const slot = { tenantId, demand, signal: trial.signal, deadlineAt }
    const release = await limiter.acquire(slot)
    if (!release)
      throw trial.lastFailure ?? new GraphFailure('THROTTLED', { at: clock.now(), path })
    trial.isQueued = false
    return release
  }

  function withNewToken(trial: Trial, refused: AppToken, failure: GraphFailure) {
    if (trial.hasRenewedToken) throw failure
    trial.hasRenewedToken = true
    tokens.forget(tenantId, refused)
    return { failure, afterMs: 0 }
  }

  function slowDown({ demand, verdict, attempt }: Throttled): number {
    const ms = verdict.afterMs ?? backoffMs(attempt, random)
    const scope = verdict.isOfApplication ? 'application' : 'tenant'
    limiter.pause({ tenantId, demand, scope, ms: Math.min(ms, MAX_PAUSE_MS) })
    return ms
  }

  /** A little slower before Microsoft has to say so. */
  function takeBreather({ demand }: Trial, { status, throttleShare }: ReceivedAnswer): void {
    const isNear = throttleShare > NEAR_LIMIT && status !== 429
    // Where a limit is a handful of requests, being near it is the rule.
    if (!isNear || demand.budget !== 'directory') return
    const ms = Math.min(1, (throttleShare - NEAR_LIMIT) / (1 - NEAR_LIMIT)) * MAX_BREATHER_MS
    limiter.pause({ tenantId, demand, scope: 'tenant', ms })
  }

  function failureOfDeadline({ isQueued, path }: Trial): GraphFailure {
    // Waiting in our own queue is waiting for Microsoft's limits.
    const code = isQueued ? 'THROTTLED' : 'UNAVAILABLE'
    const detail = 'no response before the deadline'
    return new GraphFailure(code, { at: clock.now(), path, detail })
  }

  return {
    send,
    pathOf: (link) => wire.pathOf(link),
    roles: () => roles,
    slowDown,
    policy,
    pageSizes,
    onMalformedRow: conversation.onMalformedRow,
    isLate: () => deadlineSignal.aborted,
  }
}

const isBadRequest = (error: unknown): boolean =>
  error instanceof GraphFailure && error.status === 400

/** The way to Microsoft may be better in a moment; a request that we should not have made will not. */
function unlessOurs(failure: GraphFailure): Attempt<never> {
  if (failure.code === 'INTERNAL') throw failure
  return { failure, afterMs: null }
}
