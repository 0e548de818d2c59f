import { createRandom } from '@tenantscope/graph-sim/random'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { changeAtRandom } from '@tenantscope/graph-sim/world/changes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'

import type { DeltaPage } from './delta.ts'
import { GraphFailure } from './failures.ts'
import { createGraph } from './graph.ts'
import type { TenantGraph } from './graph.ts'
import { createLocalLeases } from './leases.ts'
import { createLimiter } from './limiter.ts'
import { readGroupChanges, readGroups, startGroupDelta } from './read-groups.ts'
import { readPolicies } from './read-policies.ts'
import {
  DirectoryUser,
  readUserChanges,
  readUsers,
  startUserDelta,
  USER_PROPERTIES,
} from './read-users.ts'
import { failureOf } from './testing/set-up.ts'
import type { AppCredential } from './token-request.ts'
import { createTokens } from './tokens.ts'
import { createTransport } from './transport.ts'
import type { Transport } from './transport.ts'

type Simulator = Awaited<ReturnType<typeof startSimulator>>

let simulator: Simulator
let transport: Transport

beforeAll(async () => {
  simulator = await startSimulator({ tenants: 12, users: 6_000, speed: 100 })
  transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
})
afterAll(async () => {
  await transport.close()
  await simulator.close()
})
beforeEach(() => {
  simulator.faults.clear()
  simulator.counters.reset()
})

const clock = { now: () => new Date() }

/** The client as the product composes it. */
function setUp(
  changes: { credential?: AppCredential; leases?: ReturnType<typeof createLocalLeases> } = {},
) {
  const { clientId, clientSecret } = simulator.world.registration
  const common = { transport, cloud: 'global', clock } as const
  const credential = changes.credential ?? { kind: 'secret', secret: clientSecret }
  const tokens = createTokens({ ...common, clientId, credential })
  const limiter = createLimiter({
    clock,
    appId: clientId,
    ...(changes.leases && { leases: changes.leases }),
  })
  return { graph: createGraph({ ...common, tokens, limiter }), tokens }
}

const consented = () =>
  simulator.world.tenants.filter(({ consent }) => (consent?.roles.length ?? 0) > 0)
const bySize = () => consented().toSorted((a, b) => b.people.length - a.people.length)
const largest = () => bySize()[0]!
const second = () => bySize()[1]!

