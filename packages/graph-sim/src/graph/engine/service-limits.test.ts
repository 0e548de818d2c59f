import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { createCalls, tenantOf, type Answer, type Calls } from '../../testing/calls.ts'
import { askWith } from '../../testing/permissions.ts'
import { grantConsent } from '../../world/build-tenant.ts'
import type { Tenant } from '../../world/types.ts'

const POLICIES = '/identity/conditionalAccess/policies'
const NAMED_LOCATIONS = '/identity/conditionalAccess/namedLocations'
const REGISTRATIONS = '/reports/authenticationMethods/userRegistrationDetails'
const SIGN_IN_DATES = '/users?$select=id,signInActivity'
const USAGE = "/reports/getOffice365ActiveUserDetail(period='D7')"
const SCORES = '/security/secureScores?$top=1'
const ROLES = [
  'AuditLog.Read.All',
  'Directory.Read.All',
  'Policy.Read.All',
  'Reports.Read.All',
  'SecurityEvents.Read.All',
  'User.Read.All',
]

describe('each service keeps its own limit', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant
  let now = Date.UTC(2026, 10, 20, 8, 30)

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2, now: () => now })
    tenant = tenantOf(simulator, 'seats-wasted')
    tenant.consent = { ...(tenant.consent ?? grantConsent(simulator.random)), roles: ROLES }
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    // Every limit is full again, and every wait over; with it goes the life of a token.
    now += 20 * 60_000
    calls = createCalls(simulator)
    simulator.counters.reset()
  })

  /** How many requests pass, and how the next one is refused. */
  async function burst(path: string): Promise<{ passed: number; refused: Answer }> {
    for (let passed = 0; passed < 1_000; passed += 1) {
      const answer = await calls.graph(tenant, path)
      if (answer.status === 429) return { passed, refused: answer }
      expect([200, 302]).toContain(answer.status)
    }
    throw new Error(`${path} has no limit`)
  }

  test.each([
    [REGISTRATIONS, 5, '2', 'identity-reports'],
    [SIGN_IN_DATES, 10, '6', 'directory'],
    [USAGE, 14, '43', 'usage-reports'],
    [SCORES, 150, '1', 'security'],
  ])('%s: %i in a burst, then Retry-After %s', async (path, allowed, seconds, service) => {
    const { passed, refused } = await burst(path)
    expect(passed).toBe(allowed)
    expect(refused.headers).toMatchObject({
      'retry-after': seconds,
      'x-ms-throttle-scope': `Tenant_Application/ReadWrite/${simulator.world.registration.clientId}/${tenant.id}`,
    })
    expect(simulator.counters.readByName().throttledByService).toEqual({ [service]: 1 })
    expect((await calls.graph(tenant, '/organization')).status).toBe(200)
    expect(simulator.counters.read()).toMatchObject({ throttled: 1, violations: 0 })
  })

  test('one request a second for policies and named locations together, refused in silence', async () => {
    expect((await calls.graph(tenant, POLICIES)).status).toBe(200)
    const { status, headers, body } = await calls.graph(tenant, NAMED_LOCATIONS)
    expect(status).toBe(429)
    expect(body['error']).toMatchObject({ code: 'TooManyRequests' })
    const said = Object.keys(headers).filter((name) => /retry-after|throttle/.test(name))
    expect(said).toEqual([])
    now += 1_000
    expect((await calls.graph(tenant, NAMED_LOCATIONS)).status).toBe(200)
    const counters = simulator.counters.readByName()
    expect(counters.throttledByService).toEqual({ 'conditional-access': 1 })
    expect(counters.requestsByPath).toMatchObject({ [`GET ${NAMED_LOCATIONS}`]: 2 })
  })

  test.each([
    ['/auditLogs/signIns?$expand=nothing', 400, 5],
    [`${REGISTRATIONS}?$top=5`, 400, 5],
    [`${POLICIES}?$expand=nothing`, 400, 1],
    ["/reports/getOffice365ActiveUserDetail(period='D1')", 400, 14],
    ['/users?$select=signInActivity,nothing', 400, 10],
  ])(
    '%s is refused with %i, and counts all the same: %i in a burst',
    async (path, status, allowed) => {
      for (let request = 0; request < allowed; request += 1) {
        expect((await calls.graph(tenant, path)).status).toBe(status)
      }
      expect((await calls.graph(tenant, path)).status).toBe(429)
    },
  )

  test('who lacks the permission is counted too', async () => {
    const ask = () => askWith(simulator, { tenant, path: REGISTRATIONS, roles: ['User.Read.All'] })
    for (let request = 0; request < 5; request += 1) expect((await ask()).status).toBe(403)
    expect((await ask()).status).toBe(429)
    expect((await calls.graph(tenant, REGISTRATIONS)).status).toBe(429)
  })

  test('what the directory refuses costs no units', async () => {
    for (const path of ['/users?$select=nothing', '/applications']) {
      const answer = await askWith(simulator, { tenant, path, roles: ['User.Read.All'] })
      expect([400, 403]).toContain(answer.status)
      expect(answer.headers).not.toHaveProperty('x-ms-resource-unit')
    }
    expect(simulator.counters.read().resourceUnits).toBe(0)
  })

  test('inner requests of a batch are held to them one by one', async () => {
    const requests = Array.from({ length: 7 }, (_, index) => ({
      id: String(index),
      method: 'GET',
      url: REGISTRATIONS,
    }))
    const { text } = await calls.graph(tenant, '/$batch', { json: { requests } })
    expect(text.match(/"status":429,/g)).toHaveLength(2)
    expect(simulator.counters.read().throttled).toBe(2)
  })

  test('sign-in is held to none: only a fault throttles it', async () => {
    for (let request = 0; request < 30; request += 1) {
      expect((await calls.requestToken(tenant.id)).status).toBe(200)
    }
    simulator.faults.add('throttle', { paths: ['/token'], seconds: 7, times: 1 })
    const { status, headers } = await calls.requestToken(tenant.id)
    expect([status, headers['retry-after']]).toEqual([429, '7'])
    expect(simulator.counters.read()).toMatchObject({ throttled: 0, faults: 1, tokenRequests: 31 })
  })
})
