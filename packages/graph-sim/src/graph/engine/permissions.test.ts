import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { isBody, tenantOf, type Answer } from '../../testing/calls.ts'
import { askWith, graphRefusalOf } from '../../testing/permissions.ts'
import type { Tenant } from '../../world/types.ts'

const SIGN_INS = '/auditLogs/signIns?$top=1'
const REGISTRATIONS = '/reports/authenticationMethods/userRegistrationDetails'
const ACTIVE_USERS = "/reports/getOffice365ActiveUserDetail(period='D30')"
const POLICIES = '/identity/conditionalAccess/policies'

describe('permissions and plans', () => {
  let simulator: Simulator
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, speed: 100_000, cloud: 'any' })
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
    [SIGN_INS, 'Authentication_MSGraphPermissionMissing', 'AuditLog.Read.All'],
    [REGISTRATIONS, 'Authentication_MSGraphPermissionMissing', 'AuditLog.Read.All'],
    [ACTIVE_USERS, 'S2SUnauthorized', 'Invalid permission.'],
    ['/security/secureScores', 'Forbidden', 'does not contain valid permissions'],
  ])('%s is refused in the words of its service: %s', async (path, code, words) => {
    const answer = await ask(path, ['Mail.Send'])
    expect(graphRefusalOf(answer)).toEqual([403, code])
    expect(answer.text).toContain(words)
    expect(answer.headers['x-ms-resource-unit']).toBeUndefined()
  })

  test('a refusal of the usage reports may be wrapped in an UnknownError', async () => {
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

  test('a service that was never set up says so', async () => {
    simulator.faults.add('not-provisioned', { tenantId: tenant.id, paths: ['/security'], times: 1 })
    const roles = ['SecurityEvents.Read.All', 'User.Read.All']
    expect((await ask('/users', roles)).status).toBe(200)
    const answer = await ask('/security/secureScores', roles)
    expect(graphRefusalOf(answer)).toEqual([401, 'Unauthorized'])
    expect(answer.text).toContain('Account is not provisioned.')
    expect((await ask('/security/secureScores', roles)).status).toBe(200)
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
