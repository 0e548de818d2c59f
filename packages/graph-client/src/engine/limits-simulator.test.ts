import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { sleepFor } from './clock.ts'
import type { Sleep } from './clock.ts'
import { createGraph } from './graph.ts'
import type { TenantGraph } from './graph.ts'
import { createLocalLeases } from './leases.ts'
import { createLimiter } from './limiter.ts'
import { createTokens } from './tokens.ts'
import { createTransport } from './transport.ts'

/** Both sides' minutes last six seconds: shorter ones are over before a busy machine has answered. */
const SPEED = 10

const startedAt = Date.now()
const clock = { now: () => new Date(startedAt + (Date.now() - startedAt) * SPEED) }
const sleep: Sleep = (ms, signal) => sleepFor(Math.ceil(ms / SPEED), signal)

const ROLES = ['AuditLog.Read.All', 'Reports.Read.All', 'SecurityEvents.Read.All']
const READS = {
  signInActivity: '/users?$top=1&$select=id,signInActivity',
  registrations: '/reports/authenticationMethods/userRegistrationDetails',
  policies: '/identity/conditionalAccess/policies',
  locations: '/identity/conditionalAccess/namedLocations',
  scores: '/security/secureScores?$top=1',
  users: '/users?$select=id',
} as const

async function setUp() {
  const simulator = await startSimulator({ tenants: 4, speed: SPEED })
  const transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
  onTestFinished(async () => {
    await transport.close()
    await simulator.close()
  })
  const tenants = simulator.world.tenants.filter(({ consent }) => (consent?.roles.length ?? 0) > 0)
  for (const { consent } of tenants) consent?.roles.push(...ROLES)
  const { clientId, clientSecret } = simulator.world.registration
  const common = { transport, cloud: 'global', clock, sleep } as const
  const credential = { kind: 'secret', secret: clientSecret } as const
  const leases = createLocalLeases(clock)
  const newProcess = () => {
    const tokens = createTokens({ ...common, clientId, credential })
    const limiter = createLimiter({ clock, sleep, appId: clientId, leases })
    return createGraph({ ...common, tokens, limiter })
  }
  return { simulator, tenants, newProcess }
}

/** Once; what a tenant without a license is refused counts against the limits like everything else. */
async function touch(graph: TenantGraph, path: string): Promise<void> {
  await graph.get(z.unknown(), path).catch(() => null)
}

test('three processes that ask for everything at once keep every limit', async () => {
  const { simulator, tenants, newProcess } = await setUp()
  await Promise.all(
    [newProcess(), newProcess(), newProcess()].flatMap((graph) =>
      tenants.flatMap(({ id }) => {
        const reader = graph.forTenant(id)
        return Object.values(READS).flatMap((path) => [touch(reader, path), touch(reader, path)])
      }),
    ),
  )
  const { throttled, violations, graphRequests } = simulator.counters.read()
  expect({ throttled, violations }).toEqual({ throttled: 0, violations: 0 })
  expect(graphRequests).toBe(3 * tenants.length * 2 * Object.keys(READS).length)
}, 60_000)
