import { judgePermissions } from '@tenantscope/analysis/permission-check'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { GraphFailureCode, GraphFailureDetails } from '@tenantscope/graph-client/failures'
import { describe, expect, test } from 'vitest'

import {
  connectionMessageOf,
  failedCheck,
  outcomesOf,
  passingMessageOf,
  tokenCheck,
} from './checks.rules.ts'

const AT = new Date('2026-11-20T08:30:00Z')
const POLICY = 'Policy.Read.All'

const failure = (code: GraphFailureCode, details: Partial<GraphFailureDetails> = {}) =>
  new GraphFailure(code, { at: AT, path: '/policies/authorizationPolicy', ...details })

const everywhere = { lacks: () => false }

test.each([
  [failure('PERMISSION_MISSING', { microsoftCode: 'AccessDenied' }), 'refused'],
  // A service principal that is not everywhere yet.
  [failure('CONSENT_REQUIRED', { microsoftCode: 'Authorization_IdentityNotFound' }), 'refused'],
  [failure('NOT_LICENSED'), 'notLicensed'],
  [failure('THROTTLED', { status: 429 }), 'unanswered'],
  [failure('UNAVAILABLE', { status: 503 }), 'unanswered'],
  [failure('UNAVAILABLE', { microsoftCode: 'ECONNRESET' }), 'unanswered'],
  [failure('UNAVAILABLE'), 'late'],
  [failure('UNAVAILABLE', { microsoftCode: 'TIMEOUT' }), 'late'],
  [failure('MALFORMED_ANSWER', { status: 200 }), 'unanswered'],
  [failure('INTERNAL', { status: 404 }), 'unanswered'],
  ['answered', 'answered'],
] as const)('a probe that ended in %s is %s', (probe, kind) => {
  const outcomes = outcomesOf(new Map([[POLICY, probe]]), everywhere, true)
  expect(outcomes.get(POLICY)?.kind).toBe(kind)
})

test('what a cloud lacks, and what only the partner has, was not tried', () => {
  const china = { lacks: () => true }
  const kinds = (graph: typeof everywhere, isOwn: boolean) =>
    Object.fromEntries(Array.from(outcomesOf(new Map(), graph, isOwn), ([k, v]) => [k, v.kind]))
  expect(kinds(everywhere, true)).toEqual({})
  expect(kinds(everywhere, false)).toEqual({ 'DelegatedAdminRelationship.Read.All': 'notHere' })
  expect(kinds(china, false)).toEqual({
    'Reports.Read.All': 'notInCloud',
    'DelegatedAdminRelationship.Read.All': 'notInCloud',
  })
})

describe('a check without a token', () => {
  const moment = { at: AT, lastSuccessfulToken: null }

  test('contains only codes and ids, in one line', () => {
    const refused = failure('INVALID_CLIENT_SECRET', {
      microsoftCode: 'AADSTS7000222',
      status: 401,
      requestId: 'a-request',
      correlationId: 'a-correlation',
      path: '/t/oauth2/v2.0/token',
      detail: 'what no user should see',
    })
    expect(failedCheck(refused, { message: 'Please', isOwn: true }, moment)).toEqual({
      status: 'fail',
      message: 'Please',
      lastSuccessfulToken: null,
      error: 'INVALID_CLIENT_SECRET',
      details:
        'The client secret has expired. Create a client secret in the app registration and save its value under Azure Configuration. AADSTS7000222, HTTP 401, request a-request, correlation a-correlation.',
      diagnostics: {
        at: AT.toISOString(),
        microsoftCode: 'AADSTS7000222',
        status: 401,
        requestId: 'a-request',
        correlationId: 'a-correlation',
        path: '/t/oauth2/v2.0/token',
      },
      checkedAt: AT.toISOString(),
    })
  })

  test.each([
    [failure('INVALID_CLIENT_SECRET'), 'The stored credential cannot be used.'],
    [failure('CONSENT_REQUIRED', { status: 200 }), 'The token holds no application permission.'],
    [failure('UNAVAILABLE'), 'No response within 10 seconds.'],
    [failure('INTERNAL', { microsoftCode: 'AADSTS900432' }), 'is in another national cloud.'],
    [
      failure('INTERNAL', { microsoftCode: 'AADSTS12345' }),
      'Microsoft gave no reason (AADSTS12345).',
    ],
  ])('says what it can: %s', (refused, words) => {
    expect(failedCheck(refused, { message: '', isOwn: true }, moment).details).toContain(words)
  })
})

test.each([
  ['CONSENT_REQUIRED', 'secret', 'Admin consent is missing for this application.'],
  ['INVALID_CLIENT_SECRET', 'secret', 'Please verify your client secret in Azure Portal.'],
  ['INVALID_CLIENT_SECRET', 'certificate', 'Please verify your certificate in Azure Portal.'],
  ['APP_NOT_FOUND', 'secret', 'Please verify your client ID and tenant ID.'],
  [
    'UNAVAILABLE',
    'secret',
    'Unable to check connection status. Please verify your Azure configuration.',
  ],
] as const)('%s with a %s: %s', (code, kind, message) => {
  expect(connectionMessageOf(failure(code), kind)).toBe(message)
})

test('what passes by itself is not blamed on a tenant', () => {
  expect(passingMessageOf(failure('UNAVAILABLE'))).toMatch(/did not respond within 10 seconds/u)
  expect(passingMessageOf(failure('UNAVAILABLE', { status: 503 }))).toMatch(/could not respond/u)
  expect(passingMessageOf(failure('THROTTLED'))).toMatch(/throttling requests/u)
  expect(passingMessageOf(failure('CONSENT_REQUIRED'))).toBeUndefined()
})

test('a partial check names the permission, and the diagnostics are those of its refusal', () => {
  const refused = failure('PERMISSION_MISSING', {
    microsoftCode: 'AccessDenied',
    status: 403,
    requestId: 'a-request',
  })
  const verdict = judgePermissions({
    roles: ['Directory.Read.All', 'User.Read.All', POLICY],
    askedFor: [],
    outcomes: new Map([
      ['Directory.Read.All', { kind: 'answered' }],
      ['User.Read.All', { kind: 'answered' }],
      [POLICY, { kind: 'refused', microsoftCode: 'AccessDenied' }],
    ]),
  })
  expect(
    tokenCheck(verdict, new Map([[POLICY, refused]]), { at: AT, lastSuccessfulToken: AT }),
  ).toMatchObject({
    status: 'partial',
    error: 'PERMISSION_MISSING',
    message:
      'Not granted: Organization.Read.All. The token holds Policy.Read.All, but Microsoft refused to show policies (AccessDenied). Consent given minutes ago can take up to 10 minutes to take effect.',
    details:
      'Organization.Read.All: not in the token. Policy.Read.All: AccessDenied, HTTP 403, request a-request.',
    diagnostics: { requestId: 'a-request', path: '/policies/authorizationPolicy' },
    lastSuccessfulToken: AT.toISOString(),
  })
})
