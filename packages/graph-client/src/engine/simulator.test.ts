import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { readContracts } from '../read/contracts.ts'
import { readGroups } from '../read/groups.ts'
import { readPolicies } from '../read/policies.ts'
import { readTenantFacts } from '../read/tenant-facts.ts'
import { readUsers } from '../read/users.ts'
import { readFact, wholeOf } from '../testing/golden/golden.ts'
import { failureOf } from '../testing/set-up.ts'
import { createGraph } from './graph.ts'
import type { TenantGraph } from './graph.ts'
import { createLimiter } from './limiter.ts'
import { createTokens } from './tokens.ts'
import { createTransport } from './transport.ts'
import type { Transport } from './transport.ts'

type Simulator = Awaited<ReturnType<typeof startSimulator>>

let simulator: Simulator
let transport: Transport

beforeAll(async () => {
  // The clocks of its limits run faster, so that the tests do not wait for one another's seconds.
  simulator = await startSimulator({ tenants: 20, users: 2_500, speed: 100 })
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
function setUp(changes: { secret?: string; clientId?: string; transport?: Transport } = {}) {
  const { clientId, clientSecret } = simulator.world.registration
  const common = { transport: changes.transport ?? transport, cloud: 'global', clock } as const
  const tokens = createTokens({
    ...common,
    clientId: changes.clientId ?? clientId,
    credential: { kind: 'secret', secret: changes.secret ?? clientSecret },
  })
  const graph = createGraph({
    ...common,
    tokens,
    limiter: createLimiter({ clock, appId: clientId }),
  })
  return { graph, tokens }
}

const consented = () =>
  simulator.world.tenants.filter(({ consent }) => (consent?.roles.length ?? 0) > 0)
const largest = () => consented().toSorted((a, b) => b.people.length - a.people.length)[0]!

async function readAll(graph: TenantGraph) {
  const [facts, policies, users, groups] = await Promise.all([
    readTenantFacts(graph),
    readPolicies(graph),
    wholeOf(readUsers(graph)),
    wholeOf(readGroups(graph)),
  ])
  return { facts, policies, users, groups }
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()

test('every consented directory is read completely and concurrently, within its limits', async () => {
  const { graph } = setUp()
  await Promise.all(
    consented().map(async (tenant) => {
      const read = await readAll(graph.forTenant(tenant.id))
      const { id, displayName } = tenant
      expect(read.facts).toMatchObject({ organization: { id, displayName } })
      expect(ids(read.users)).toEqual(ids(tenant.people))
      expect(ids(read.groups)).toEqual(ids(tenant.groups))
      expect(ids(read.policies)).toEqual(ids(tenant.policies))
    }),
  )
  expect(simulator.counters.read()).toMatchObject({
    tokenRequests: consented().length,
    throttled: 0,
    violations: 0,
  })
})

test('a large directory is read in pages of 999', async () => {
  const { graph } = setUp()
  const sizes: number[] = []
  for await (const page of readUsers(graph.forTenant(largest().id))) sizes.push(page.length)
  expect(sizes.slice(0, 2)).toEqual([999, 999])
  expect(sizes.reduce((a, b) => a + b, 0)).toBe(largest().people.length)
})

test("the partner's contracts name its customers by their tenant ids", async () => {
  const { graph } = setUp()
  const contracts = await wholeOf(readContracts(graph.forTenant(simulator.world.partner.id)))
  const customers = simulator.world.tenants.filter(({ kind }) => kind === 'csp')
  expect(contracts.map(({ customerId }) => customerId).toSorted()).toEqual(ids(customers))
})

test.each([
  ['throttle', { seconds: 1 }],
  ['throttle-date', { seconds: 2 }],
  ['throttle-silent', {}],
  ['unavailable', { seconds: 1 }],
  ['html-error', {}],
  ['empty-error', {}],
  ['reset', {}],
  ['truncated', {}],
  ['slow', { seconds: 1 }],
  ['empty-page', {}],
  ['unknown-members', { times: 100 }],
] as const)(
  'with the fault %s every reader still gets the complete data',
  async (name, options) => {
    const { graph } = setUp()
    const tenant = largest()
    simulator.faults.add(name, { times: 1, ...options, tenantId: tenant.id })
    const read = await readAll(graph.forTenant(tenant.id))
    expect(ids(read.users)).toEqual(ids(tenant.people))
    expect(ids(read.groups)).toEqual(ids(tenant.groups))
    expect(ids(read.policies)).toEqual(ids(tenant.policies))
    expect(simulator.counters.read().violations).toBe(0)
  },
)

test.each(['unavailable', 'empty-error', 'reset'] as const)(
  'a token is had in spite of the fault %s',
  async (name) => {
    const { tokens } = setUp()
    const { id } = simulator.world.partner
    simulator.faults.add(name, { times: 1, tenantId: id, paths: ['/token'] })
    expect((await tokens.tokenFor(id)).roles).toContain('Directory.Read.All')
    expect(simulator.counters.read().faults).toBe(1)
  },
)

test.each([
  ['secret-expired', 'INVALID_CLIENT_SECRET', 'AADSTS7000222'],
  ['wrong-secret', 'INVALID_CLIENT_SECRET', 'AADSTS7000215'],
  ['app-disabled', 'APP_DISABLED', 'AADSTS7000112'],
] as const)('the fault %s is %s', async (name, code, microsoftCode) => {
  const { graph } = setUp()
  const { id } = simulator.world.partner
  simulator.faults.add(name, { tenantId: id })
  const failure = await failureOf(readFact(graph.forTenant(id), 'organization'))
  expect(failure).toMatchObject({ code, microsoftCode })
  expect(failure).toHaveProperty('requestId', expect.stringMatching(/^[\w-]{36}$/u))
  expect(failure).toHaveProperty('correlationId', expect.stringMatching(/^[\w-]{36}$/u))
})

test('a directory without consent, with withdrawn consent, and a missing one are distinguished', async () => {
  const { tokens } = setUp()
  const never = simulator.world.tenants.find(({ consent }) => consent === null)!
  expect(await failureOf(tokens.tokenFor(never.id))).toMatchObject({ code: 'CONSENT_REQUIRED' })

  const withdrawn = consented()[1]!
  simulator.faults.add('roles-removed', { tenantId: withdrawn.id })
  expect(await failureOf(tokens.tokenFor(withdrawn.id))).toMatchObject({ code: 'CONSENT_REQUIRED' })

  const nowhere = '00000000-1111-4222-8333-444444444444'
  expect(await failureOf(tokens.tokenFor(nowhere))).toMatchObject({
    code: 'APP_NOT_FOUND',
    microsoftCode: 'AADSTS90002',
  })
})

test('a wrong secret and an unknown application are distinguished', async () => {
  const { id } = simulator.world.partner
  const secret = setUp({ secret: 'not-it' })
  expect(await failureOf(secret.tokens.tokenFor(id))).toMatchObject({
    code: 'INVALID_CLIENT_SECRET',
  })
  const unknown = setUp({ clientId: '00000000-1111-4222-8333-444444444444' })
  expect(await failureOf(unknown.tokens.tokenFor(id))).toMatchObject({ code: 'APP_NOT_FOUND' })
})

test('a permission that was not granted is missing for its part and for no other', async () => {
  const { graph } = setUp()
  const tenant = consented()[0]!
  simulator.faults.add('roles-removed', { tenantId: tenant.id, roles: ['Policy.Read.All'] })
  const reader = graph.forTenant(tenant.id)
  expect(await failureOf(readPolicies(reader))).toMatchObject({
    code: 'PERMISSION_MISSING',
    microsoftCode: 'AccessDenied',
  })
  expect(await readFact(reader, 'organization')).toMatchObject([{ id: tenant.id }])
})

test('a batch reads many things, and one that does not exist fails alone', async () => {
  const { graph } = setUp()
  const tenant = largest()
  const people = tenant.people.slice(0, 45)
  const schema = z.object({ id: z.string() })
  const results = await graph
    .forTenant(tenant.id)
    .batch([
      ...people.map(({ id }) => ({ id, schema, path: `/users/${id}?$select=id` })),
      { id: 'unknown', schema, path: '/users/00000000-1111-4222-8333-444444444444?$select=id' },
    ])
  expect(results.get('unknown')).toMatchObject({ code: 'INTERNAL', status: 404 })
  expect(results.size).toBe(people.length + 1)
  expect(people.map(({ id }) => results.get(id))).toEqual(people.map(({ id }) => ({ id })))
})

test('every directory is read at once and thrice, in real time, without ever being refused', async () => {
  const real = await startSimulator({ tenants: 8 })
  const ownTransport = createTransport({ microsoftEndpoint: new URL(real.url) })
  onTestFinished(async () => {
    await ownTransport.close()
    await real.close()
  })
  const { graph } = setUp({ transport: ownTransport })
  const tenants = real.world.tenants.filter(({ consent }) => (consent?.roles.length ?? 0) > 0)
  await Promise.all(
    [...tenants, ...tenants, ...tenants].map(({ id }) => readAll(graph.forTenant(id))),
  )
  expect(real.counters.read()).toMatchObject({
    tokenRequests: tenants.length,
    throttled: 0,
    violations: 0,
  })
})
