import { z } from 'zod'

import { codeOrNull, GraphFailure } from './failures.ts'
import type { FailedAnswer, GraphFailureCode } from './failures.ts'
import { tolerantText } from './fields.ts'
import { jsonOf } from './json.ts'

/** The permissions of the refused token, to distinguish a missing permission from a missing license. */
export type TokenStanding = {
  roles: readonly string[]
  /** Any one of these suffices for the path; empty when the path does not say. */
  sufficientRoles: readonly string[]
}

const NOT_LICENSED = new Set(['authentication_requestfromnonpremiumtenantorb2ctenant'])
const NO_PRINCIPAL = new Set(['authorization_identitynotfound'])
// These two say "scopes are missing" and "your tenant is not licensed" with the same code.
const PERMISSION_OR_LICENSE = new Set(['accessdenied', 'forbidden'])
/** An expired page token: the collection has to be read from its start. */
const RESTART_READ = new Set(['directory_expiredpagetoken'])
/** The delta token is too old; also returned with other statuses than 410. */
const DELTA_EXPIRED = new Set(['resyncrequired', 'syncstatenotfound', 'syncstateinvalid'])

/** Reads Graph's refusal by its code, then by its status. */
export function failureOfGraphAnswer(answer: FailedAnswer, token: TokenStanding): GraphFailure {
  const error = graphErrorOf(answer.body) ?? { code: null, requestId: null, correlationId: null }
  const code = error.code?.toLowerCase() ?? ''
  const isDeltaExpired = answer.status === 410 || DELTA_EXPIRED.has(code)
  const ours = isDeltaExpired ? 'UNAVAILABLE' : codeOfGraphAnswer(answer.status, code, token)
  return new GraphFailure(ours, {
    ...answer,
    isDeltaExpired,
    microsoftCode: error.code,
    requestId: answer.requestId ?? error.requestId,
    correlationId: error.correlationId ?? answer.correlationId,
  })
}

function codeOfGraphAnswer(status: number, code: string, token: TokenStanding): GraphFailureCode {
  if (status === 429) return 'THROTTLED'
  if (isPassing(status) || RESTART_READ.has(code)) return 'UNAVAILABLE'
  if (status !== 401 && status !== 403) return 'INTERNAL'
  return codeOfRefusal(status, code, token)
}

// 424: a request of a batch whose service was throttled or failed (Microsoft's page on $batch).
// 501 is lasting: "This operation target is not yet supported."
function isPassing(status: number): boolean {
  return status === 408 || status === 424 || (status >= 500 && status !== 501)
}

function codeOfRefusal(status: number, code: string, token: TokenStanding): GraphFailureCode {
  if (NOT_LICENSED.has(code)) return 'NOT_LICENSED'
  if (NO_PRINCIPAL.has(code)) return 'CONSENT_REQUIRED'
  if (status === 401) return 'INTERNAL'
  if (token.roles.length === 0) return 'CONSENT_REQUIRED'
  const isLicense = PERMISSION_OR_LICENSE.has(code) && hasSufficientRole(token)
  return isLicense ? 'NOT_LICENSED' : 'PERMISSION_MISSING'
}

function hasSufficientRole({ roles, sufficientRoles }: TokenStanding): boolean {
  return sufficientRoles.some((role) => roles.includes(role))
}

type GraphError = {
  code: string | null
  requestId: string | null
  correlationId: string | null
}

function graphErrorOf(body: unknown): GraphError | null {
  const error = GraphErrorBody.safeParse(jsonOf(body)).data?.error
  if (!error) return null
  // Usage reports wrap the complete inner error, as JSON text, into an UnknownError's message.
  const nested = error.message?.startsWith('{') ? graphErrorOf(error.message) : null
  if (nested?.code) return nested
  const inner = error.innerError ?? error.innererror
  return {
    code: codeOrNull(error.code),
    requestId: codeOrNull(inner?.['request-id']),
    correlationId: codeOrNull(inner?.['client-request-id']),
  }
}

const InnerError = z
  .object({ 'request-id': tolerantText, 'client-request-id': tolerantText })
  .optional()
  .catch(undefined)

const GraphErrorBody = z.object({
  error: z.object({
    code: tolerantText,
    message: tolerantText,
    // Documented as innerError, seen as innererror.
    innerError: InnerError,
    innererror: InnerError,
  }),
})
