import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Cloud } from '../engine/clouds.ts'
import { GraphFailure } from '../engine/failures.ts'
import { createGraph } from '../engine/graph.ts'
import type { TenantOptions } from '../engine/graph.ts'
import { createLimiter } from '../engine/limiter.ts'
import type { OnRequest } from '../engine/request-log.ts'
import { createTokens } from '../engine/tokens.ts'
import { createTransport } from '../engine/transport.ts'
import type { Transport } from '../engine/transport.ts'
import { setUpAnswers } from '../testing/answering.ts'
import { failureOf } from '../testing/set-up.ts'
import { readApplication } from './applications.ts'
import { isOfCloud, probePermissions } from './probe-permissions.ts'
import type { Probe } from './probe-permissions.ts'

type Simulator = Awaited<ReturnType<typeof startSimulator>>

const ALL = [
  'Directory.Read.All',
  'Organization.Read.All',
  'User.Read.All',
  'Policy.Read.All',
  'Reports.Read.All',
  'AuditLog.Read.All',
  'DelegatedAdminRelationship.Read.All',
]

let simulator: Simulator
let transport: Transport

beforeAll(async () => {
  simulator = await startSimulator({ tenants: 20, users: 5, speed: 100, cloud: 'any' })
  transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
})
afterAll(async () => {
  await transport.close()
  await simulator.close()
})
beforeEach(() => {
  simulator.faults.clear()
})

const clock = { now: () => new Date() }

type Options = TenantOptions & { cloud?: Cloud; onRequest?: OnRequest }

function graphOf(tenantId: string, options: Options = {}) {
  const { cloud = 'global', onRequest = () => undefined, ...rest } = options
  const { clientId, clientSecret: secret } = simulator.world.registration
  const common = { transport, cloud, clock } as const
  const tokens = createTokens({ ...common, clientId, credential: { kind: 'secret', secret } })
  const limiter = createLimiter({ clock, appId: clientId })
  return createGraph({ ...common, tokens, limiter, onRequest }).forTenant(tenantId, rest)
}

/** The partner's own directory, which grants these and nothing else. */
function granting(roles: readonly string[]): string {
  const { partner } = simulator.world
  if (!partner.consent) throw new Error('The partner has not consented')
  partner.consent.roles = [...roles]
  return partner.id
}

const codesOf = (probes: ReadonlyMap<string, Probe>) =>
  Object.fromEntries(
    Array.from(probes, ([permission, probe]) => [
      permission,
      probe instanceof GraphFailure ? probe.code : probe,
    ]),
  )

const each = (outcome: string, permissions = ALL) =>
  Object.fromEntries(permissions.map((permission) => [permission, outcome]))

test('what is granted answers, in few requests, none of them of Conditional Access', async () => {
  const requests: string[] = []
  const graph = graphOf(granting(ALL), {
    onRequest: ({ pathTemplate }) => requests.push(pathTemplate),
  })
  expect(codesOf(await probePermissions(graph, ALL))).toEqual(each('answered'))
  expect(requests.toSorted()).toEqual([
    '/$batch',
    // Sign-ins count against a limit of their own.
    '/$batch',
    '/reports/getOffice365ActiveUserDetail({id})',
  ])
})

describe('a permission that the token lacks', () => {
  test.each(['Policy.Read.All', 'Reports.Read.All', 'AuditLog.Read.All', 'Directory.Read.All'])(
    'is refused, whatever else is granted: %s',
    async (lacking) => {
      const graph = graphOf(granting(ALL.filter((permission) => permission !== lacking)))
      const codes = codesOf(await probePermissions(graph, ALL))
      expect(codes).toEqual({ ...each('answered'), [lacking]: 'PERMISSION_MISSING' })
    },
  )

  test('is refused with everything else where the token holds none of them', async () => {
    const graph = graphOf(granting(['Mail.Send']))
    expect(codesOf(await probePermissions(graph, ALL))).toEqual(each('PERMISSION_MISSING'))
  })
})

test('in a directory without Entra ID P1 the sign-in permission cannot be proven', async () => {
  const tenant = simulator.world.tenants.find(({ story }) => story === 'security-defaults')
  if (!tenant?.consent) throw new Error('No tenant is without Entra ID P1')
  tenant.consent.roles.push('AuditLog.Read.All')
  const probes = await probePermissions(graphOf(tenant.id), ['AuditLog.Read.All'])
  expect(codesOf(probes)).toEqual({ 'AuditLog.Read.All': 'NOT_LICENSED' })
})

test.each([
  ['china', ['Reports.Read.All', 'DelegatedAdminRelationship.Read.All']],
  ['usgov', ['Reports.Read.All']],
  ['usgovdod', ['Reports.Read.All']],
] as const)('in %s these are not asked for: %j', async (cloud, lacking) => {
  const graph = graphOf(granting(ALL), { cloud })
  expect(ALL.filter((permission) => !isOfCloud(graph, permission))).toEqual(lacking)
  const offered = ALL.filter((permission) => isOfCloud(graph, permission))
  expect(codesOf(await probePermissions(graph, ALL))).toEqual(each('answered', offered))
})

test('what is slow does not keep the rest from answering', async () => {
  simulator.faults.add('slow', { paths: ['/reports/get', '/signIns'], seconds: 500 })
  const graph = graphOf(granting(ALL), { deadlineMs: 700 })
  const codes = codesOf(await probePermissions(graph, ALL))
  expect(codes).toEqual({
    ...each('answered'),
    'Reports.Read.All': 'UNAVAILABLE',
    'AuditLog.Read.All': 'UNAVAILABLE',
  })
})

test.each(['throttle-storm', 'html-error', 'gateway-timeout', 'empty-error', 'no-answer'] as const)(
  '%s ends in a failure of each permission, in time',
  async (name) => {
    simulator.faults.add(name)
    const graph = graphOf(granting(ALL), { deadlineMs: 1_200 })
    const probes = await probePermissions(graph, ALL)
    expect([...probes.keys()].toSorted()).toEqual(ALL.toSorted())
    for (const code of Object.values(codesOf(probes)))
      expect(['THROTTLED', 'UNAVAILABLE', 'MALFORMED_ANSWER']).toContain(code)
  },
)

test('an answer that is not one of Graph proves nothing', async () => {
  const { graph } = await setUpAnswers(() => ({ body: 'all is well' }))
  const probes = await probePermissions(graph, ['User.Read.All'])
  expect(codesOf(probes)).toEqual({ 'User.Read.All': 'MALFORMED_ANSWER' })
})

test('permissions without a probe are left out, and an empty list sends no request', async () => {
  const { graph, graphRequests } = await setUpAnswers()
  expect(await probePermissions(graph, ['Mail.Send', 'constructor'])).toEqual(new Map())
  expect(graphRequests()).toEqual([])
})

describe('the own registration', () => {
  test('is read by its application id, with its secrets as far as Microsoft shows them', async () => {
    const { registration } = simulator.world
    const read = await readApplication(graphOf(granting(ALL)), registration.clientId)
    expect(read).toMatchObject({
      appId: registration.clientId,
      displayName: registration.displayName,
      passwordCredentials: [{ hint: registration.clientSecret.slice(0, 3) }],
    })
    expect(JSON.stringify(read)).not.toContain(registration.clientSecret)
  })

  test('that is not in the directory is a failure', async () => {
    const graph = graphOf(granting(ALL))
    expect(await failureOf(readApplication(graph, "no'body"))).toMatchObject({ status: 404 })
  })
})
