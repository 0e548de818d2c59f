import { jsonReply, type SimReply } from '../http.ts'
import { APP_REFUSALS } from './app-refusals.ts'
import { PERSON_REFUSALS } from './person-refusals.ts'
import type { RefusalDetails, RefusalKind } from './refusal-kind.ts'

const REFUSALS = { ...APP_REFUSALS, ...PERSON_REFUSALS }

export type RefusalName = keyof typeof REFUSALS

/** Stops a request to the identity platform. */
export class IdentityRefusal extends Error {
  readonly kind: RefusalKind
  readonly details: RefusalDetails

  constructor(refusal: RefusalName | RefusalKind, details: RefusalDetails = {}) {
    super(typeof refusal === 'string' ? refusal : `AADSTS${refusal.code}`)
    this.kind = typeof refusal === 'string' ? REFUSALS[refusal] : refusal
    this.details = details
  }
}

const UNKNOWN_STATUS = 400

/** Returns the refusal with this number; error and text may be given, also for a number that is not simulated. */
export function refusalByCode(
  code: number,
  given: { readonly error?: string | undefined; readonly text?: string | undefined },
): RefusalKind {
  const known: RefusalKind | undefined = Object.values(REFUSALS).find((each) => each.code === code)
  const { text } = given
  return {
    code,
    status: known?.status ?? UNKNOWN_STATUS,
    error: given.error ?? known?.error ?? 'invalid_request',
    text: text === undefined ? (known?.text ?? (() => 'The request was refused.')) : () => text,
  }
}

/** What identifies one answer of the identity platform to Microsoft's support. */
export interface Trace {
  readonly traceId: string
  readonly correlationId: string
  readonly now: number
  /** Where Microsoft explains its codes. */
  readonly loginHost: string
}

/** AADSTS text with the ids that Microsoft puts behind it. */
export function describeRefusal({ kind, details }: IdentityRefusal, trace: Trace): string {
  return `AADSTS${kind.code}: ${kind.text(details).trim()} Trace ID: ${trace.traceId} Correlation ID: ${trace.correlationId} Timestamp: ${timestampOf(trace.now)}`
}

export function refusalReply(refusal: IdentityRefusal, trace: Trace): SimReply {
  const { kind, details } = refusal
  return jsonReply(
    kind.status,
    {
      error: kind.error,
      error_description: describeRefusal(refusal, trace),
      error_codes: [kind.code],
      timestamp: timestampOf(trace.now),
      trace_id: trace.traceId,
      correlation_id: trace.correlationId,
      ...(kind.isExplained
        ? { error_uri: `https://${trace.loginHost}/error?code=${kind.code}` }
        : {}),
      ...(kind.suberror === undefined ? {} : { suberror: kind.suberror }),
      ...(kind.claims === undefined ? {} : { claims: kind.claims }),
    },
    details.retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(details.retryAfterSeconds) },
  )
}

function timestampOf(now: number): string {
  return new Date(now)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z')
}
