import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { readPolicies } from '../read/policies.ts'
import { readUsers } from '../read/users.ts'
import { failureOf } from '../testing/set-up.ts'
import { createGraph } from './graph.ts'
import { createLocalLeases } from './leases.ts'
import { createLimiter } from './limiter.ts'
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

async function wholeOf<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()

test('a large directory of unknown size is read completely, with fewer waits than pages', async () => {
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
  [{ subject: 'another-user' }, /^AADSTS7002/u],
  [{ expiresInSeconds: -3_600 }, /^AADSTS700024$/u],
])('a federated assertion with %j is refused', async (change, microsoftCode) => {
  const assertion = () => simulator.identity.issueAssertion(change)
  const { tokens } = setUp({ credential: { kind: 'federated', assertion } })
  const failure = await failureOf(tokens.tokenFor(largest().id))
  expect(failure).toMatchObject({ code: 'INVALID_CLIENT_SECRET' })
  expect(failure).toHaveProperty('microsoftCode', expect.stringMatching(microsoftCode))
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
      consented()
        .slice(0, 4)
        .map(async ({ id }) => {
          const reader = graph.forTenant(id)
          await Promise.all([
            wholeOf(readUsers(reader, { expectedPeople: 0 })),
            readPolicies(reader),
          ])
        }),
    ),
  )
  expect(simulator.counters.read()).toMatchObject({ throttled: 0, violations: 0 })
}, 30_000)
