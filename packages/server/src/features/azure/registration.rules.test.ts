import type { Application } from '@tenantscope/graph-client/read/applications'
import { expect, test } from 'vitest'

import { askedForBy, credentialEndOf, describeRegistration } from './registration.rules.ts'

const NOW = new Date('2026-11-20T00:00:00Z')
const secret = { kind: 'secret', secret: 'abc8Q~the-rest-of-it' } as const

function registration(...secrets: (readonly [hint: string | null, end: string | null])[]) {
  const application: Application = {
    id: 'an-object',
    appId: 'an-app',
    displayName: 'Tenantscope',
    createdDateTime: null,
    signInAudience: null,
    passwordCredentials: secrets.map(([hint, endDateTime]) => ({
      keyId: 'a-key',
      displayName: null,
      hint,
      startDateTime: null,
      endDateTime,
    })),
    keyCredentials: [],
    requiredResourceAccess: [],
  }
  return application
}

test.each([
  ['the one with its first characters', [['abc', '2027-01-01T00:00:00Z']], '2027-01-01T00:00:00Z'],
  [
    'the one with its first characters among others',
    [
      ['xyz', '2026-12-01T00:00:00Z'],
      ['abc', '2027-01-01T00:00:00Z'],
    ],
    '2027-01-01T00:00:00Z',
  ],
  [
    'the living one of two alike',
    [
      ['abc', '2026-01-01T00:00:00Z'],
      ['abc', '2027-01-01T00:00:00Z'],
    ],
    '2027-01-01T00:00:00Z',
  ],
  [
    'which of two alike is unknown',
    [
      ['abc', '2027-01-01T00:00:00Z'],
      ['abc', '2028-01-01T00:00:00Z'],
    ],
    null,
  ],
  ['none with its first characters', [['ABC', '2027-01-01T00:00:00Z']], null],
  ['one that never ends', [['abc', null]], null],
  ['one whose end cannot be read', [['abc', 'some day']], null],
  ['one without a hint', [[null, '2027-01-01T00:00:00Z']], null],
] as const)("the secret's end: %s", (_, secrets, end) => {
  const found = credentialEndOf(secret, registration(...secrets), NOW)
  expect(found).toEqual(end === null ? null : new Date(end))
})

const assertion = () => Promise.resolve('a token')

test('a secret of a registration that could not be read, and a federated credential, have no known end', () => {
  expect(credentialEndOf(secret, null, NOW)).toBeNull()
  const living = registration(['abc', '2027-01-01T00:00:00Z'])
  expect(credentialEndOf({ kind: 'federated', assertion }, living, NOW)).toBeNull()
})

test('only application permissions of Microsoft Graph are asked for', () => {
  const GRAPH = '00000003-0000-0000-c000-000000000000'
  const application = {
    ...registration(),
    requiredResourceAccess: [
      {
        resourceAppId: GRAPH,
        resourceAccess: [
          { id: 'a-role', type: 'Role' },
          { id: 'a-scope', type: 'Scope' },
          { id: 'who-knows', type: null },
        ],
      },
      { resourceAppId: 'another', resourceAccess: [{ id: 'its-role', type: 'Role' }] },
    ],
  }
  expect(askedForBy(application)).toEqual(['a-role'])
  expect(askedForBy(null)).toEqual([])
})

test('without a connection there is nothing but what every installation asks for', () => {
  const { permissionDefinitions, ...rest } = describeRegistration(null, null)
  expect(rest).toEqual({
    appId: null,
    displayName: null,
    permissionSummary: { hasDirectoryRead: false, hasOrganizationRead: false, totalPermissions: 0 },
    grantedPermissions: [],
    requiredResourceAccess: [],
    permissions: [],
    check: null,
    portalUrl: null,
  })
  expect(permissionDefinitions['7ab1d382-f21e-4acd-a863-ba3e13f7da61']).toMatchObject({
    value: 'Directory.Read.All',
    resourceName: 'Microsoft Graph',
  })
  expect(Object.keys(permissionDefinitions)).toHaveLength(7)
})
