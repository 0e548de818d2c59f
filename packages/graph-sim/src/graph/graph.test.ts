import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, rowsOf, tenantOf, type Answer, type Calls } from '../testing/calls.ts'
import { seatsTaken } from '../world/licenses.ts'
import type { Tenant } from '../world/types.ts'

const PATHS = [
  '/organization',
  '/subscribedSkus',
  '/users',
  '/users/$count',
  '/groups',
  '/identity/conditionalAccess/policies',
  '/contracts',
  '/domains',
]

describe('Graph', () => {
  let simulator: Simulator
  let calls: Calls
  let partner: Tenant
  let wasted: Tenant

  beforeAll(async () => {
    // So fast that no limit is reached: limits have tests of their own.
    simulator = await startSimulator({ tenants: 8, speed: 100_000 })
    calls = createCalls(simulator)
    ;({ partner } = simulator.world)
    wasted = tenantOf(simulator, 'seats-wasted')
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
  })

  /** A call with a token that holds just these permissions. */
  async function withRoles(tenant: Tenant, path: string, roles: string[]): Promise<Answer> {
    const { consent } = tenant
    if (!consent) throw new Error('No consent')
    const granted = consent.roles
    consent.roles = roles
    const token = await calls.appToken(tenant)
    consent.roles = granted
    return calls.graph(tenant, path, { headers: { ...EVENTUAL, authorization: `Bearer ${token}` } })
  }

  test('answers with the headers of Graph', async () => {
    const { headers } = await calls.graph(wasted, '/organization')
    expect(headers).toMatchObject({
      'content-type':
        'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8',
      'odata-version': '4.0',
      'cache-control': 'no-cache',
      'x-ms-resource-unit': '1',
    })
    expect(headers['request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['client-request-id']).toBe(headers['request-id'])
    expect(JSON.parse(String(headers['x-ms-ags-diagnostic']))).toHaveProperty('ServerInfo')
    const named = await calls.graph(wasted, '/domains', {
      headers: { 'client-request-id': 'mine' },
    })
    expect(named.headers['client-request-id']).toBe('mine')
  })

  test('returns one organization, with its size only on request', async () => {
    const { body } = await calls.graph(wasted, '/organization')
    expect(body['@odata.context']).toBe('https://graph.microsoft.com/v1.0/$metadata#organization')
    const [row] = rowsOf({ body })
    expect(row).toMatchObject({
      id: wasted.id,
      displayName: 'Aalto & Lind Accounting',
      countryLetterCode: 'SE',
      tenantType: 'AAD',
      partnerTenantType: null,
      verifiedDomains: [
        { name: 'aalto-lind.example', isDefault: true, isInitial: false },
        { name: 'aaltolind.onmicrosoft.com', isDefault: false, isInitial: true },
      ],
    })
    expect(row).not.toHaveProperty('directorySizeQuota')
    const quota = await calls.graph(wasted, '/organization?$select=directorySizeQuota')
    expect(rowsOf(quota)).toEqual([
      {
        directorySizeQuota: {
          used: wasted.people.length + wasted.groups.length,
          total: 300_000,
        },
      },
    ])
  })

  test('returns few properties of an organization to a caller that can read only users', async () => {
    const answer = await withRoles(wasted, '/organization', ['User.Read.All'])
    expect(Object.keys(rowsOf(answer)[0] ?? {})).toEqual(['id', 'displayName', 'verifiedDomains'])
  })

  test('counts a seat once for each person, however often the license is assigned', async () => {
    for (const tenant of simulator.world.tenants.filter((each) => each.consent)) {
      const rows = rowsOf(await calls.graph(tenant, '/subscribedSkus'))
      expect(rows).toHaveLength(tenant.subscriptions.length)
      for (const [index, row] of rows.entries()) {
        const subscription = tenant.subscriptions[index]
        if (!subscription) throw new Error('No subscription')
        const { sku } = subscription
        expect(row).toMatchObject({
          id: `${tenant.id}_${sku.skuId}`,
          skuPartNumber: sku.skuPartNumber,
          capabilityStatus: subscription.capabilityStatus,
          consumedUnits: seatsTaken(tenant.people, sku),
          prepaidUnits: {
            enabled: subscription.enabled,
            warning: subscription.warning,
            suspended: subscription.suspended,
            lockedOut: subscription.lockedOut,
          },
        })
      }
    }
  })

  test('lists the contracts to the partner alone', async () => {
    const rows = rowsOf(await calls.graph(partner, '/contracts?$top=999'))
    const customers = simulator.world.tenants.filter((tenant) => tenant.kind === 'csp')
    expect(rows.map((row) => row['customerId'])).toEqual(customers.map((tenant) => tenant.id))
    expect(rows[0]).toMatchObject({ contractType: 'ResellerPartner' })
    expect(rowsOf(await calls.graph(wasted, '/contracts'))).toEqual([])
  })

  test('returns complete policies, and none where there are none', async () => {
    const [policy] = rowsOf(await calls.graph(wasted, '/identity/conditionalAccess/policies'))
    expect(policy).toMatchObject({
      displayName: 'Require MFA for all users',
      state: 'enabled',
      conditions: { users: { includeUsers: ['All'] }, clientAppTypes: ['all'] },
      grantControls: { operator: 'OR', builtInControls: ['mfa'] },
    })
    const bare = tenantOf(simulator, 'no-mfa-policy')
    expect(rowsOf(await calls.graph(bare, '/identity/conditionalAccess/policies'))).toEqual([])
  })

  test('returns groups with their licenses when these are selected', async () => {
    const [first] = rowsOf(await calls.graph(wasted, '/groups'))
    expect(first).toMatchObject({ displayName: 'All employees' })
    expect(first).not.toHaveProperty('assignedLicenses')
    const selected = rowsOf(await calls.graph(wasted, '/groups?$select=id,assignedLicenses'))
    expect(selected[0]).toEqual({ id: wasted.groups[0]?.id, assignedLicenses: [] })
  })

  test('finds one person by id and by address, and says 404 of another', async () => {
    const [person] = wasted.people
    for (const key of [person?.id, person?.userPrincipalName.toUpperCase()]) {
      const { body } = await calls.graph(wasted, `/users/${key}?$select=id,displayName`)
      expect(body).toEqual({
        '@odata.context':
          'https://graph.microsoft.com/v1.0/$metadata#users(id,displayName)/$entity',
        id: person?.id,
        displayName: person?.displayName,
      })
    }
    const stranger = partner.people[0]?.id
    expect(refusalOf(await calls.graph(wasted, `/users/${stranger}`))).toEqual([
      404,
      'Request_ResourceNotFound',
    ])
  })

  test('counts people in plain text, for clients that accept a late count', async () => {
    const { headers, text } = await calls.graph(wasted, '/users/$count', { headers: EVENTUAL })
    expect(headers['content-type']).toBe('text/plain')
    expect(text).toBe(String(wasted.people.length))
    expect(refusalOf(await calls.graph(wasted, '/users/$count'))).toEqual([
      400,
      'Request_UnsupportedQuery',
    ])
  })

  test('leaves signInActivity out for people who never signed in', async () => {
    const rows = rowsOf(
      await withRoles(wasted, '/users?$select=id,signInActivity', [
        'User.Read.All',
        'AuditLog.Read.All',
      ]),
    )
    for (const [index, row] of rows.entries()) {
      expect('signInActivity' in row).toBe(wasted.people[index]?.hoursSinceSignIn !== null)
    }
  })

  test('refuses signInActivity without its permission, and without Entra ID P1', async () => {
    const path = '/users?$select=signInActivity'
    expect(refusalOf(await withRoles(wasted, path, ['User.Read.All']))).toEqual([
      403,
      'Authentication_MSGraphPermissionMissing',
    ])
    const plain = tenantOf(simulator, 'security-defaults')
    const roles = ['User.Read.All', 'AuditLog.Read.All']
    expect(refusalOf(await withRoles(plain, path, roles))).toEqual([
      403,
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
    ])
  })

  test.each(PATHS)('%s needs a permission', async (path) => {
    const code = path.startsWith('/identity') ? 'AccessDenied' : 'Authorization_RequestDenied'
    expect(refusalOf(await withRoles(partner, path, ['Mail.Send']))).toEqual([403, code])
    expect(refusalOf(await withRoles(partner, path, []))).toEqual([403, code])
  })

  test.each([
    ['/organization', 'Organization.Read.All'],
    ['/subscribedSkus', 'LicenseAssignment.Read.All'],
    ['/subscribedSkus', 'Directory.ReadWrite.All'],
    ['/users', 'User.ReadBasic.All'],
    ['/users/$count', 'User.Read.All'],
    ['/groups', 'GroupMember.Read.All'],
    ['/identity/conditionalAccess/policies', 'Policy.Read.All'],
    ['/contracts', 'Directory.Read.All'],
    ['/domains', 'Domain.Read.All'],
  ])('%s is content with %s', async (path, role) => {
    expect((await withRoles(partner, path, [role])).status).toBe(200)
  })

  test.each([
    ['/identity/conditionalAccess/policies', 'Directory.Read.All', 'AccessDenied'],
    ['/contracts', 'Organization.Read.All', 'Authorization_RequestDenied'],
    ['/users', 'Organization.Read.All', 'Authorization_RequestDenied'],
  ])('%s is not content with %s', async (path, role, code) => {
    expect(refusalOf(await withRoles(partner, path, [role]))).toEqual([403, code])
  })

  test('returns only names and addresses under User.ReadBasic.All', async () => {
    const [row] = rowsOf(await withRoles(partner, '/users', ['User.ReadBasic.All']))
    expect(row).toMatchObject({
      displayName: 'Ada Lindqvist',
      jobTitle: null,
      businessPhones: null,
    })
  })

  test.each([
    ['/subscribedSkus?$top=5', 400, 'Request_UnsupportedQuery'],
    ["/subscribedSkus?$filter=skuPartNumber eq 'SPB'", 400, 'Request_UnsupportedQuery'],
    ['/users?$skip=5', 400, 'Request_BadRequest'],
    ['/users?$top=1000', 400, 'Request_UnsupportedQuery'],
    ['/users?$top=0', 400, 'Request_UnsupportedQuery'],
    ['/users?$top=many', 400, 'Request_BadRequest'],
    ['/users?$count=true', 400, 'Request_UnsupportedQuery'],
    ['/users?$select=id,nonsense', 400, 'Request_BadRequest'],
    ['/users?$skiptoken=damaged', 400, 'Request_BadRequest'],
    ['/nowhere', 400, 'BadRequest'],
    ['/users/a/b/c', 400, 'BadRequest'],
  ])('refuses %s with %i %s', async (path, status, code) => {
    const answer = await calls.graph(wasted, path.replaceAll(' ', '%20'))
    expect(refusalOf(answer)).toEqual([status, code])
    expect(answer.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.text).toMatch(/"date":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"/)
    expect(answer.body['error']).toMatchObject({
      innerError: {
        'request-id': answer.headers['request-id'],
        'client-request-id': answer.headers['client-request-id'],
      },
    })
  })

  test('says what is wrong with a page size and with a property in the words of Microsoft', async () => {
    expect((await calls.graph(wasted, '/users?$top=1000')).text).toContain(
      "Invalid page size specified: '1000'. Must be between 1 and 999 inclusive.",
    )
    expect((await calls.graph(wasted, '/users?$select=nope')).text).toContain(
      "Parsing OData Select and Expand failed: Could not find a property named 'nope' on type 'microsoft.graph.user'.",
    )
  })

  test('refuses other methods and other versions', async () => {
    expect(refusalOf(await calls.graph(wasted, '/users', { json: {} }))).toEqual([
      405,
      'Request_BadRequest',
    ])
    expect(refusalOf(await calls.graph(wasted, '/$batch'))).toEqual([405, 'Request_BadRequest'])
    const token = await calls.appToken(wasted)
    const other = await calls.send('graph.microsoft.com', '/v2.0/users', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(refusalOf(other)).toEqual([400, 'BadRequest'])
  })

  test('keeps tenants apart: a token reads the directory that it was given for', async () => {
    for (const tenant of simulator.world.tenants.filter((each) => each.consent)) {
      const rows = rowsOf(await calls.graph(tenant, '/users?$select=id&$top=999'))
      expect(rows.map((row) => row['id'])).toEqual(tenant.people.map((person) => person.id))
    }
  })
})

const EVENTUAL = { ConsistencyLevel: 'eventual' }

function refusalOf({ status, body }: Answer): unknown[] {
  const { error } = body
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return [status, code]
}
