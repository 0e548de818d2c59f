import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { FaultName } from '../../faults.ts'
import { startSimulator, type Simulator } from '../../simulator.ts'
import { createCalls, isBody, tenantOf, type Body, type Calls } from '../../testing/calls.ts'
import type { Tenant } from '../../world/types.ts'

const REQUESTS = ['/organization', '/domains', '/groups?$select=id'].map((url, index) => ({
  id: String(index),
  method: 'GET',
  url,
}))

describe('a fault and a batch', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant
  let now = Date.UTC(2026, 10, 20, 8, 30)

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2, now: () => now })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    now += 100_000
    simulator.faults.clear()
    simulator.counters.reset()
  })

  const send = () => calls.graph(tenant, '/$batch', { json: { requests: REQUESTS } })

  async function inner(): Promise<Body[]> {
    const { status, body } = await send()
    expect(status).toBe(200)
    const responses = Array.isArray(body['responses']) ? body['responses'].filter(isBody) : []
    return responses.toSorted((a, b) => Number(a['id']) - Number(b['id']))
  }

  test.each(['throttle', 'throttle-storm', 'throttle-silent'] as const)(
    '%s refuses its configured number of inner requests',
    async (name) => {
      simulator.faults.add(name, { times: 2, seconds: 5 })
      const responses = await inner()
      expect(statusesOf(responses).toSorted((a, b) => a - b)).toEqual([200, 429, 429])
      expect(simulator.counters.read()).toMatchObject({ faults: 2, graphRequests: 3 })
    },
  )

  test('an inner refusal carries its own Retry-After', async () => {
    simulator.faults.add('throttle', { paths: ['/domains'], seconds: 5 })
    const responses = await inner()
    expect(statusesOf(responses)).toEqual([200, 429, 200])
    expect(responses[1]?.['headers']).toMatchObject({ 'Retry-After': '5' })
    expect(responses[1]?.['body']).toMatchObject({ error: { code: 'TooManyRequests' } })
  })

  test('a batch inside of an announced wait is a violation for each request that should wait', async () => {
    simulator.faults.add('throttle', { paths: ['/domains'], seconds: 5, times: 1 })
    await inner()
    now += 1_000
    await inner()
    expect(simulator.counters.read().violations).toBe(3)
  })

  test.each([
    ['unavailable', 503, 'serviceNotAvailable'],
    ['empty-error', 500, 'UnknownError'],
    ['html-error', 502, 'UnknownError'],
    ['gateway-timeout', 504, 'UnknownError'],
  ] as const)('%s of an inner path is the JSON error of that one', async (name, status, code) => {
    simulator.faults.add(name, { paths: ['/domains'] })
    const responses = await inner()
    expect(statusesOf(responses)).toEqual([200, status, 200])
    expect(responses[1]?.['body']).toMatchObject({ error: { code } })
  })

  test.each([
    ['throttle', ['/$batch'], 429],
    ['unavailable', ['/$batch'], 503],
    ['html-error', undefined, 502],
    ['empty-error', undefined, 500],
    ['gateway-timeout', ['/$batch'], 504],
  ] as const)('%s with paths %j refuses the complete batch', async (name, paths, status) => {
    simulator.faults.add(name, { paths })
    expect((await send()).status).toBe(status)
    expect(simulator.counters.read()).toMatchObject({ faults: 1, graphRequests: 0 })
  })

  test.each<[FaultName, readonly string[] | undefined]>([
    ['reset', undefined],
    ['reset', ['/domains']],
    ['no-answer', ['/domains']],
  ])('%s with paths %j breaks the connection that all share', async (name, paths) => {
    simulator.faults.add(name, { paths })
    await expect(send()).rejects.toThrow(/other side closed|ECONNRESET|terminated/)
  })

  test('truncated of an inner path cuts the batch', async () => {
    simulator.faults.add('truncated', { paths: ['/domains'] })
    const { status, text } = await send()
    expect(status).toBe(200)
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  })

  test('of a path that the batch does not hold leaves it alone', async () => {
    simulator.faults.add('reset', { paths: ['/users'] })
    simulator.faults.add('empty-error', { paths: ['/users'] })
    expect(statusesOf(await inner())).toEqual([200, 200, 200])
  })
})

function statusesOf(responses: readonly Body[]): number[] {
  return responses.map((each) => Number(each['status']))
}
