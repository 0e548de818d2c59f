import { TenantFailureCode } from '@tenantscope/contract/errors'
import { MICROSOFT_CODES } from '@tenantscope/contract/microsoft-codes'
import type { TenantFailure } from '@tenantscope/contract/tenants'
import { describe, expect, test } from 'vitest'

import { refusalAdviceOf } from './microsoft-refusal.ts'
import { nextStepOf } from './next-step.ts'

type Tenant = Parameters<typeof nextStepOf>[0]

const READ: Tenant = {
  status: 'Active',
  consent: { state: 'granted', since: null },
  isPartnerTenant: false,
  isReadingStopped: false,
  missingPermissions: [],
  dataAsOf: '2026-11-20T08:00:00.000Z',
  failure: null,
  end: null,
}
const NONE = { state: 'none', since: null } as const
const LOST = { state: 'lost', since: null } as const
const AWAITING = { state: 'awaitingApproval', since: null } as const
const NEVER: Partial<Tenant> = { status: 'Pending', dataAsOf: null }

const failed = (
  code: TenantFailureCode,
  microsoftCode: string | null = null,
  isOwn = false,
): TenantFailure => ({
  code,
  microsoftCode,
  message: 'As it was said.',
  advice: refusalAdviceOf(microsoftCode, { place: 'token', isOwn }),
  at: '2026-11-20T09:00:00.000Z',
  requestId: null,
  correlationId: null,
})
const stepOf = (changes: Partial<Tenant>, isConnected = true) =>
  nextStepOf({ ...READ, ...changes }, { isConnected })

test.each<[string, Partial<Tenant>, string]>([
  ['read and complete', {}, 'none'],
  ['never read, never tried', { ...NEVER, consent: NONE }, 'refresh'],
  ['consented, never read', NEVER, 'refresh'],
  [
    'added, not consented',
    { ...NEVER, consent: NONE, failure: failed('CONSENT_REQUIRED') },
    'grantConsent',
  ],
  ['consent withdrawn', { consent: LOST, failure: failed('CONSENT_REQUIRED') }, 'grantConsent'],
  ['consent withdrawn, failure gone', { consent: LOST }, 'grantConsent'],
  ['read without consent', { consent: NONE }, 'grantConsent'],
  ['lacking a permission', { missingPermissions: ['Policy.Read.All'] }, 'grantConsent'],
  ['refused a permission', { failure: failed('PERMISSION_MISSING') }, 'grantConsent'],
  ['waiting for approval', { ...NEVER, consent: AWAITING }, 'approve'],
  ['stopped', { isReadingStopped: true }, 'startReading'],
  ['stopped and failed', { isReadingStopped: true, failure: failed('INTERNAL') }, 'startReading'],
  ['ended', { status: 'Inactive' }, 'addAgain'],
  ['ended and stopped', { status: 'Inactive', isReadingStopped: true }, 'addAgain'],
  ['gone', { status: 'Inactive', end: { reason: 'directoryGone', since: null } }, 'addAgain'],
  ['unknown to the customer', { failure: failed('APP_NOT_FOUND', 'AADSTS700016') }, 'grantConsent'],
  [
    'unknown to the own directory',
    { isPartnerTenant: true, failure: failed('APP_NOT_FOUND', 'AADSTS700016', true) },
    'checkConnection',
  ],
  ['a directory unknown', { failure: failed('APP_NOT_FOUND', 'AADSTS90002') }, 'checkConnection'],
  ['a bad secret', { failure: failed('INVALID_CLIENT_SECRET') }, 'checkConnection'],
  ['the application disabled', { failure: failed('APP_DISABLED') }, 'enableApplication'],
  ['a blocked directory', { failure: failed('INTERNAL', 'AADSTS5000225') }, 'askCustomer'],
  ['one tenant only', { failure: failed('INTERNAL', 'AADSTS50194') }, 'checkConnection'],
  ['slowed down', { failure: failed('THROTTLED') }, 'wait'],
  ['not reached', { failure: failed('UNAVAILABLE') }, 'wait'],
  ['an unreadable answer', { failure: failed('MALFORMED_ANSWER') }, 'report'],
  ['our own failure', { failure: failed('INTERNAL') }, 'report'],
  ['not licensed', { failure: failed('NOT_LICENSED') }, 'none'],
])('%s', (_, changes, step) => {
  expect(stepOf(changes).step).toBe(step)
})

