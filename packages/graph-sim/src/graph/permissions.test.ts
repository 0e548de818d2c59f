import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, isBody, tenantOf, type Answer, type Calls } from '../testing/calls.ts'
import { askWith, graphRefusalOf } from '../testing/permissions.ts'
import { signInAs } from '../testing/sign-in.ts'
import type { Tenant } from '../world/types.ts'

const SIGN_INS = '/auditLogs/signIns?$top=1'
const REGISTRATIONS = '/reports/authenticationMethods/userRegistrationDetails'
const ACTIVE_USERS = "/reports/getOffice365ActiveUserDetail(period='D30')"
const ENTRA_P2 = 'eec0eb4f-6444-4f95-aba0-50c24d67f998'
const RISKY_USERS = '/identityProtection/riskyUsers'
const POLICIES = '/identity/conditionalAccess/policies'

describe('permissions and plans', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, speed: 100_000, cloud: 'any' })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
  })

  const ask = (path: string, roles: readonly string[]): Promise<Answer> =>
    askWith(simulator, { tenant, path, roles })

  test.each([
    ['/users', 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.'],
    ['/users/delta', 'Authorization_RequestDenied', 'Insufficient privileges'],
    ['/applications', 'Authorization_RequestDenied', 'Insufficient privileges'],
    [POLICIES, 'AccessDenied', 'required scopes are missing in the token'],
    ['/policies/identitySecurityDefaultsEnforcementPolicy', 'AccessDenied', 'required scopes'],
    [RISKY_USERS, 'Forbidden', 'required scopes are missing in the token'],
    [SIGN_INS, 'Authentication_MSGraphPermissionMissing', 'AuditLog.Read.All'],
    [REGISTRATIONS, 'Authentication_MSGraphPermissionMissing', 'AuditLog.Read.All'],
    [ACTIVE_USERS, 'S2SUnauthorized', 'Invalid permission.'],
    ['/admin/reportSettings', 'S2SUnauthorized', 'Invalid permission.'],
    ['/security/secureScores', 'Forbidden', 'does not contain valid permissions'],
  ])('%s is refused in the words of its service: %s', async (path, code, words) => {
    const answer = await ask(path, ['Mail.Send'])
    expect(graphRefusalOf(answer)).toEqual([403, code])
    expect(answer.text).toContain(words)
    expect(answer.headers['x-ms-resource-unit']).toBeUndefined()
  })

  test('a refusal of the usage reports may be wrapped in an error that nobody knows', async () => {
    simulator.faults.add('nested-error', { tenantId: tenant.id })
    const { status, body } = await ask(ACTIVE_USERS, ['Mail.Send'])
    const error = isBody(body['error']) ? body['error'] : {}
    expect([status, error['code']]).toEqual([403, 'UnknownError'])
    expect(JSON.parse(String(error['message']))).toEqual({
      error: { code: 'S2SUnauthorized', message: 'Invalid permission.' },
    })
    // Other services answer as ever.
    expect(graphRefusalOf(await ask('/users', ['Mail.Send']))[1]).toBe(
      'Authorization_RequestDenied',
    )
  })

  test('to read and write the directory is to read it, but not its applications', async () => {
    const roles = ['Directory.ReadWrite.All']
    for (const path of ['/users', '/groups', '/domains', '/users/delta', '/groups/delta']) {
      expect((await ask(path, roles)).status).toBe(200)
    }
    for (const path of ['/applications', '/servicePrincipals', '/applications/delta']) {
      expect(graphRefusalOf(await ask(path, roles))).toEqual([403, 'Authorization_RequestDenied'])
    }
  })

  test('changes of people need more than their basic properties', async () => {
    expect((await ask('/users', ['User.ReadBasic.All'])).status).toBe(200)
    expect((await ask('/users/delta', ['User.ReadBasic.All'])).status).toBe(403)
    expect((await ask('/groups/delta', ['Group.ReadBasic.All'])).status).toBe(403)
  })

  test('reports of sign-ins need Entra ID P1', async () => {
    const plain = tenantOf(simulator, 'security-defaults')
    for (const path of [SIGN_INS, REGISTRATIONS, '/users?$select=signInActivity']) {
      const roles = ['AuditLog.Read.All', 'User.Read.All', 'Directory.Read.All']
      const answer = await askWith(simulator, { tenant: plain, path, roles })
      expect(graphRefusalOf(answer)).toEqual([
        403,
        'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
      ])
      expect((await ask(path, roles)).status).toBe(200)
    }
  })

  test('what detects risks needs Entra ID P2', async () => {
    const roles = ['IdentityRiskyUser.Read.All']
    const refused = await ask(RISKY_USERS, roles)
    expect(graphRefusalOf(refused)).toEqual([403, 'Forbidden'])
    expect(refused.text).toContain('Your tenant is not licensed for this feature.')
    const before = tenant.subscriptions
    tenant.subscriptions = before.map((each) => ({
      ...each,
      sku: { ...each.sku, servicePlans: [{ name: 'AAD_PREMIUM_P2', id: ENTRA_P2 }] },
    }))
    const answer = await ask(RISKY_USERS, roles)
    tenant.subscriptions = before
    expect([answer.status, answer.body['value']]).toEqual([200, []])
    const asked = { tenant, path: RISKY_USERS, roles, cloud: 'china' } as const
    expect(graphRefusalOf(await askWith(simulator, asked))).toEqual([400, 'BadRequest'])
  })

  test('a service that was never set up says so', async () => {
    simulator.faults.add('not-provisioned', { tenantId: tenant.id, paths: ['/admin'], times: 1 })
    const roles = ['ReportSettings.Read.All', 'User.Read.All']
    expect((await ask('/users', roles)).status).toBe(200)
    const answer = await ask('/admin/reportSettings', roles)
    expect(graphRefusalOf(answer)).toEqual([401, 'Unauthorized'])
    expect(answer.text).toContain('Account is not provisioned.')
    expect((await ask('/admin/reportSettings', roles)).status).toBe(200)
  })

  test('an app is nobody who could ask for itself', async () => {
    const answer = await ask('/me', ['Directory.Read.All'])
    expect(graphRefusalOf(answer)).toEqual([400, 'BadRequest'])
    expect(answer.text).toContain('/me request is only valid with delegated authentication flow.')
  })

  test('a person may do what the person consented to, and nothing that only apps may', async () => {
    const { partner } = simulator.world
    const personId = partner.people[0]?.id ?? ''
    const change = { scope: 'openid profile User.Read' }
    const { body } = await signInAs(simulator, calls, { personId, tenant: partner.id, change })
    const headers = { authorization: `Bearer ${String(body['access_token'])}` }
    expect((await calls.graph(partner, '/me', { headers })).status).toBe(200)
    expect((await calls.graph(partner, '/organization', { headers })).status).toBe(200)
    for (const path of ['/users', '/groups/delta', '/subscribedSkus']) {
      expect(graphRefusalOf(await calls.graph(partner, path, { headers }))).toEqual([
        403,
        'Authorization_RequestDenied',
      ])
    }
    expect(graphRefusalOf(await calls.graph(partner, SIGN_INS, { headers }))[1]).toBe(
      'Authentication_MSGraphPermissionMissing',
    )
  })

  test.each([
    ['usgov', ACTIVE_USERS, 'Reports.Read.All'],
    ['china', ACTIVE_USERS, 'Reports.Read.All'],
    ['china', '/security/secureScores', 'SecurityEvents.Read.All'],
    ['china', '/policies/authenticationMethodsPolicy', 'Policy.Read.All'],
    [
      'china',
      '/tenantRelationships/delegatedAdminCustomers',
      'DelegatedAdminRelationship.Read.All',
    ],
  ] as const)('the cloud %s knows no %s', async (cloud, path, role) => {
    const roles = [role]
    const answer = await askWith(simulator, { tenant, path, roles, cloud })
    expect(graphRefusalOf(answer)).toEqual([400, 'BadRequest'])
    expect(answer.text).toContain('Resource not found for the segment ')
    expect((await askWith(simulator, { tenant, path, roles })).status).toBeLessThan(400)
  })

  test('links lead back to the Graph of the same cloud', async () => {
    for (const [cloud, host] of [
      ['usgov', 'graph.microsoft.us'],
      ['usgovdod', 'dod-graph.microsoft.us'],
      ['china', 'microsoftgraph.chinacloudapi.cn'],
    ] as const) {
      const roles = ['User.Read.All']
      const page = await askWith(simulator, { tenant, path: '/users?$top=2', roles, cloud })
      expect(page.body['@odata.nextLink']).toMatch(`https://${host}/v1.0/users?`)
      const delta = await askWith(simulator, {
        tenant,
        path: '/users/delta?$deltatoken=latest',
        roles,
        cloud,
      })
      expect(delta.body['@odata.deltaLink']).toMatch(`https://${host}/v1.0/users/delta?`)
    }
  })
})
