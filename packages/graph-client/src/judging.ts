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
  requestId: string | null
  correlationId: string | null
  at: Date
  path: string
}

/** A good answer, with the facts that a failure to read it would carry. */
export type GraphAnswer = Omit<ReceivedAnswer, 'body' | 'retryAfter'> & { json: unknown }

/** What an answer means for whoever sent the request. */
export type Verdict =
  | { kind: 'good'; answer: GraphAnswer }
  /** Another token may help. */
  | { kind: 'tokenRefused'; failure: GraphFailure }
  /** Time may help; `afterMs` is Microsoft's word, null without one. */
  | { kind: 'passing'; failure: GraphFailure; afterMs: number | null }
  | { kind: 'lasting'; failure: GraphFailure }

/** Tells good answers, passing faults and lasting refusals apart. */
export function verdictOn(received: ReceivedAnswer, token: TokenStanding): Verdict {
  const { status, body, retryAfter, ...facts } = received
  if (status >= 200 && status < 300) return verdictOnBody(body, { status, ...facts })

  const failure = failureOfGraphAnswer(received, token)
  if (status === 401 && isTokenRefusal(failure)) return { kind: 'tokenRefused', failure }
  if (!isRetryableStatus(status)) return { kind: 'lasting', failure }
  return { kind: 'passing', failure, afterMs: retryAfterMs(retryAfter, received.at) }
}

function verdictOnBody(body: unknown, facts: Omit<GraphAnswer, 'json'>): Verdict {
  const json = jsonOf(body)
  if (json !== undefined) return { kind: 'good', answer: { ...facts, json } }
  // A cut-off answer, or a proxy's page in its place: the next one may be whole.
  const failure = new GraphFailure('MALFORMED_ANSWER', { ...facts, detail: 'not JSON' })
  return { kind: 'passing', failure, afterMs: null }
}

/** Expired, revoked or otherwise no longer good; an empty body says no more than the status. */
function isTokenRefusal({ microsoftCode }: GraphFailure): boolean {
  return microsoftCode === null || microsoftCode === 'InvalidAuthenticationToken'
}