test('without a connection the step is to connect, for any tenant', () => {
  for (const changes of [{}, NEVER, { status: 'Inactive' }, { consent: AWAITING }] as const)
    expect(stepOf(changes, false).step).toBe('connect')
})

test('withdrawn, never granted and incomplete consent have different texts', () => {
  const failure = failed('CONSENT_REQUIRED')
  expect(stepOf({ failure, consent: LOST }).text).toContain('withdrawn')
  expect(stepOf({ failure, consent: NONE }).text).toContain('has not consented')
  const missingPermissions = ['Organization.Read.All', 'Policy.Read.All']
  expect(stepOf({ missingPermissions }).text).toContain('Organization.Read.All, Policy.Read.All')
})

describe('over every state of a tenant', () => {
  const failures = [
    null,
    ...TenantFailureCode.options.map((code) => failed(code)),
    ...MICROSOFT_CODES.flatMap(({ codes, failure }) =>
      failure === undefined ? [] : [failed(failure, `AADSTS${codes[0]}`)],
    ),
  ]
  const flags = [true, false].flatMap((isReadingStopped) =>
    [true, false].flatMap((isPartnerTenant) =>
      [READ.dataAsOf, null].map((dataAsOf) => ({ isReadingStopped, isPartnerTenant, dataAsOf })),
    ),
  )
  const states = (['Active', 'Pending', 'Inactive'] as const).flatMap((status) =>
    (['none', 'granted', 'lost', 'awaitingApproval'] as const).flatMap((state) =>
      failures.flatMap((failure) =>
        flags.map((each) => ({ ...each, status, failure, consent: { state, since: null } })),
      ),
    ),
  )

  test('there is a step with a readable text, without codes of Microsoft', () => {
    for (const state of states) {
      const { text } = stepOf(state)
      expect(text).toMatch(/^[A-Z].{15,}\.$/u)
      expect(text).not.toContain('AADSTS')
    }
  })

  test('nothing needs to be done only where the tenant is read with consent', () => {
    const settled = states.filter((each) => stepOf(each).step === 'none')
    expect(new Set(settled.map(({ failure }) => failure?.code))).toEqual(
      new Set([undefined, 'NOT_LICENSED']),
    )
    const unfailed = settled.filter(({ failure }) => failure === null)
    expect(unfailed.every(({ consent }) => consent.state === 'granted')).toBe(true)
  })
})

test.each<[string, Partial<Tenant>, string]>([
  ['read and complete', {}, 'checkConnection'],
  ['lacking a permission', { missingPermissions: ['Policy.Read.All'] }, 'checkConnection'],
  ['refused with the connection', { failure: failed('INVALID_CLIENT_SECRET') }, 'checkConnection'],
  ['ended', { status: 'Inactive' }, 'addAgain'],
  ['stopped', { isReadingStopped: true }, 'startReading'],
])('while Microsoft refuses the connection, of a tenant that is %s', (_, changes, step) => {
  const refusal = { cause: 'credentialWrong', title: 'Refused.', action: 'Create one.' } as const
  expect(nextStepOf({ ...READ, ...changes }, { isConnected: true, refusal }).step).toBe(step)
})

test('while Microsoft refuses only the own directory, the step of a customer is its own', () => {
  const refusal = { cause: 'consentMissing', title: 'Refused.', action: 'Consent.' } as const
  const stepIn = (isPartnerTenant: boolean) =>
    nextStepOf({ ...READ, isPartnerTenant }, { isConnected: true, refusal }).step
  expect([stepIn(true), stepIn(false)]).toEqual(['checkConnection', 'none'])
})
