import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import type { Answer } from '../../testing/calls.ts'
import { askWith } from '../../testing/permissions.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 30)

/** As Microsoft limits each service, while no time passes. */
describe('while the clock is stopped', () => {
  let simulator: Simulator

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 1, now: () => NOW })
  })
  afterAll(() => simulator.close())

  function ask(path: string, role: string): Promise<Answer> {
    return askWith(simulator, { tenant: simulator.world.partner, path, roles: [role] })
  }

  async function answersUntilRefused(path: string, role: string): Promise<[number, Answer]> {
    for (let count = 0; count < 50; count += 1) {
      const answer = await ask(path, role)
      if (answer.status === 429) return [count, answer]
    }
    throw new Error('Nothing limits it')
  }

  test('sign-ins and registrations together are answered five times', async () => {
    const registrations = '/reports/authenticationMethods/userRegistrationDetails'
    expect((await ask(registrations, 'AuditLog.Read.All')).status).toBe(200)
    const [count, refused] = await answersUntilRefused('/auditLogs/signIns', 'AuditLog.Read.All')
    expect(count).toBe(4)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('one usage report is sent fourteen times', async () => {
    const path = "/reports/getOffice365ActiveUserDetail(period='D30')"
    const [count] = await answersUntilRefused(path, 'Reports.Read.All')
    expect(count).toBe(14)
  })

  test('policies and locations share one request a second, and the refusal has no Retry-After', async () => {
    const [count, refused] = await answersUntilRefused(
      '/identity/conditionalAccess/namedLocations',
      'Policy.Read.All',
    )
    expect(count).toBe(1)
    expect(refused.headers).not.toHaveProperty('retry-after')
    const policies = await ask('/identity/conditionalAccess/policies', 'Policy.Read.All')
    expect(policies.status).toBe(429)
  })

  test('only paths of the directory say what they cost', async () => {
    const settings = await ask('/policies/authorizationPolicy', 'Policy.Read.All')
    expect(settings.headers['x-ms-resource-unit']).toBe('1')
    const scores = await ask('/security/secureScores?$top=1', 'SecurityEvents.Read.All')
    expect(scores.status).toBe(200)
    expect(scores.headers).not.toHaveProperty('x-ms-resource-unit')
  })

  test.each([
    ['/applications', 'Application.Read.All', '2'],
    ['/applications?$select=id', 'Application.Read.All', '1'],
    ['/oauth2PermissionGrants', 'Directory.Read.All', '2'],
    ['/servicePrincipals', 'Application.Read.All', '1'],
    [
      "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')/appRoleAssignedTo",
      'Application.Read.All',
      '1',
    ],
    [
      '/roleManagement/directory/roleAssignments?$expand=principal',
      'RoleManagement.Read.Directory',
      '2',
    ],
    ['/directory/subscriptions', 'Organization.Read.All', '1'],
  ])('%s with %s costs %s', async (path, role, units) => {
    expect((await ask(path, role)).headers['x-ms-resource-unit']).toBe(units)
  })
})
