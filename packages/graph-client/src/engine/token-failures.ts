import { codesRowOf, mainCodeOf, wordsOf } from '@tenantscope/contract/microsoft-codes'
import { z } from 'zod'

import { codeOrNull, GraphFailure } from './failures.ts'
import type { FailedAnswer, GraphFailureCode } from './failures.ts'
import { tolerantText } from './fields.ts'
import { jsonOf } from './json.ts'

/** Reads the token endpoint's refusal by its error numbers; Microsoft says that its texts can change. */
export function failureOfTokenAnswer(answer: FailedAnswer): GraphFailure {
  const body = TokenErrorBody.parse(jsonOf(answer.body))
  const number = mainCodeOf(body.error_codes)
  const microsoftCode = number === undefined ? codeOrNull(body.error) : `AADSTS${number}`
  const hasAdvice = codesRowOf(microsoftCode)?.places.includes('token') === true
  return new GraphFailure(codeOfTokenAnswer(answer.status, body.error, microsoftCode), {
    ...answer,
    microsoftCode,
    requestId: answer.requestId ?? codeOrNull(body.trace_id),
    correlationId: codeOrNull(body.correlation_id) ?? answer.correlationId,
    words: number === undefined || hasAdvice ? null : wordsOf(body.error_description).words,
  })
}

function codeOfTokenAnswer(
  status: number,
  error: string | undefined,
  microsoftCode: string | null,
): GraphFailureCode {
  const row = codesRowOf(microsoftCode)
  if (row?.failure !== undefined) return row.failure
  if (status === 429) return 'THROTTLED'
  if (status >= 500 || status === 408 || error === 'temporarily_unavailable') return 'UNAVAILABLE'
  if (error === undefined) return 'MALFORMED_ANSWER'
  // Without a number, only the standard's own word is left: RFC 6749 section 5.2.
  return error === 'invalid_client' && microsoftCode === error
    ? 'INVALID_CLIENT_SECRET'
    : 'INTERNAL'
}

const TokenErrorBody = z
  .object({
    error: tolerantText,
    error_description: tolerantText,
    error_codes: z.array(z.number()).catch([]),
    trace_id: tolerantText,
    correlation_id: tolerantText,
  })
  .catch({
    error: undefined,
    error_description: undefined,
    error_codes: [],
    trace_id: undefined,
    correlation_id: undefined,
  })
