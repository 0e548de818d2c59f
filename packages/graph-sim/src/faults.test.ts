import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { FAULT_NAMES, createFaults } from './faults.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { createCalls, rowsOf, tenantOf, type Calls } from './testing/calls.ts'
import type { Tenant } from './world/types.ts'

const START = Date.UTC(2026, 10, 20, 8, 30)

describe('a fault', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant
  let other: Tenant
  let now = START

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, now: () => now })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
    other = simulator.world.partner
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    // Past every announced wait, within the life of a token.
    now += 100_000
    simulator.faults.clear()
    simulator.counters.reset()
  })

  const ask = (path = '/domains') => calls.graph(tenant, path)

  /** Returns the responses of a simulator with that seed to a series of requests; a fault hits half of them. */
  async function statusesWith(seed: number): Promise<number[]> {
    const again = await startSimulator({ tenants: 8, now: () => now, seed })
    again.faults.add('unavailable', { chance: 0.5 })
    const theirs = createCalls(again)
    const statuses: number[] = []
    for (let call = 0; call < 40; call += 1) {
      statuses.push((await theirs.graph(tenantOf(again, 'seats-wasted'), '/domains')).status)
    }
    await again.close()
    return statuses
  }

  test('throttle says how many seconds to wait', async () => {
    simulator.faults.add('throttle', { tenantId: tenant.id, seconds: 3 })
    const { status, headers, body } = await ask()
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('3')
    expect(body['error']).toMatchObject({
      code: 'TooManyRequests',
      message: 'Please retry again later.',
      innerError: { code: '429', status: '429', message: 'Please retry after' },
    })
  })

  test('throttle-date says until when to wait', async () => {
    simulator.faults.add('throttle-date', { tenantId: tenant.id, seconds: 30 })
    const { status, headers } = await ask()
    expect(status).toBe(429)
    expect(Date.parse(String(headers['retry-after']))).toBe(now + 30_000)
    expect(headers['retry-after']).toMatch(/GMT$/)
  })

  test('throttle-silent says nothing', async () => {
    simulator.faults.add('throttle-silent', { tenantId: tenant.id })
    const { status, headers } = await ask()
    expect(status).toBe(429)
    expect(headers['retry-after']).toBeUndefined()
  })

  test('throttle-storm refuses again and again, in all the forms by turns', async () => {
    simulator.faults.add('throttle-storm', { tenantId: tenant.id, times: 4, seconds: 3 })
    const answers = [await ask(), await ask(), await ask(), await ask(), await ask()]
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429, 200])
    const said = answers.slice(0, 4).map(({ headers }) => headers['retry-after'])
    expect(said).toEqual(['3', new Date(now + 3_000).toUTCString(), undefined, '3'])
  })

  test('names whole seconds to wait, whatever was asked for', async () => {
    simulator.faults.add('throttle', { tenantId: tenant.id, seconds: 0.3 })
    expect((await ask()).headers['retry-after']).toBe('1')
  })

  test('unavailable is a 503 in JSON', async () => {
    simulator.faults.add('unavailable', { tenantId: tenant.id })
    const { status, body } = await ask()
    expect(status).toBe(503)
    expect(body['error']).toMatchObject({ code: 'serviceNotAvailable' })
  })

  test('unavailable may say how long', async () => {
    simulator.faults.add('unavailable', { tenantId: tenant.id, seconds: 4, times: 1 })
    const { status, headers } = await ask()
    expect([status, headers['retry-after']]).toEqual([503, '4'])
    now += 1_000
    await ask()
    expect(simulator.counters.read().violations).toBe(1)
  })

  test('html-error is a page of a gateway', async () => {
    simulator.faults.add('html-error', { tenantId: tenant.id })
    const { status, headers, text } = await ask()
    expect(status).toBe(502)
    expect(headers['content-type']).toContain('text/html')
    expect(text).toContain('502 Bad Gateway')
  })

  test('empty-error is a 500 without a word', async () => {
    simulator.faults.add('empty-error', { tenantId: tenant.id })
    expect(await ask()).toMatchObject({ status: 500, text: '' })
  })

  test('gateway-timeout is a 504 page of a gateway', async () => {
    simulator.faults.add('gateway-timeout', { tenantId: tenant.id })
    const { status, headers, text } = await ask()
    expect(status).toBe(504)
    expect(headers['content-type']).toContain('text/html')
    expect(text).toContain('504 Gateway Time-out')
  })

  test('no-answer breaks the connection before a byte is sent', async () => {
    simulator.faults.add('no-answer', { tenantId: tenant.id, times: 1 })
    await expect(ask('/users')).rejects.toThrow(/other side closed|ECONNRESET/)
    expect(simulator.counters.read().bytesSent).toBe(0)
    expect((await ask('/users')).status).toBe(200)
  })

  test('reset breaks the connection inside the body', async () => {
    simulator.faults.add('reset', { tenantId: tenant.id, times: 1 })
    await expect(ask('/users')).rejects.toThrow(/other side closed|ECONNRESET|terminated/)
    expect((await ask('/users')).status).toBe(200)
  })

  test('truncated is a complete answer with half of its JSON', async () => {
    simulator.faults.add('truncated', { tenantId: tenant.id })
    const { status, headers, text } = await ask()
    expect(status).toBe(200)
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text))
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  })

  test('slow delays the answer', async () => {
    simulator.faults.add('slow', { tenantId: tenant.id, seconds: 0.3 })
    const startedAt = performance.now()
    expect((await ask()).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295)
  })

  test('slow-body sends the headers at once and the body bit by bit', async () => {
    simulator.faults.add('slow-body', { tenantId: tenant.id, seconds: 0.4 })
    const token = await calls.appToken(tenant)
    const { statusCode, body } = await request(`${simulator.url}/v1.0/users`, {
      headers: { host: 'graph.microsoft.com', authorization: `Bearer ${token}` },
    })
    const pieces = await body.toArray()
    expect(statusCode).toBe(200)
    expect(pieces.length).toBeGreaterThan(3)
    expect(() => JSON.parse(pieces.map(String).join('')) as unknown).not.toThrow()
  })

  test('latency makes answers late, of sign-in too', async () => {
    simulator.faults.add('latency', { tenantId: tenant.id, seconds: 0.1, times: 2 })
    const startedAt = performance.now()
    expect((await calls.requestToken(tenant.id)).status).toBe(200)
    expect((await ask()).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(195)
  })

  test('empty-page is an empty page with a next link, and loses no row', async () => {
    simulator.faults.add('empty-page', { tenantId: tenant.id, times: 1 })
    const { status, body } = await ask('/users?$select=id&$top=999')
    expect(status).toBe(200)
    expect(body['value']).toEqual([])
    const link = String(body['@odata.nextLink']).slice('https://graph.microsoft.com/v1.0'.length)
    expect(rowsOf(await ask(link))).toHaveLength(tenant.people.length)
  })

  test('unknown-members adds properties and enum members that came later', async () => {
    simulator.faults.add('unknown-members', { tenantId: tenant.id })
    const [sku] = rowsOf(await ask('/subscribedSkus'))
    expect(sku).toMatchObject({ capabilityStatus: 'unknownFutureValue', skuPartNumber: 'SPB' })
    expect(sku).toHaveProperty('futureProperty')
    const { body } = await ask(`/users/${tenant.people[0]?.id}`)
    expect(body).toHaveProperty('futureProperty')
  })

  test('not-licensed refuses Conditional Access where there is no Entra ID P1', async () => {
    simulator.faults.add('not-licensed')
    const path = '/identity/conditionalAccess/policies'
    const plain = await calls.graph(tenantOf(simulator, 'security-defaults'), path)
    expect(plain.status).toBe(403)
    expect(plain.text).toContain('Your tenant is not licensed for this feature.')
    expect((await ask(path)).status).toBe(200)
  })

  test('of one tenant leaves the others alone', async () => {
    simulator.faults.add('unavailable', { tenantId: tenant.id })
    expect((await ask()).status).toBe(503)
    expect((await calls.graph(other, '/domains')).status).toBe(200)
  })

  test('without a tenant hits all, and with paths only those', async () => {
    simulator.faults.add('unavailable', { paths: ['/users'] })
    expect((await ask('/users')).status).toBe(503)
    expect((await calls.graph(other, '/users')).status).toBe(503)
    expect((await ask('/domains')).status).toBe(200)
  })

  test('clears itself after the answers that it was made for', async () => {
    simulator.faults.add('unavailable', { times: 2 })
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push((await ask()).status)
    expect(statuses).toEqual([503, 503, 200])
    expect(simulator.faults.list()).toEqual([])
    expect(simulator.counters.read().faults).toBe(2)
  })

  test('with a chance hits some answers, the same ones in every run', async () => {
    const { seed } = simulator.world
    const statuses = await statusesWith(seed)
    const hits = statuses.filter((status) => status === 503).length
    expect(hits).toBeGreaterThan(8)
    expect(hits).toBeLessThan(32)
    expect(await statusesWith(seed)).toEqual(statuses)
    expect(await statusesWith(seed + 1)).not.toEqual(statuses)
  })

  test('is no limit: it counts as a fault, and as a violation for those who come too early', async () => {
    simulator.faults.add('throttle', { tenantId: tenant.id, seconds: 10, times: 1 })
    await ask()
    now += 5_000
    await ask()
    now += 5_000
    await ask()
    expect(simulator.counters.read()).toMatchObject({ faults: 1, throttled: 0, violations: 1 })
    expect(simulator.counters.readByName().faultsByName).toEqual({ throttle: 1 })
  })

  test('of the transport spares sign-in unless it names its path', async () => {
    simulator.faults.add('empty-error')
    expect((await calls.requestToken(tenant.id)).status).toBe(200)
    simulator.faults.add('empty-error', { paths: ['/token'] })
    expect((await calls.requestToken(tenant.id)).status).toBe(500)
  })
})

