import { expect, test } from 'vitest'

import {
  adminConsentUrl,
  secondsToNextLook,
  verdictOnFailure,
  verdictOnRoles,
} from './consent.rules.ts'

const REQUIRED = ['Directory.Read.All', 'Organization.Read.All', 'User.Read.All', 'Policy.Read.All']
const OLD = REQUIRED.slice(0, 3)

test.each([
  ['global', 'login.microsoftonline.com', 'https://graph.microsoft.com/.default'],
  ['usgov', 'login.microsoftonline.us', 'https://graph.microsoft.us/.default'],
  ['usgovdod', 'login.microsoftonline.us', 'https://dod-graph.microsoft.us/.default'],
  ['china', 'login.chinacloudapi.cn', 'https://microsoftgraph.chinacloudapi.cn/.default'],
] as const)('consent is asked at the hosts of the cloud %s', (cloud, host, scope) => {
  const asked = { cloud, clientId: 'c', redirectUri: 'https://t.example/x', state: 's' }
  const url = adminConsentUrl({ ...asked, tenantId: 't' })
  expect(`${url.host}${url.pathname}`).toBe(`${host}/t/v2.0/adminconsent`)
  expect(url.searchParams.get('scope')).toBe(scope)
  expect(adminConsentUrl({ ...asked, tenantId: null }).pathname).toBe(
    '/organizations/v2.0/adminconsent',
  )
})

const known = { relationship: 'active', readingStoppedAt: null } as const
const consented = (grantedPermissions: string[] | null) => ({
  ...known,
  isConsented: true,
  grantedPermissions,
})
/** In a popup of a user, during the wait for the consent. */
const popup = { kind: 'interactive', isOver: false } as const

test.each([
  ['all of them, of an unknown tenant', REQUIRED, undefined, 'succeeded'],
  ['some of them, of a tenant that had not consented', OLD, undefined, 'succeeded'],
  [
    'some of them, after consent was lost',
    OLD,
    { ...known, isConsented: false, grantedPermissions: [] },
    'succeeded',
  ],
  ['the old ones, where some were missing', OLD, consented(OLD), 'propagating'],
  ['all of them, where some were missing', REQUIRED, consented(OLD), 'succeeded'],
  ['all of them, where none was missing', REQUIRED, consented(REQUIRED), 'succeeded'],
  ['nothing that can be read', [], consented(OLD), 'succeeded'],
] as const)('a token with %s roles', (_, roles, before, state) => {
  const facts = before && {
    ...before,
    grantedPermissions: before.grantedPermissions && [...before.grantedPermissions],
  }
  expect(verdictOnRoles(roles, facts, popup).state).toBe(state)
  expect(verdictOnRoles(roles, facts, { ...popup, isOver: true }).state).toBe('succeeded')
})

test.each([
  ['an unknown tenant', REQUIRED, undefined, true],
  ['a tenant without consent', REQUIRED, { ...consented([]), isConsented: false }, true],
  ['a tenant with what was missing', REQUIRED, consented(OLD), true],
  ['a tenant that had consented', REQUIRED, consented(REQUIRED), false],
  ['a tenant that had consented, with roles missing', OLD, consented(OLD), false],
  ['a tenant whose roles cannot be read', [], consented(OLD), false],
  ['a tenant that ended', REQUIRED, { ...consented(REQUIRED), relationship: 'ended' }, true],
] as const)('the token of %s settles an invitation only if it may be new', (...given) => {
  const [, roles, before, isSettled] = given
  const verdict = verdictOnRoles(roles, before, { kind: 'invitation', isOver: true })
  expect(verdict.state).toBe(isSettled ? 'succeeded' : 'unproven')
})

test('roles that are still missing at the end are named', () => {
  expect(verdictOnRoles(OLD, consented(OLD), { ...popup, isOver: true })).toMatchObject({
    message: expect.stringContaining('Policy.Read.All') as unknown,
  })
  expect(verdictOnRoles(REQUIRED, consented(OLD), { ...popup, isOver: true })).toMatchObject({
    message: null,
  })
})

test.each([
  ['CONSENT_REQUIRED', 'AADSTS7000229', 'propagating', 'unproven'],
  ['APP_NOT_FOUND', 'AADSTS700016', 'propagating', 'unproven'],
  ['APP_NOT_FOUND', 'AADSTS90002', 'failed', 'failed'],
  ['INTERNAL', 'AADSTS500014', 'failed', 'failed'],
  ['INTERNAL', 'AADSTS5000225', 'failed', 'failed'],
  ['INTERNAL', 'AADSTS50194', 'failed', 'failed'],
  ['THROTTLED', null, 'propagating', 'unproven'],
  ['UNAVAILABLE', null, 'propagating', 'unproven'],
  ['INVALID_CLIENT_SECRET', 'AADSTS7000222', 'failed', 'failed'],
  ['APP_DISABLED', 'AADSTS7000112', 'failed', 'failed'],
] as const)('a refusal of a token: %s %s', (code, microsoftCode, during, after) => {
  expect(verdictOnFailure({ code, microsoftCode, requestId: null }, false).state).toBe(during)
  expect(verdictOnFailure({ code, microsoftCode, requestId: null }, true).state).toBe(after)
})

test('looks come less and less often, and never stop for longer than a minute', () => {
  const answeredAt = new Date('2026-11-20T12:00:00Z')
  const after = [0, 10, 30, 60, 200, 600].map((seconds) =>
    secondsToNextLook(answeredAt, new Date(answeredAt.getTime() + seconds * 1_000)),
  )
  expect(after).toEqual([10, 10, 15, 30, 60, 60])
})
