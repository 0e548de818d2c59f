import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { CloudName } from '../../clouds.ts'
import { startSimulator, type Simulator } from '../../simulator.ts'
import { rowsOf, tenantOf, type Answer } from '../../testing/calls.ts'
import { askWith, graphRefusalOf } from '../../testing/permissions.ts'
import type { GraphObject, Tenant } from '../../world/types.ts'

const POLICIES = '/identity/conditionalAccess/policies'
const LOCATIONS = '/identity/conditionalAccess/namedLocations'
const OFFICE: GraphObject = {
  '@odata.type': '#microsoft.graph.ipNamedLocation',
  id: '0c6f1a53-1b8e-4d0e-8f5d-0a6a3c1b7e01',
  displayName: 'Office',
  createdDateTime: '2024-03-01T08:00:00Z',
  modifiedDateTime: null,
  isTrusted: true,
  ipRanges: [{ '@odata.type': '#microsoft.graph.iPv4CidrRange', cidrAddress: '203.0.113.0/24' }],
}
const ABROAD: GraphObject = {
  '@odata.type': '#microsoft.graph.countryNamedLocation',
  id: '5b4fd1c2-77f5-4a55-9d6e-6c2a0a0f5c02',
  displayName: 'Abroad',
  createdDateTime: '2024-03-01T08:00:00Z',
  modifiedDateTime: null,
  countriesAndRegions: ['KP', 'RU'],
  includeUnknownCountriesAndRegions: true,
  countryLookupMethod: 'clientIpAddress',
}
const SINGLETONS = [
  '/policies/authenticationMethodsPolicy',
  '/policies/identitySecurityDefaultsEnforcementPolicy',
  '/policies/authorizationPolicy',
  '/policies/adminConsentRequestPolicy',
  '/policies/defaultAppManagementPolicy',
  '/policies/crossTenantAccessPolicy/default',
]