describe('the list of faults', () => {
  test('clears one by its id, all of a name, all of a tenant, or all', () => {
    const faults = createFaults()
    const first = faults.add('throttle')
    faults.add('throttle', { tenantId: 'a' })
    faults.add('reset', { tenantId: 'a' })
    faults.add('slow')
    expect(faults.clear({ id: first.id })).toBe(1)
    expect(faults.clear({ name: 'throttle', tenantId: 'a' })).toBe(1)
    expect(faults.clear({ tenantId: 'a' })).toBe(1)
    expect(faults.list().map((fault) => fault.name)).toEqual(['slow'])
    expect(faults.clear()).toBe(1)
    expect(faults.clear({ name: 'slow' })).toBe(0)
  })

  test('goes on to the next fault when a chance has passed', () => {
    const faults = createFaults()
    faults.add('throttle', { chance: 1e-9 })
    const second = faults.add('throttle', { seconds: 9 })
    const target = { service: 'graph', tenantId: 'a', path: '/users' } as const
    expect(faults.take(['throttle'], target)).toMatchObject({ id: second.id })
  })

  test('lets latency come last, so that it hides no other fault', () => {
    const faults = createFaults()
    const names = ['latency', 'throttle'] as const
    for (const name of names) faults.add(name)
    const target = { service: 'graph', tenantId: 'a', path: '/users' } as const
    expect(faults.take(names, target)).toMatchObject({ name: 'throttle' })
    expect(faults.take(names, { ...target, service: 'identity' })).toMatchObject({
      name: 'latency',
    })
  })

  test('draws for each tenant and path separately, regardless of other requests', () => {
    expect(drawn(['b', 'c'])).toEqual(drawn([]))
    expect(new Set(drawn([])).size).toBe(2)
  })

  test('draws the same again for the same seed, and otherwise for another or another name', () => {
    const faults = createFaults()
    const row = (name: 'reset' | 'slow', seed: number) => {
      faults.clear()
      faults.add(name, { chance: 0.5, seed })
      const target = { service: 'graph', tenantId: 'a', path: '/users' } as const
      return Array.from({ length: 30 }, () => faults.take([name], target) !== undefined)
    }
    const first = row('reset', 1)
    expect(row('reset', 1)).toEqual(first)
    expect(row('reset', 2)).not.toEqual(first)
    expect(row('slow', 1)).not.toEqual(first)
  })

  test('knows every fault by a name of its own', () => {
    expect(new Set(FAULT_NAMES).size).toBe(FAULT_NAMES.length)
  })
})

/** Which of a tenant's requests a fault hits, while others ask in between. */
function drawn(between: readonly string[]): boolean[] {
  const faults = createFaults()
  faults.add('reset', { chance: 0.5 })
  const ask = (tenantId: string) =>
    faults.take(['reset'], { service: 'graph', tenantId, path: '/users' }) !== undefined
  return Array.from({ length: 30 }, () => {
    for (const tenantId of between) ask(tenantId)
    return ask('a')
  })
}
