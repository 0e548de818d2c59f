import { expect, test } from 'vitest'

import type { GraphFailureCode } from './failures.ts'
import { failureOfGraphAnswer } from './graph-failures.ts'

const AT = new Date('2026-11-20T08:30:00Z')
const TRACE = '0c7b1f0a-27b9-4c52-9c1c-6f1d7a3b5e00'
const CORRELATION = '6f3c9f2e-6a53-4a0b-9d2e-0d2a6c1f7b11'
const facts = { requestId: null, correlationId: null, at: AT, path: '/t/oauth2/v2.0/token' }

function graphError(code: string, innerKey = 'innerError', message = 'Text of Microsoft'): string {
  const inner = {
    date: '2026-11-20T08:30:00',
    'request-id': TRACE,
    'client-request-id': CORRELATION,
  }
  return JSON.stringify({ error: { code, message, [innerKey]: inner } })
}

const HELD = { roles: ['Policy.Read.All'], sufficientRoles: [] }

test.each<[number, string, GraphFailureCode]>([
  [401, 'InvalidAuthenticationToken', 'INTERNAL'],
  [401, 'Authorization_IdentityNotFound', 'CONSENT_REQUIRED'],
  [403, 'Authorization_IdentityNotFound', 'CONSENT_REQUIRED'],
  [403, 'Authorization_RequestDenied', 'PERMISSION_MISSING'],
  [403, 'AccessDenied', 'PERMISSION_MISSING'],
  [403, 'accessDenied', 'PERMISSION_MISSING'],
  [403, 'Forbidden', 'PERMISSION_MISSING'],
  [403, 'Authentication_MSGraphPermissionMissing', 'PERMISSION_MISSING'],
  [403, 'S2SUnauthorized', 'PERMISSION_MISSING'],
  [403, 'SomethingNew', 'PERMISSION_MISSING'],
  [403, 'Authentication_RequestFromNonPremiumTenantOrB2CTenant', 'NOT_LICENSED'],
  [401, 'Authentication_RequestFromNonPremiumTenantOrB2CTenant', 'NOT_LICENSED'],
  [401, 'Unauthorized', 'INTERNAL'],
  [404, 'Request_ResourceNotFound', 'INTERNAL'],
  [400, 'Request_BadRequest', 'INTERNAL'],
  [400, 'Request_UnsupportedQuery', 'INTERNAL'],
  [400, 'Directory_ExpiredPageToken', 'UNAVAILABLE'],
  [405, 'Request_BadRequest', 'INTERNAL'],
  [410, 'resyncRequired', 'UNAVAILABLE'],
  [400, 'SyncStateNotFound', 'UNAVAILABLE'],
  [404, 'syncStateNotFound', 'UNAVAILABLE'],
  [410, 'Gone', 'UNAVAILABLE'],
  [424, 'FailedDependency', 'UNAVAILABLE'],
  [429, 'TooManyRequests', 'THROTTLED'],
  [429, 'activityLimitReached', 'THROTTLED'],
  [500, 'UnknownError', 'UNAVAILABLE'],
  [501, 'NotImplemented', 'INTERNAL'],
  [503, 'serviceNotAvailable', 'UNAVAILABLE'],
  [504, 'GatewayTimeout', 'UNAVAILABLE'],
])('Graph refusing with %i %s is %s', (status, microsoftCode, code) => {
  const answer = { ...facts, status, body: graphError(microsoftCode), path: '/users' }
  const failure = failureOfGraphAnswer(answer, HELD)
  expect(failure).toMatchObject({ code, status, microsoftCode, requestId: TRACE, path: '/users' })
  expect(failure.message).not.toContain('Text of Microsoft')
})

test('a permission that the token does not hold is missing; one that it holds lacks a license', () => {
  const answer = { ...facts, status: 403, body: graphError('AccessDenied') }
  const codeWith = (roles: string[]) =>
    failureOfGraphAnswer(answer, { roles, sufficientRoles: ['Policy.Read.All'] }).code
  expect(codeWith(['User.Read.All'])).toBe('PERMISSION_MISSING')
  expect(codeWith(['User.Read.All', 'Policy.Read.All'])).toBe('NOT_LICENSED')
})

test.each<[number, string, boolean]>([
  [410, 'resyncRequired', true],
  [400, 'SYNCSTATENOTFOUND', true],
  [404, 'syncStateNotFound', true],
  [410, '', true],
  [400, 'Directory_ExpiredPageToken', false],
  [404, 'Request_ResourceNotFound', false],
  [503, 'serviceNotAvailable', false],
])('after %i %s the changes are lost: %s', (status, microsoftCode, isDeltaExpired) => {
  const answer = { ...facts, status, body: graphError(microsoftCode) }
  expect(failureOfGraphAnswer(answer, HELD)).toMatchObject({ isDeltaExpired })
})

test('a refused token without any role means that consent is missing', () => {
  const answer = { ...facts, status: 403, body: graphError('Authorization_RequestDenied') }
  expect(failureOfGraphAnswer(answer, { roles: [], sufficientRoles: [] }).code).toBe(
    'CONSENT_REQUIRED',
  )
})

test('both spellings of the inner error give the ids, and headers come first', () => {
  const answer = {
    ...facts,
    status: 404,
    body: graphError('Request_ResourceNotFound', 'innererror'),
  }
  expect(failureOfGraphAnswer(answer, HELD)).toMatchObject({
    requestId: TRACE,
    correlationId: CORRELATION,
  })
  expect(failureOfGraphAnswer({ ...answer, requestId: 'from-header' }, HELD).requestId).toBe(
    'from-header',
  )
})

test("an error nested as text in another's message is the one that counts", () => {
  const inner = graphError('S2SUnauthorized', 'innerError', 'Invalid permission.')
  const body = graphError('UnknownError', 'innerError', inner)
  expect(failureOfGraphAnswer({ ...facts, status: 403, body }, HELD)).toMatchObject({
    code: 'PERMISSION_MISSING',
    microsoftCode: 'S2SUnauthorized',
  })
})

test.each([
  ['empty', ''],
  ['HTML', '<html><body>504 Gateway Time-out</body></html>'],
  ['JSON of another shape', '{"message":"no"}'],
  ['an error that is text', '{"error":"no"}'],
  ['null', 'null'],
])('for a body that is %s the status decides', (_, body) => {
  expect(failureOfGraphAnswer({ ...facts, status: 504, body }, HELD)).toMatchObject({
    code: 'UNAVAILABLE',
    microsoftCode: null,
  })
  expect(failureOfGraphAnswer({ ...facts, status: 403, body }, HELD).code).toBe(
    'PERMISSION_MISSING',
  )
})

test('what does not look like a code or an id is never repeated', () => {
  const body = JSON.stringify({
    error: { code: '<script>alert(1)</script>', innerError: { 'request-id': 'x'.repeat(500) } },
  })
  const failure = failureOfGraphAnswer({ ...facts, status: 400, body }, HELD)
  expect(failure).toMatchObject({ microsoftCode: null, requestId: null })
  expect(failure.message).toBe('Microsoft refused the request: /t/oauth2/v2.0/token (400)')
})
