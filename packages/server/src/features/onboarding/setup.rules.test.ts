import { REQUIRED_PERMISSIONS } from '@tenantscope/analysis/permission-catalog'
import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import { expect, test } from 'vitest'

import {
  connectFinding,
  credentialDaysLeft,
  firstTenantFinding,
  peopleFinding,
  permissionsFinding,
  redirectFinding,
} from './setup.rules.ts'
import type { SetupCheck, SetupDirectory } from './setup.rules.ts'

const hour = (at: number) => new Date(Date.UTC(2026, 10, 20, at))
const connection = {
  lastSuccessAt: hour(8),
  clientId: 'app',
  tenantId: 'dir',
  updatedAt: hour(8),
  refusal: null,
}
const UNREAD: SetupDirectory = {
  displayName: 'Partner directory',
  grantedPermissions: null,
  dataAsOf: null,
  failureCode: null,
  failureMessage: null,
  failureAt: null,
}
const READ: SetupDirectory = {
  ...UNREAD,
  displayName: 'Harborlane',
  grantedPermissions: [...REQUIRED_PERMISSIONS],
  dataAsOf: hour(10),
}
const LACKING = { ...READ, grantedPermissions: ['Directory.Read.All', 'User.Read.All'] }
const failed = (failureCode: SetupDirectory['failureCode'], at: number) => ({
  failureCode,
  failureMessage: `It failed: ${failureCode}.`,
  failureAt: hour(at),
})

function checked(at: number, result: Partial<ConsentCheck>, granted: readonly string[]) {
  const permissions = [...REQUIRED_PERMISSIONS, 'Reports.Read.All'].map((value) => ({
    value,
    kind: value === 'Reports.Read.All' ? 'optional' : 'required',
    isGranted: granted.includes(value),
  }))
  const check = { status: 'success', error: null, message: 'As the check says.', ...result }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rule reads no more of them
  return { checkedAt: hour(at), result: check, permissions } as unknown as SetupCheck & {
    permissions: CheckedPermission[]
  }
}
const GOOD = checked(9, {}, REQUIRED_PERMISSIONS)
const ALL = 'All 4 required permissions are granted.'
const UNCHECKED = 'The permissions have not been checked yet.'

test.each<[string, SetupCheck | null, SetupDirectory | null, boolean, string]>([
  ['nothing known', null, null, false, UNCHECKED],
  ['never read', null, UNREAD, false, UNCHECKED],
  ['a good check', GOOD, null, true, ALL],
  ['a good reading', null, READ, true, ALL],
  [
    'a reading that lacks two',
    null,
    LACKING,
    false,
    '2 of 4 required permissions are granted; missing: Organization.Read.All, Policy.Read.All.',
  ],
  [
    'a check that lacks three',
    checked(11, { status: 'partial', error: 'PERMISSION_MISSING' }, ['Directory.Read.All']),
    null,
    false,
    '1 of 4 required permissions are granted; missing: Organization.Read.All, User.Read.All, Policy.Read.All.',
  ],
  [
    'all granted, one disproved',
    checked(11, { status: 'partial', error: 'PERMISSION_MISSING' }, REQUIRED_PERMISSIONS),
    null,
    false,
    'As the check says.',
  ],
  ['a bad check, a better reading since', checked(9, { status: 'fail' }, []), READ, true, ALL],
  [
    'a good reading, a worse check since',
    checked(11, { status: 'fail', error: 'INVALID_CLIENT_SECRET' }, REQUIRED_PERMISSIONS),
    READ,
    false,
    'As the check says.',
  ],
  [
    'a good check, a failed reading since',
    GOOD,
    { ...READ, ...failed('INVALID_CLIENT_SECRET', 11) },
    false,
    'It failed: INVALID_CLIENT_SECRET.',
  ],
  [
    'a good check, Microsoft away since',
    GOOD,
    { ...UNREAD, ...failed('UNAVAILABLE', 11) },
    true,
    ALL,
  ],
  ['a reading, Microsoft away since', null, { ...READ, ...failed('THROTTLED', 11) }, true, ALL],
  [
    'a good reading, Microsoft away at the check',
    checked(11, { status: 'fail', error: 'UNAVAILABLE' }, []),
    READ,
    true,
    ALL,
  ],
  ['of before the connection', checked(7, {}, REQUIRED_PERMISSIONS), null, false, UNCHECKED],
  ['read before the connection', null, { ...READ, dataAsOf: hour(7) }, false, UNCHECKED],
])('permissions, %s', (_, check, directory, isDone, finding) => {
  expect(permissionsFinding(connection, check, directory)).toEqual({ isDone, finding })
})

