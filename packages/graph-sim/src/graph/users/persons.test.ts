import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { rowsOf, tenantOf, type Answer } from '../../testing/calls.ts'
import { askWith, graphRefusalOf } from '../../testing/permissions.ts'
import type { Group, Person, Tenant } from '../../world/types.ts'

// Matchers are of any type; as unknown they can be part of an expected value.
const LIST: unknown = expect.any(Array)

describe('groups and people', () => {
  let simulator: Simulator
  let tenant: Tenant
  let top: Group
  let inner: Group

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, speed: 100_000 })
    tenant = tenantOf(simulator, 'seats-wasted')
    const [first, second] = tenant.groups
    const [one, two, three] = tenant.people
    if (!first || !second || !one || !two || !three) throw new Error('The directory is too small')
    top = { ...first, memberIds: [one.id, two.id], memberGroupIds: [second.id] }
    // One inside of the other, both ways.
    inner = { ...second, memberIds: [two.id, three.id], memberGroupIds: [first.id] }
    tenant.groups = [
      top,
      inner,
      ...tenant.groups.slice(2).map((each) => ({ ...each, memberIds: [] })),
    ]
  })
  afterAll(() => simulator.close())

  function ask(path: string, roles = ['Directory.Read.All']): Promise<Answer> {
    return askWith(simulator, { tenant, path, roles })
  }

  function personAt(index: number): Person {
    const person = tenant.people[index]
    if (!person) throw new Error('No person there')
    return person
  }

  test('return the members of a group, users and groups', async () => {
    const rows = rowsOf(await ask(`/groups/${top.id}/members`))
    expect(rows.map((row) => [row['@odata.type'], row['id']])).toEqual([
      ['#microsoft.graph.user', personAt(0).id],
      ['#microsoft.graph.user', personAt(1).id],
      ['#microsoft.graph.group', inner.id],
    ])
    expect(rows[0]).toMatchObject({ userPrincipalName: personAt(0).userPrincipalName })
    expect(rows[0]).not.toHaveProperty('accountEnabled')
    expect(rows[2]).toMatchObject({ displayName: inner.displayName, groupTypes: LIST })
    expect(rows[2]).not.toHaveProperty('userPrincipalName')
  })

  test('return each transitive member once, although groups contain each other', async () => {
    const rows = rowsOf(await ask(`/groups/${top.id}/transitiveMembers?$select=id`))
    expect(rows).toEqual([
      { '@odata.type': '#microsoft.graph.user', id: personAt(0).id },
      { '@odata.type': '#microsoft.graph.user', id: personAt(1).id },
      { '@odata.type': '#microsoft.graph.group', id: inner.id },
      { '@odata.type': '#microsoft.graph.user', id: personAt(2).id },
    ])
  })

  test.each([
    ['members', 3],
    ['transitiveMembers', 5],
  ])('charge %s at %i units, one less when selected', async (list, units) => {
    const { headers } = await ask(`/groups/${top.id}/${list}`)
    expect(headers['x-ms-resource-unit']).toBe(String(units))
    const selected = await ask(`/groups/${top.id}/${list}?$select=id`)
    expect(selected.headers['x-ms-resource-unit']).toBe(String(units - 1))
  })

  test.each(['members', 'transitiveMembers'])(
    'refuse %s of a group that is not there, and to callers without a permission',
    async (list) => {
      expect(graphRefusalOf(await ask(`/groups/${personAt(0).id}/${list}`))).toEqual([
        404,
        'Request_ResourceNotFound',
      ])
      expect(graphRefusalOf(await ask(`/groups/${top.id}/${list}`, ['User.Read.All']))).toEqual([
        403,
        'Authorization_RequestDenied',
      ])
    },
  )
})