async function wholeOf<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()
const sorted = <T extends { id: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

test('a large directory of unknown size is read whole, with fewer waits than pages', async () => {
  const { graph } = setUp()
  const people = await wholeOf(readUsers(graph.forTenant(largest().id)))
  expect(people).toHaveLength(largest().people.length)
  expect(ids(people)).toEqual(ids(largest().people))
  expect(simulator.counters.read()).toMatchObject({ throttled: 0, violations: 0 })
})

test.each([
  ['truncated', { times: 3 }],
  ['reset', { times: 3 }],
  ['throttle', { seconds: 1, times: 1 }],
  ['throttle-silent', { times: 2 }],
  ['empty-page', { times: 3 }],
  ['short-pages', { times: 30 }],
  ['unavailable', { seconds: 1, times: 2 }],
] as const)('with the fault %s a split read still gets everybody once', async (name, options) => {
  const { graph } = setUp()
  simulator.faults.add(name, { ...options, tenantId: largest().id })
  const people = await wholeOf(readUsers(graph.forTenant(largest().id)))
  expect(ids(people)).toEqual(ids(largest().people))
  expect(simulator.counters.read().violations).toBe(0)
})

test('the registered certificate proves the application, another one does not', async () => {
  const { privateKeyPem, certificatePem } = await simulator.identity.certificate()
  const credential = { kind: 'certificate', privateKeyPem, certificatePem } as const
  const token = await setUp({ credential }).tokens.tokenFor(largest().id)
  expect(token.roles).toContain('Directory.Read.All')

  const other = await startSimulator({ tenants: 1 })
  const foreign = { kind: 'certificate', ...(await other.identity.certificate()) } as const
  await other.close()
  expect(
    await failureOf(setUp({ credential: foreign }).tokens.tokenFor(largest().id)),
  ).toMatchObject({ code: 'INVALID_CLIENT_SECRET', microsoftCode: 'AADSTS700027' })
  const mixed = { ...credential, privateKeyPem: foreign.privateKeyPem }
  expect(await failureOf(setUp({ credential: mixed }).tokens.tokenFor(largest().id))).toMatchObject(
    {
      code: 'INVALID_CLIENT_SECRET',
      microsoftCode: null,
    },
  )
})

test('a federated assertion proves the application', async () => {
  const { tokens } = setUp({
    credential: { kind: 'federated', assertion: () => simulator.identity.issueAssertion() },
  })
  expect((await tokens.tokenFor(largest().id)).roles).toContain('Directory.Read.All')
})

test.each([
  [{ subject: 'somebody-else' }, /^AADSTS7002/u],
  [{ expiresInSeconds: -3_600 }, /^AADSTS700024$/u],
])('a federated assertion with %j is refused', async (change, microsoftCode) => {
  const assertion = () => simulator.identity.issueAssertion(change)
  const { tokens } = setUp({ credential: { kind: 'federated', assertion } })
  const failure = await failureOf(tokens.tokenFor(largest().id))
  expect(failure).toMatchObject({ code: 'INVALID_CLIENT_SECRET' })
  expect(failure).toHaveProperty('microsoftCode', expect.stringMatching(microsoftCode))
})

type Row = { id: string }
type Stored<T> = Map<string, T>

/** What a consumer does with a round: the last word counts, and whom it does not know it reads. */
async function apply<T extends Row>(
  stored: Stored<T>,
  pages: AsyncGenerator<DeltaPage<T>, string, undefined>,
  readWhole: (id: string) => Promise<T | null>,
): Promise<string> {
  for (;;) {
    const step = await pages.next()
    if (step.done) return step.value
    const { changed, removed } = step.value
    for (const id of removed) stored.delete(id)
    for (const change of changed) {
      const known = stored.get(change.id)
      const isClear = known !== undefined && !removed.includes(change.id)
      const whole = isClear ? { ...known, ...change } : await readWhole(change.id)
      if (whole) stored.set(change.id, whole)
      else stored.delete(change.id)
    }
  }
}

async function readOne<S extends z.ZodType>(graph: TenantGraph, schema: S, path: string) {
  const answer = await graph.get(schema, path).catch((error: unknown) => error)
  if (!(answer instanceof GraphFailure)) return schema.parse(answer)
  if (answer.status !== 404) throw answer
  return null
}

test.each([1, 2, 3, 4])('changes of seed %i, applied, equal a full read', async (seed) => {
  const { graph } = setUp()
  const tenant = second()
  const reader = graph.forTenant(tenant.id)
  const random = createRandom(`delta ${seed}`)
  let usersFrom = await startUserDelta(reader)
  let groupsFrom = await startGroupDelta(reader)
  const users = new Map((await wholeOf(readUsers(reader))).map((user) => [user.id, user]))
  const groups = new Map((await wholeOf(readGroups(reader))).map((group) => [group.id, group]))
  for (let round = 0; round < 4; round += 1) {
    if (round % 2 === 1) simulator.faults.add('sparse-delta', { tenantId: tenant.id, times: 2 })
    changeAtRandom(simulator.world, { tenantId: tenant.id, random, count: 30 })
    usersFrom = await apply(users, readUserChanges(reader, usersFrom), (id) =>
      readOne(reader, DirectoryUser, `/users/${id}?$select=${USER_PROPERTIES}`),
    )
    const groupsNow = await wholeOf(readGroups(reader))
    groupsFrom = await apply(
      groups,
      readGroupChanges(reader, groupsFrom),
      async (id) => groupsNow.find((group) => group.id === id) ?? null,
    )
    expect(sorted([...users.values()])).toEqual(sorted(await wholeOf(readUsers(reader))))
    expect(sorted([...groups.values()])).toEqual(sorted(groupsNow))
  }
})

test('an expired delta token is told as such', async () => {
  const { graph } = setUp()
  const reader = graph.forTenant(second().id)
  const from = await startUserDelta(reader)
  simulator.faults.add('expired-delta', { tenantId: second().id, times: 1 })
  expect(await failureOf(readUserChanges(reader, from).next())).toMatchObject({
    code: 'UNAVAILABLE',
    isDeltaExpired: true,
  })
  expect(
    await failureOf(readUserChanges(reader, '/users/delta?$deltatoken=x').next()),
  ).toMatchObject({ isDeltaExpired: true })
})

test('people are counted', async () => {
  const { graph } = setUp()
  const { id, people } = largest()
  expect(await graph.forTenant(id).count('/users/$count')).toBe(people.length)
})

test('three processes that share their leases never break a limit', async () => {
  const leases = createLocalLeases(clock)
  const processes = [setUp({ leases }), setUp({ leases }), setUp({ leases })]
  await Promise.all(
    processes.flatMap(({ graph }) =>
      consented().map(async ({ id }) => {
        const reader = graph.forTenant(id)
        await Promise.all([wholeOf(readUsers(reader, { expectedPeople: 0 })), readPolicies(reader)])
      }),
    ),
  )
  expect(simulator.counters.read()).toMatchObject({ throttled: 0, violations: 0 })
}, 30_000)