describe('the policies of a directory', () => {
  let simulator: Simulator
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, speed: 100_000, cloud: 'any' })
    tenant = tenantOf(simulator, 'seats-wasted')
    tenant.namedLocations = [OFFICE, ABROAD]
  })
  afterAll(() => simulator.close())
  afterEach(() => {
    simulator.faults.clear()
  })

  function ask(path: string, of: Tenant = tenant, cloud: CloudName = 'global'): Promise<Answer> {
    const roles = ['Policy.Read.All', 'Directory.Read.All']
    return askWith(simulator, { tenant: of, path, roles, cloud })
  }

  test('return each kind of named location with only its own properties', async () => {
    const rows = rowsOf(await ask(LOCATIONS))
    expect(rows).toEqual([OFFICE, ABROAD])
    expect(Object.keys(rows[0] ?? {})[0]).toBe('@odata.type')
  })

  test('name the kind of a location also when it is not selected', async () => {
    expect(rowsOf(await ask(`${LOCATIONS}?$select=id`))[0]).toEqual({
      '@odata.type': '#microsoft.graph.ipNamedLocation',
      id: OFFICE.id,
    })
  })

  test('come in pages when the caller wants few', async () => {
    const first = await ask(`${POLICIES}?$top=2`)
    expect(rowsOf(first)).toHaveLength(2)
    const next = new URL(String(first.body['@odata.nextLink']))
    const second = await ask(next.pathname.replace('/v1.0', '') + next.search)
    expect([...rowsOf(first), ...rowsOf(second)].map((row) => row['id'])).toEqual(
      tenant.policies.slice(0, 4).map((policy) => policy.id),
    )
  })

  test('are an empty list without Entra ID P1, and a refusal where the fault says so', async () => {
    const plain = tenantOf(simulator, 'security-defaults')
    for (const path of [POLICIES, LOCATIONS]) {
      expect(rowsOf(await ask(path, plain))).toEqual([])
      simulator.faults.add('not-licensed', { tenantId: plain.id, times: 1 })
      expect(graphRefusalOf(await ask(path, plain))).toEqual([403, 'AccessDenied'])
    }
  })

  test('have no conditions on risk in China', async () => {
    const here = JSON.stringify(rowsOf(await ask(POLICIES)))
    const there = rowsOf(await ask(POLICIES, tenant, 'china'))
    expect(there).toHaveLength(tenant.policies.length)
    expect(here).toContain('RiskLevels')
    expect(JSON.stringify(there)).not.toContain('RiskLevels')
    expect(there[0]).toMatchObject({ conditions: { clientAppTypes: ['all'] } })
  })

  test.each([POLICIES, LOCATIONS])('%s needs Policy.Read.All and nothing else', async (path) => {
    const roles = ['Directory.ReadWrite.All', 'Policy.Read.ConditionalAccess']
    expect(graphRefusalOf(await askWith(simulator, { tenant, path, roles }))).toEqual([
      403,
      'AccessDenied',
    ])
  })

  test('say whether security defaults protect the directory', async () => {
    const path = '/policies/identitySecurityDefaultsEnforcementPolicy'
    const plain = tenantOf(simulator, 'security-defaults')
    expect((await ask(path, plain)).body).toMatchObject({ isEnabled: true })
    expect((await ask(path)).body).toMatchObject({
      '@odata.context': `https://graph.microsoft.com/v1.0/$metadata#policies/identitySecurityDefaultsEnforcementPolicy/$entity`,
      isEnabled: false,
    })
  })

  test.each([
    ['/policies/authenticationMethodsPolicy', 'authenticationMethodsPolicy'],
    ['/policies/authorizationPolicy', 'authorizationPolicy'],
    ['/policies/adminConsentRequestPolicy', 'adminConsentRequestPolicy'],
    ['/policies/defaultAppManagementPolicy', 'defaultAppManagementPolicy'],
    ['/policies/crossTenantAccessPolicy/default', 'crossTenantAccessDefault'],
  ] as const)('%s returns the current setting', async (path, name) => {
    const { body, status } = await ask(path)
    const { '@odata.context': context, ...setting } = body
    expect(status).toBe(200)
    expect(context).toMatch(/^https:\/\/graph\.microsoft\.com\/v1\.0\/\$metadata#.+\/\$entity$/)
    expect(setting).toEqual(tenant.settings[name])
  })

  test('return the settings of groups and the idle time, and none when they are not set', async () => {
    const before = tenant.settings
    expect(before.groupSettings.length).toBeGreaterThan(0)
    expect(rowsOf(await ask('/groupSettings'))).toEqual(before.groupSettings)
    expect(rowsOf(await ask('/policies/activityBasedTimeoutPolicies'))).toMatchObject(
      before.activityBasedTimeoutPolicies.map(({ id, definition }) => ({ id, definition })),
    )
    tenant.settings = { ...before, groupSettings: [], activityBasedTimeoutPolicies: [] }
    expect(rowsOf(await ask('/groupSettings'))).toEqual([])
    expect(rowsOf(await ask('/policies/activityBasedTimeoutPolicies'))).toEqual([])
    tenant.settings = before
  })

  test.each([...SINGLETONS, '/policies/activityBasedTimeoutPolicies', '/groupSettings'])(
    '%s needs a permission',
    async (path) => {
      const isOfSecurity = path.includes('SecurityDefaults')
      expect(
        graphRefusalOf(await askWith(simulator, { tenant, path, roles: ['User.Read.All'] })),
      ).toEqual([403, isOfSecurity ? 'AccessDenied' : 'Authorization_RequestDenied'])
    },
  )

  test('let no permission on the directory read the policies that are not of it', async () => {
    const allowed = []
    for (const path of SINGLETONS) {
      const asked = { tenant, path, roles: ['Directory.ReadWrite.All'] }
      if ((await askWith(simulator, asked)).status === 200) allowed.push(path)
    }
    expect(allowed).toEqual(['/policies/adminConsentRequestPolicy'])
  })

  test('do not know the methods of authentication in China', async () => {
    const path = '/policies/authenticationMethodsPolicy'
    expect(graphRefusalOf(await ask(path, tenant, 'china'))).toEqual([400, 'BadRequest'])
    expect((await ask(path, tenant, 'usgov')).status).toBe(200)
  })

  test.each([POLICIES, '/policies/authorizationPolicy'])('%s cannot be written', async (path) => {
    const roles = ['Policy.Read.All']
    expect(graphRefusalOf(await askWith(simulator, { tenant, path, roles, json: {} }))).toEqual([
      405,
      'Request_BadRequest',
    ])
  })
})
