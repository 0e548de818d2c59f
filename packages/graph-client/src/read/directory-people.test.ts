import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createGraph } from '../engine/graph.ts'
import { createLimiter } from '../engine/limiter.ts'
import { createTokens } from '../engine/tokens.ts'
import { createTransport } from '../engine/transport.ts'
import type { Transport } from '../engine/transport.ts'
import { failureOf } from '../testing/set-up.ts'
import {
  findDirectoryPeople,
  readDirectoryPeople,
  readDirectoryPerson,
} from './directory-people.ts'
import { findGroups } from './found-groups.ts'
import { readGroupPeople } from './group-people.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000404'

let simulator: Awaited<ReturnType<typeof startSimulator>>
let transport: Transport
let tenant: Tenant
let requests: string[]

beforeAll(async () => {
  simulator = await startSimulator({ tenants: 4, users: 300, speed: 100 })
  transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
  tenant = simulator.world.tenants
    .filter(({ consent }) => (consent?.roles.length ?? 0) > 0)
    .toSorted((a, b) => b.people.length - a.people.length)[0]!
  tenant.people[0]!.displayName = "O'Hara & Söhne, 100 %"
})
afterAll(async () => {
  await transport.close()
  await simulator.close()
})
beforeEach(() => {
  requests = []
  simulator.faults.clear()
})

const clock = { now: () => new Date() }

function graph() {
  const { clientId, clientSecret } = simulator.world.registration
  const common = { transport, cloud: 'global', clock } as const
  const credential = { kind: 'secret', secret: clientSecret } as const
  return createGraph({
    ...common,
    tokens: createTokens({ ...common, clientId, credential }),
    limiter: createLimiter({ clock, appId: clientId }),
    onRequest: ({ pathTemplate }) => requests.push(pathTemplate),
  }).forTenant(tenant.id)
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()
const begins = (text: string | null, prefix: string): boolean =>
  text?.toLowerCase().startsWith(prefix.toLowerCase()) ?? false

describe('people found by the beginning', () => {
  test.each(['displayName', 'userPrincipalName', 'mail'] as const)(
    'of their %s',
    async (property) => {
      const person = tenant.people.find(({ mail }) => mail !== null)!
      const prefix = person[property]!.slice(0, 3).toUpperCase()
      const expected = tenant.people.filter((each) =>
        [each.displayName, each.userPrincipalName, each.mail].some((text) => begins(text, prefix)),
      )
      const { people, isTruncated } = await findDirectoryPeople(graph(), prefix, 999)
      expect([idsOf(people), isTruncated]).toEqual([idsOf(expected), false])
      expect(people.find(({ id }) => id === person.id)).toEqual({
        id: person.id,
        displayName: person.displayName,
        userPrincipalName: person.userPrincipalName,
        mail: person.mail,
        accountEnabled: person.accountEnabled,
        userType: person.userType,
      })
      expect(requests).toEqual(['/users'])
    },
  )

  test('may hold quotes and whatever an address gives a meaning to', async () => {
    const { people } = await findDirectoryPeople(graph(), "o'hara & söhne, 100 %", 5)
    expect(idsOf(people)).toEqual([tenant.people[0]!.id])
    expect((await findDirectoryPeople(graph(), "') or accountEnabled eq true", 5)).people).toEqual(
      [],
    )
  })

  test('are no more than asked for, and the answer says that there are more', async () => {
    const { people, isTruncated } = await findDirectoryPeople(graph(), '', 7)
    expect([people.length, isTruncated]).toEqual([7, true])
  })
})

describe('people by their ids', () => {
  test('come twenty to a request, null for who is not there', async () => {
    const wanted = tenant.people.slice(0, 45).map(({ id }) => id)
    const found = await readDirectoryPeople(graph(), [...wanted, UNKNOWN_ID, ...wanted])
    expect(found.size).toBe(46)
    expect(found.get(UNKNOWN_ID)).toBe(null)
    expect(wanted.map((id) => found.get(id)?.id)).toEqual(wanted)
    expect(requests).toHaveLength(3)
  })

  test('one alone, too', async () => {
    const { id, displayName } = tenant.people[1]!
    expect(await readDirectoryPerson(graph(), id)).toMatchObject({ id, displayName })
    expect(await readDirectoryPerson(graph(), UNKNOWN_ID)).toBe(null)
  })

  test('fail together where Microsoft refuses', async () => {
    const permissions = tenant.consent!.roles.splice(0)
    tenant.consent!.roles.push('Policy.Read.All')
    const wanted = tenant.people.slice(0, 2).map(({ id }) => id)
    try {
      const failure = { code: 'PERMISSION_MISSING' }
      expect(await failureOf(readDirectoryPeople(graph(), wanted))).toMatchObject(failure)
      expect(await failureOf(readDirectoryPerson(graph(), UNKNOWN_ID))).toMatchObject(failure)
      expect(await failureOf(readGroupPeople(graph(), UNKNOWN_ID, 5))).toMatchObject(failure)
    } finally {
      tenant.consent!.roles.splice(0, 1, ...permissions)
    }
  })
})

describe('groups', () => {
  test('are found by the beginning of their names', async () => {
    const { id, displayName, description } = tenant.groups[0]!
    const { groups } = await findGroups(graph(), displayName.slice(0, 4).toLowerCase(), 50)
    expect(groups).toContainEqual({ id, displayName, description: description || null })
    expect(groups.every((group) => begins(group.displayName, displayName.slice(0, 4)))).toBe(true)
    expect((await findGroups(graph(), "'nothing'", 50)).groups).toEqual([])
    expect((await findGroups(graph(), '', 1)).isTruncated).toBe(true)
  })

  test('return users, including those of nested groups, up to a limit', async () => {
    const inner = tenant.groups.find(({ memberIds }) => memberIds.length > 2)!
    const outer = tenant.groups.find((group) => group !== inner)!
    outer.memberIds = [tenant.people[0]!.id]
    outer.memberGroupIds = [inner.id]
    const all = new Set([...outer.memberIds, ...inner.memberIds])
    const whole = await readGroupPeople(graph(), outer.id, all.size)
    expect([whole?.ids.toSorted(), whole?.isTruncated]).toEqual([[...all].toSorted(), false])
    const part = await readGroupPeople(graph(), outer.id, 2)
    expect([part?.ids.length, part?.isTruncated]).toEqual([2, true])
    expect(await readGroupPeople(graph(), UNKNOWN_ID, 5)).toBe(null)
  })

  test('say that they hide members, by themselves and within others', async () => {
    const [outer, inner] = tenant.groups.slice(-2)
    Object.assign(outer!, { memberIds: [tenant.people[0]!.id], memberGroupIds: [inner!.id] })
    const read = () => readGroupPeople(graph(), outer!.id, 1000)
    expect(await read()).toMatchObject({ hidesMembers: false })
    Object.assign(inner!, { visibility: 'HiddenMembership' })
    expect(await read()).toMatchObject({ ids: [tenant.people[0]!.id], hidesMembers: true })
    Object.assign(outer!, { visibility: 'HiddenMembership' })
    expect(await read()).toMatchObject({ ids: [], hidesMembers: true })
    Object.assign(outer!, { visibility: null, memberIds: [], memberGroupIds: [] })
    expect(await read()).toMatchObject({ ids: [], hidesMembers: false })
  })
})
