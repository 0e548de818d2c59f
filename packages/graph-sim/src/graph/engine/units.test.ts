import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { tenantOf } from '../../testing/calls.ts'
import { askWith } from '../../testing/permissions.ts'

const ROLES = [
  'Application.Read.All',
  'Directory.Read.All',
  'Domain.Read.All',
  'Group.Read.All',
  'Organization.Read.All',
  'Policy.Read.All',
  'User.Read.All',
]

describe('resource units', () => {
  let simulator: Simulator

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2, speed: 100_000 })
  })
  afterAll(() => simulator.close())

  async function unitsOf(path: string): Promise<[number, unknown]> {
    const { partner } = simulator.world
    const tenant = path === '/contracts' ? partner : tenantOf(simulator, 'seats-wasted')
    const [person, group] = [tenant.people[0], tenant.groups[0]]
    const address = path
      .replace('{person}', person?.id ?? '')
      .replace('{group}', group?.id ?? '')
      .replace('{app}', simulator.world.registration.clientId)
    const { status, headers } = await askWith(simulator, { tenant, path: address, roles: ROLES })
    return [status, headers['x-ms-resource-unit']]
  }

  test.each([
    ['/organization', '1'],
    ['/subscribedSkus', '3'],
    ['/subscribedSkus?$select=skuId', '2'],
    ['/users', '2'],
    ['/users?$select=id', '1'],
    ['/users?$top=19', '1'],
    ['/users?$top=20', '2'],
    ['/users?$select=id&$top=5', '1'],
    ['/users/delta', '1'],
    ['/users/{person}', '1'],
    ['/groups', '1'],
    ['/groups/{group}/members', '3'],
    ['/groups/{group}/transitiveMembers', '5'],
    ['/applications', '2'],
    ['/applications?$expand=owners', '3'],
    ['/applications?$select=id&$expand=owners', '2'],
    ["/servicePrincipals(appId='{app}')/appRoleAssignedTo", '1'],
    ['/oauth2PermissionGrants', '2'],
    ['/contracts', '3'],
    ['/domains', '1'],
    ['/policies/authorizationPolicy', '1'],
  ])('%s costs %s', async (path, units) => {
    expect(await unitsOf(path)).toEqual([200, units])
  })

  test.each(['/users?$top=5000', '/identity/conditionalAccess/policies'])(
    '%s reports no units',
    async (path) => {
      expect((await unitsOf(path))[1]).toBeUndefined()
    },
  )
})
