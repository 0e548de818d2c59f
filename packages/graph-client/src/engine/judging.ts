import { GraphFailure } from './failures.ts'
import { failureOfGraphAnswer } from './graph-failures.ts'
import type { TokenStanding } from './graph-failures.ts'
import { jsonOf } from './json.ts'
import { isRetryableStatus, retryAfterMs } from './retry.ts'

/** An answer as it came, alone or as one of a batch. */
export type ReceivedAnswer = {
  status: number
  /** The text, or what a batch has parsed already. */
  body: unknown
  retryAfter: string | null
  /** `x-ms-throttle-scope`: whose limit it was that a 429 speaks of. */
  throttleScope: string | null
  /** `x-ms-throttle-limit-percentage`: 1 at the limit; 0 when it is far. */
  throttleShare: number
  /** Where a 302 points to. */
  location: string | null
  requestId: string | null
  correlationId: string | null
  at: Date
  path: string
}

/** A good answer, with the facts that a failure to read it would carry. */
export type GraphAnswer = Omit<
  ReceivedAnswer,
  'body' | 'retryAfter' | 'throttleScope' | 'throttleShare'
> & {
  /** What the body says; text stays text where text was asked for. */
  json: unknown
}

/** What a good answer is made of: nearly always JSON; text for a count; a redirect for a report. */
export type Expected = 'json' | 'text' | 'redirect'

/** The meaning of a response for the sender of the request. */
export type Verdict =
  | { kind: 'good'; answer: GraphAnswer }
  /** Another token may help. */
  | { kind: 'tokenRefused'; failure: GraphFailure }
  /** Time may help; `afterMs` is Microsoft's word, null without one. */
  | { kind: 'passing'; failure: GraphFailure; afterMs: number | null; isOfApplication: boolean }
  | { kind: 'lasting'; failure: GraphFailure }

export type Standing = TokenStanding & { expected: Expected }

/** Classifies an answer as success, transient failure or permanent refusal. */
export function verdictOn(received: ReceivedAnswer, standing: Standing): Verdict {
  const { body, retryAfter, throttleScope, throttleShare: _, ...facts } = received
  const { status } = received
  const isGood = status >= 200 && status < 300
  if (standing.expected === 'redirect' ? isRedirect(received) : isGood) {
    return verdictOnBody(body, facts, standing.expected)
  }
  if (isGood) return { kind: 'lasting', failure: new GraphFailure('MALFORMED_ANSWER', facts) }

  const failure = failureOfGraphAnswer(received, standing)
  if (status === 401 && isTokenRefusal(failure)) return { kind: 'tokenRefused', failure }
  if (!isRetryableStatus(status)) return { kind: 'lasting', failure }
  const isOfApplication = /^Application(?:\/|$)/iu.test(throttleScope ?? '')
  const afterMs = retryAfterMs(retryAfter, received.at)
  return { kind: 'passing', failure, afterMs, isOfApplication }
}

/** 304 answers an If-None-Match. */
function isRedirect({ status, location }: ReceivedAnswer): boolean {
  return status === 304 || (status >= 300 && status < 400 && location !== null)
}

type Facts = Omit<GraphAnswer, 'json'>

function verdictOnBody(body: unknown, facts: Facts, expected: Expected): Verdict {
  const isEmpty = expected === 'redirect' || facts.status === 204
  const json = isEmpty ? null : expected === 'text' ? body : jsonOf(body)
  if (json !== undefined) return { kind: 'good', answer: { ...facts, json } }
  // A cut-off answer, or a proxy's page in its place: the next one may be whole.
  const failure = new GraphFailure('MALFORMED_ANSWER', { ...facts, detail: 'not JSON' })
  return { kind: 'passing', failure, afterMs: null, isOfApplication: false }
}

/** Expired, revoked or otherwise no longer good; an empty body says no more than the status. */
function isTokenRefusal({ microsoftCode }: GraphFailure): boolean {
  return microsoftCode === null || microsoftCode === 'InvalidAuthenticationToken'
}
