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

const consented = (grantedPermissions: string[] | null) => ({
  isConsented: true,
  grantedPermissions,
})

test.each([
  ['all of them, of a tenant that nobody knew', REQUIRED, undefined, 'succeeded'],
  ['some of them, of a tenant that had not consented', OLD, undefined, 'succeeded'],
  [
    'some of them, after consent was lost',
    OLD,
    { isConsented: false, grantedPermissions: [] },
    'succeeded',
  ],
  ['the old ones, where some were missing', OLD, consented(OLD), 'propagating'],
  ['all of them, where some were missing', REQUIRED, consented(OLD), 'succeeded'],
  ['all of them, where none was missing', REQUIRED, consented(REQUIRED), 'succeeded'],
  ['nothing that can be read', [], consented(OLD), 'succeeded'],
] as const)('a token with %s roles', (_, roles, before, state) => {
  const known = before && {
    ...before,
    grantedPermissions: before.grantedPermissions && [...before.grantedPermissions],
  }
  expect(verdictOnRoles(roles, known, false).state).toBe(state)
  expect(verdictOnRoles(roles, known, true).state).toBe('succeeded')
})

test('roles that are still missing at the end are named', () => {
  expect(verdictOnRoles(OLD, consented(OLD), true)).toMatchObject({
    message: expect.stringContaining('Policy.Read.All') as unknown,
  })
  expect(verdictOnRoles(REQUIRED, consented(OLD), true)).toMatchObject({ message: null })
})

test.each([
  ['CONSENT_REQUIRED', 'AADSTS7000229', 'propagating', 'unproven'],
  ['APP_NOT_FOUND', 'AADSTS700016', 'propagating', 'unproven'],
  ['APP_NOT_FOUND', 'AADSTS90002', 'failed', 'failed'],
  ['THROTTLED', null, 'propagating', 'unproven'],
  ['UNAVAILABLE', null, 'propagating', 'unproven'],
  ['INVALID_CLIENT_SECRET', 'AADSTS7000222', 'failed', 'failed'],
  ['APP_DISABLED', 'AADSTS7000112', 'failed', 'failed'],
] as const)('a refusal of a token: %s %s', (code, microsoftCode, during, after) => {
  expect(verdictOnFailure({ code, microsoftCode }, false).state).toBe(during)
  expect(verdictOnFailure({ code, microsoftCode }, true).state).toBe(after)
})

test('looks come less and less often, and never stop for longer than a minute', () => {
  const answeredAt = new Date('2026-11-20T12:00:00Z')
  const after = [0, 10, 30, 60, 200, 600].map((seconds) =>
    secondsToNextLook(answeredAt, new Date(answeredAt.getTime() + seconds * 1_000)),
  )
  expect(after).toEqual([10, 10, 15, 30, 60, 60])
})
