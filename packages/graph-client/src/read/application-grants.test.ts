import { expect, test } from 'vitest'

import { setUpAnswers } from '../testing/answering.ts'
import { wholeOf } from '../testing/golden/golden.ts'
import { readApplicationGrants } from './application-grants.ts'

const GRAPH = "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')"
const READ = '7ab1d382-f21e-4acd-a863-ba3e13f7da61'
const WRITE = '19dbc75e-c2e2-444c-a770-ec69d8559fc7'
const NONE = '00000000-0000-0000-0000-000000000000'

const permission = (id: string, value: string) => ({ id, value })
const granted = (...roleIds: string[]) => ({
  value: roleIds.map((appRoleId) => ({ id: appRoleId, appRoleId, principalId: 'robot' })),
})

const bodies = (known: object[], roleIds: string[]) => ({
  [GRAPH]: { id: 'graph', appRoles: known },
  [`${GRAPH}/appRoleAssignedTo`]: granted(...roleIds),
})

/** Tenants where these roles are granted, of those that Graph knows. */
async function setUp(known: object[], ...roleIds: string[]) {
  const { graphOfAll, graphRequests, answer } = await setUpAnswers(bodies(known, roleIds))
  return {
    answer: (roles: object[], ...ids: string[]) => answer(bodies(roles, ids)),
    permissionsOf: async (tenantId: string) =>
      (await wholeOf(readApplicationGrants(graphOfAll.forTenant(tenantId)))).map(
        (grant) => grant.permission,
      ),
    asked: () => graphRequests().filter(({ path }) => path.includes('appRoles')).length,
  }
}

test('the names of permissions are asked for once for all tenants', async () => {
  const { permissionsOf, asked } = await setUp([permission(READ, 'Directory.Read.All')], READ)
  for (const tenantId of ['one', 'two', 'three']) {
    expect(await permissionsOf(tenantId)).toEqual(['Directory.Read.All'])
  }
  expect(asked()).toBe(1)
})

test('a permission that came since is asked for again', async () => {
  const first = permission(READ, 'Directory.Read.All')
  const { permissionsOf, asked, answer } = await setUp([first], READ)
  await permissionsOf('one')
  answer([first, permission(WRITE.toUpperCase(), 'Directory.ReadWrite.All')], READ, WRITE)
  expect(await permissionsOf('two')).toEqual(['Directory.Read.All', 'Directory.ReadWrite.All'])
  expect(asked()).toBe(2)
})

test('an unknown permission and a missing one have no name', async () => {
  const { permissionsOf, asked, answer } = await setUp([], NONE)
  expect(await permissionsOf('one')).toEqual([null])
  expect(asked()).toBe(0)
  answer([permission(READ, 'Directory.Read.All')], WRITE, READ)
  expect(await permissionsOf('two')).toEqual([null, 'Directory.Read.All'])
  expect(asked()).toBe(1)
})
