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

  constructor(name: RefusalName, details: RefusalDetails = {}) {
    super(name)
    this.kind = REFUSALS[name]
    this.details = details
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
