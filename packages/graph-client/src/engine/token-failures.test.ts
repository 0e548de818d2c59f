import { MICROSOFT_CODES } from '@tenantscope/contract/microsoft-codes'
import { expect, test } from 'vitest'

import type { GraphFailureCode } from './failures.ts'
import { failureOfTokenAnswer } from './token-failures.ts'

const AT = new Date('2026-11-20T08:30:00Z')
const TRACE = '0c7b1f0a-27b9-4c52-9c1c-6f1d7a3b5e00'
const CORRELATION = '6f3c9f2e-6a53-4a0b-9d2e-0d2a6c1f7b11'
const facts = { requestId: null, correlationId: null, at: AT, path: '/t/oauth2/v2.0/token' }

function tokenError(number: number, error: string): string {
  return JSON.stringify({
    error,
    error_description: `AADSTS${number}: Something with S3cret~value. Trace ID: ${TRACE}`,
    error_codes: [number],
    timestamp: '2026-11-20 08:30:00Z',
    trace_id: TRACE,
    correlation_id: CORRELATION,
  })
}

test.each<[number, string, number, GraphFailureCode]>([
  [401, 'invalid_client', 7000215, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 7000222, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 7000218, 'INVALID_CLIENT_SECRET'],
  [400, 'unauthorized_client', 700016, 'APP_NOT_FOUND'],
  [400, 'invalid_request', 90002, 'APP_NOT_FOUND'],
  [400, 'invalid_request', 900023, 'APP_NOT_FOUND'],
  [401, 'invalid_client', 7000229, 'CONSENT_REQUIRED'],
  [400, 'invalid_grant', 65001, 'CONSENT_REQUIRED'],
  [400, 'unauthorized_client', 7000112, 'APP_DISABLED'],
  [401, 'unauthorized_client', 7000112, 'APP_DISABLED'],
  [429, 'temporarily_unavailable', 90055, 'THROTTLED'],
  [400, 'temporarily_unavailable', 90055, 'THROTTLED'],
  [503, 'temporarily_unavailable', 90033, 'UNAVAILABLE'],
  [500, 'server_error', 90006, 'UNAVAILABLE'],
  [400, 'temporarily_unavailable', 90024, 'UNAVAILABLE'],
  [503, 'temporarily_unavailable', 90012, 'UNAVAILABLE'],
  [400, 'temporarily_unavailable', 99999, 'UNAVAILABLE'],
  [400, 'access_denied', 53003, 'APP_DISABLED'],
  [400, 'invalid_request', 90038, 'INTERNAL'],
  [401, 'invalid_client', 700027, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 700024, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 700023, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 700021, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 700030, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 700211, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 700212, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 700213, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 70021, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 7000214, 'INVALID_CLIENT_SECRET'],
  [401, 'invalid_client', 7000216, 'INVALID_CLIENT_SECRET'],
  [400, 'invalid_scope', 70011, 'INTERNAL'],
])('a token refused with %i %s AADSTS%i is %s', (status, error, number, code) => {
  const failure = failureOfTokenAnswer({ ...facts, status, body: tokenError(number, error) })
  expect(failure).toMatchObject({
    code,
    status,
    microsoftCode: `AADSTS${number}`,
    requestId: TRACE,
    correlationId: CORRELATION,
    at: AT,
    path: facts.path,
  })
  expect(failure.message).not.toContain('S3cret')
})

const failed = (number: number) =>
  failureOfTokenAnswer({ ...facts, status: 400, body: tokenError(number, 'invalid_grant') })

const ONLY_AT_SIGN_INS = MICROSOFT_CODES.filter(({ places }) => !places.includes('token'))

test('a code without advice for tokens keeps the words of Microsoft, without the IDs after them', () => {
  expect(failed(7_000_222).words).toBeNull()
  for (const number of [999_999, ...ONLY_AT_SIGN_INS.flatMap(({ codes }) => codes)]) {
    expect(failed(number).words).toBe('Something with S3cret~value.')
    expect(failed(number).message).not.toContain('S3cret')
  }
})

test.each<[string, number, string, GraphFailureCode, string | null]>([
  ['an empty body', 502, '', 'UNAVAILABLE', null],
  ['HTML', 503, '<html>Service Unavailable</html>', 'UNAVAILABLE', null],
  ['a proxy page', 403, '<html>Blocked</html>', 'MALFORMED_ANSWER', null],
  ['JSON that is no object', 400, '"no"', 'MALFORMED_ANSWER', null],
  ['no numbers', 401, '{"error":"invalid_client"}', 'INVALID_CLIENT_SECRET', 'invalid_client'],
  [
    'odd numbers',
    400,
    '{"error":"invalid_grant","error_codes":["x"]}',
    'INTERNAL',
    'invalid_grant',
  ],
  ['throttling without a body', 429, '', 'THROTTLED', null],
  [
    'several numbers',
    401,
    '{"error":"invalid_client","error_codes":[50000,7000222]}',
    'INVALID_CLIENT_SECRET',
    'AADSTS7000222',
  ],
])(
  'a token refused with %s is classified by the remaining facts',
  (_, status, body, code, microsoftCode) => {
    expect(failureOfTokenAnswer({ ...facts, status, body })).toMatchObject({ code, microsoftCode })
  },
)
