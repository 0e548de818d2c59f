import { z } from 'zod'

import { codeOrNull, GraphFailure } from './failures.ts'
import type { FailedAnswer, GraphFailureCode } from './failures.ts'
import { tolerantText } from './fields.ts'
import { jsonOf } from './json.ts'

const AADSTS_FAILURES: Readonly<Record<number, GraphFailureCode>> = {
  7_000_215: 'INVALID_CLIENT_SECRET',
  7_000_222: 'INVALID_CLIENT_SECRET',
  7_000_218: 'INVALID_CLIENT_SECRET',
  7_000_214: 'INVALID_CLIENT_SECRET',
  7_000_216: 'INVALID_CLIENT_SECRET',
  // A certificate that is not registered or has expired, an untrusted assertion: the nearest
  // of the closed set, because the remedy is the same.
  700_027: 'INVALID_CLIENT_SECRET',
  700_024: 'INVALID_CLIENT_SECRET',
  700_023: 'INVALID_CLIENT_SECRET',
  700_021: 'INVALID_CLIENT_SECRET',
  700_030: 'INVALID_CLIENT_SECRET',
  700_211: 'INVALID_CLIENT_SECRET',
  700_212: 'INVALID_CLIENT_SECRET',
  700_213: 'INVALID_CLIENT_SECRET',
  70_021: 'INVALID_CLIENT_SECRET',
  700_016: 'APP_NOT_FOUND',
  90_002: 'APP_NOT_FOUND',
  900_023: 'APP_NOT_FOUND',
  7_000_229: 'CONSENT_REQUIRED',
  65_001: 'CONSENT_REQUIRED',
  7_000_112: 'APP_DISABLED',
  // Conditional Access of that directory does not let the application in.
  53_003: 'APP_DISABLED',
  90_055: 'THROTTLED',
  90_033: 'UNAVAILABLE',
  90_006: 'UNAVAILABLE',
  90_024: 'UNAVAILABLE',
  90_012: 'UNAVAILABLE',
}

/** Reads the token endpoint's refusal by its error numbers; Microsoft says that its texts can change. */
export function failureOfTokenAnswer(answer: FailedAnswer): GraphFailure {
  const body = TokenErrorBody.parse(jsonOf(answer.body))
  const numbers = body.error_codes
  const number = numbers.find((code) => code in AADSTS_FAILURES) ?? numbers[0]
  return new GraphFailure(codeOfTokenAnswer(answer.status, body.error, number), {
    ...answer,
    microsoftCode: number === undefined ? codeOrNull(body.error) : `AADSTS${number}`,
    requestId: answer.requestId ?? codeOrNull(body.trace_id),
    correlationId: codeOrNull(body.correlation_id) ?? answer.correlationId,
  })
}

function codeOfTokenAnswer(status: number, error?: string, number?: number): GraphFailureCode {
  const known = number === undefined ? undefined : AADSTS_FAILURES[number]
  if (known) return known
  if (status === 429) return 'THROTTLED'
  if (status >= 500 || status === 408 || error === 'temporarily_unavailable') return 'UNAVAILABLE'
  if (error === undefined) return 'MALFORMED_ANSWER'
  // Without a number, only the standard's own word is left: RFC 6749 section 5.2.
  return error === 'invalid_client' && number === undefined ? 'INVALID_CLIENT_SECRET' : 'INTERNAL'
}

const TokenErrorBody = z
  .object({
    error: tolerantText,
    error_codes: z.array(z.number()).catch([]),
    trace_id: tolerantText,
    correlation_id: tolerantText,
  })
  .catch({ error: undefined, error_codes: [], trace_id: undefined, correlation_id: undefined })
