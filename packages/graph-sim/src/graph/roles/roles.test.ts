import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { rowsOf, type Answer } from '../../testing/calls.ts'
import { askWith, graphRefusalOf } from '../../testing/permissions.ts'
import type { Tenant } from '../../world/types.ts'

const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'
const GLOBAL_READER = 'f2ef992c-3afb-46b9-b7cf-a126ee74c451'
const ASSIGNMENTS = '/roleManagement/directory/roleAssignments'
const PATHS = ['/directoryRoles', '/roleManagement/directory/roleDefinitions', ASSIGNMENTS]

// Matchers are of any type; as unknown they can be part of an expected value.
const ASSIGNMENT_ID: unknown = expect.stringMatching(/^[\w-]{43}-1$/)

describe('directory roles', () => {
  let simulator: Simulator
  let partner: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, speed: 100_000 })
    ;({ partner } = simulator.world)
    const principalId = partner.consent?.servicePrincipalId ?? ''
    partner.roleAssignments = [
      {
        id: 'assignment-of-an-app-1',
        roleTemplateId: GLOBAL_READER,
        principalId,
        principalKind: 'servicePrincipal',
      },
    ]
  })
  afterAll(() => simulator.close())

  function ask(path: string, roles = ['RoleManagement.Read.Directory']): Promise<Answer> {
    return askWith(simulator, { tenant: partner, path, roles })
  }

  test('without any holder are not activated, but have a definition', async () => {
    const active = rowsOf(await ask('/directoryRoles')).map((row) => row['displayName'])
    expect(active).toContain('Global Administrator')
    expect(active).toContain('Global Reader')
    expect(active).not.toContain('Teams Administrator')
    const definitions = rowsOf(await ask('/roleManagement/directory/roleDefinitions'))
    expect(definitions).toContainEqual(
      expect.objectContaining({
        displayName: 'Teams Administrator',
        id: '69091246-20e8-4a56-aa4d-066075b2a7a8',
        templateId: '69091246-20e8-4a56-aa4d-066075b2a7a8',
      }),
    )
    expect(definitions[0]).toMatchObject({ isBuiltIn: true, isEnabled: true })
  })

  test('name their members, people and apps', async () => {
    const active = rowsOf(await ask('/directoryRoles'))
    const id = active.find((row) => row['roleTemplateId'] === GLOBAL_READER)?.['id']
    expect(id).not.toBe(GLOBAL_READER)
    const members = rowsOf(await ask(`/directoryRoles/${String(id)}/members`))
    expect(members.map((row) => [row['@odata.type'], row['displayName']])).toEqual([
      ['#microsoft.graph.user', 'Vera Novak'],
      ['#microsoft.graph.servicePrincipal', 'Tenantscope'],
    ])
    expect(members[1]).not.toHaveProperty('userPrincipalName')
    expect(rowsOf(await ask(`/directoryRoles/${String(id)}/members?$select=id`))).toEqual(
      members.map((row) => ({ '@odata.type': row['@odata.type'], id: row['id'] })),
    )
  })

  test('carry their members when these are expanded', async () => {
    const rows = rowsOf(await ask('/directoryRoles?$expand=members'))
    const reader = rows.find((row) => row['roleTemplateId'] === GLOBAL_READER)
    expect(reader?.['members']).toMatchObject([
      { displayName: 'Vera Novak', userType: 'Member', accountEnabled: true },
      { displayName: 'Tenantscope' },
    ])
  })

  test('are assigned for the complete directory, once for each holder', async () => {
    const rows = rowsOf(await ask(ASSIGNMENTS))
    const held = partner.people.flatMap((person) => person.roleTemplateIds)
    expect(rows).toHaveLength(held.length + 1)
    expect(rows[0]).toEqual({
      id: ASSIGNMENT_ID,
      principalId: partner.people[0]?.id,
      directoryScopeId: '/',
      roleDefinitionId: GLOBAL_ADMINISTRATOR,
    })
    expect(new Set(rows.map((row) => row['id'])).size).toBe(rows.length)
  })

  test('return their holders when the principal is expanded, and expand nothing more', async () => {
    const rows = rowsOf(await ask(`${ASSIGNMENTS}?$expand=principal`))
    expect(rows[0]?.['principal']).toMatchObject({
      '@odata.type': '#microsoft.graph.user',
      displayName: 'Ada Lindqvist',
      userPrincipalName: 'ada.lindqvist@harborlane.example',
      onPremisesSyncEnabled: null,
    })
    expect(rows.at(-1)?.['principal']).toMatchObject({
      '@odata.type': '#microsoft.graph.servicePrincipal',
      appId: simulator.world.registration.clientId,
    })
    const two = await ask(`${ASSIGNMENTS}?$expand=principal,roleDefinition`)
    expect(graphRefusalOf(two)).toEqual([400, 'Request_BadRequest'])
  })

  test('are found by who holds them and by which', async () => {
    const [ada] = partner.people
    const byPerson = await ask(
      `${ASSIGNMENTS}?$filter=${encodeURIComponent(`principalId eq '${ada?.id}'`)}`,
    )
    expect(rowsOf(byPerson).map((row) => row['roleDefinitionId'])).toEqual([GLOBAL_ADMINISTRATOR])
    const byRole = await ask(
      `${ASSIGNMENTS}?$filter=${encodeURIComponent(`roleDefinitionId eq '${GLOBAL_READER}'`)}`,
    )
    expect(rowsOf(byRole).map((row) => row['principalId'])).toEqual([
      partner.people.find((person) => person.displayName === 'Vera Novak')?.id,
      partner.consent?.servicePrincipalId,
    ])
  })

  test('come in pages', async () => {
    const first = await ask(`${ASSIGNMENTS}?$top=3`)
    expect(rowsOf(first)).toHaveLength(3)
    expect(first.body['@odata.nextLink']).toMatch(
      /^https:\/\/graph\.microsoft\.com\/v1\.0\/roleManagement\/directory\/roleAssignments\?/,
    )
    expect(graphRefusalOf(await ask(`${ASSIGNMENTS}?$top=1000`))).toEqual([
      400,
      'Request_UnsupportedQuery',
    ])
  })

  test('that are not activated are not found', async () => {
    const teams = '69091246-20e8-4a56-aa4d-066075b2a7a8'
    expect(graphRefusalOf(await ask(`/directoryRoles/${teams}/members`))).toEqual([
      404,
      'Request_ResourceNotFound',
    ])
  })

  test.each(PATHS)('%s is content with either permission and refuses others', async (path) => {
    for (const role of ['RoleManagement.Read.Directory', 'Directory.Read.All']) {
      expect((await ask(path, [role])).status).toBe(200)
    }
    expect(graphRefusalOf(await ask(path, ['User.Read.All']))).toEqual([
      403,
      'Authorization_RequestDenied',
    ])
  })
})