test('without a connection nothing is connected, checked or come back', () => {
  expect(connectFinding(null, null)).toMatchObject({ isDone: false })
  expect(permissionsFinding(null, GOOD, READ)).toMatchObject({ isDone: false })
  expect(
    redirectFinding({ hasSignedIn: false, wasRefused: false, hasConsented: false }),
  ).toMatchObject({
    isDone: false,
  })
})

test('the connection is named by its directory once that was read, before by its id', () => {
  expect(connectFinding(connection, READ).finding).toBe(
    'Connected to Harborlane as application app.',
  )
  expect(connectFinding(connection, UNREAD).finding).toContain('directory dir')
})

test('a connection with which Microsoft has issued no token yet is not called connected', () => {
  expect(connectFinding({ ...connection, lastSuccessAt: null }, UNREAD)).toEqual({
    isDone: false,
    finding: 'A connection is stored. Microsoft has not issued a token with it yet.',
  })
})

test('a connection that Microsoft refuses is not connected, whatever it read before (T10)', () => {
  const refusal = {
    cause: 'credentialWrong' as const,
    credentialKind: 'secret' as const,
    since: hour(9).toISOString(),
    microsoftCode: null,
    title: 'Microsoft refuses the connection.',
    consequence: 'No tenant can be read.',
    action: 'Enter a new secret.',
  }
  expect(connectFinding({ ...connection, refusal }, READ)).toEqual({
    isDone: false,
    finding: 'Microsoft refuses the connection. Enter a new secret.',
  })
  // Missing consent of the own directory leaves the connection in place.
  const withoutConsent = { ...refusal, cause: 'consentMissing' as const }
  expect(connectFinding({ ...connection, refusal: withoutConsent }, READ).isDone).toBe(true)
})

test.each([
  [false, false, false, 'Microsoft has not returned a sign-in or consent yet.'],
  [true, false, true, 'Microsoft has returned a sign-in.'],
  [false, true, true, 'Microsoft has returned a consent.'],
  [true, true, true, 'Microsoft has returned a sign-in and a consent.'],
])(
  'signed in at %s, consented %s: redirects are proven %s',
  (hasSignedIn, hasConsented, isDone, finding) => {
    expect(redirectFinding({ hasSignedIn, wasRefused: false, hasConsented })).toEqual({
      isDone,
      finding,
    })
  },
)

test.each([
  [0, 0, false, 'No customer tenant is known yet.'],
  [1, 0, false, '1 tenant is known; it was not read.'],
  [1, 1, true, '1 tenant is known; it was read.'],
  [41, 0, false, '41 tenants are known; none has been read yet.'],
  [41, 38, true, '38 of 41 tenants were read.'],
])('of %i tenants %i were read', (known, read, isDone, finding) => {
  expect(firstTenantFinding({ known, read })).toEqual({ isDone, finding })
})

test.each([
  [0, false, 'Only local administrators can sign in so far.'],
  [1, true, '1 user can sign in with Microsoft.'],
  [3, true, '3 users can sign in with Microsoft.'],
])('%i people of Microsoft', (people, isDone, finding) => {
  expect(peopleFinding(people)).toEqual({ isDone, finding })
})

test.each([
  ['2026-12-21T12:00:00Z', null],
  ['2026-12-21T11:59:59Z', 30],
  ['2026-11-21T12:00:00Z', 1],
  ['2026-11-20T13:00:00Z', 0],
  ['2026-11-20T11:00:00Z', -1],
  ['2026-11-10T12:00:00Z', -10],
])('a credential that ends at %s has %s days left', (endsAt, days) => {
  expect(credentialDaysLeft(new Date(endsAt), hour(12))).toBe(days)
})

test('of a credential with an unknown end, nothing is reported', () => {
  expect(credentialDaysLeft(null, hour(12))).toBeNull()
})

test('a sign-in that came back and was refused proves the redirect address too', () => {
  const refused = { hasSignedIn: false, wasRefused: true, hasConsented: false }
  expect(redirectFinding(refused)).toEqual({
    isDone: true,
    finding:
      'Microsoft has returned a sign-in, and it was refused here. The sign-in audit shows the reason.',
  })
})
