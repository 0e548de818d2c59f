import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { createCalls, isBody, tenantOf, type Body, type Calls } from '../../testing/calls.ts'
import type { Tenant } from '../../world/types.ts'

const BATCH = Array.from({ length: 20 }, (_, index) => ({
  id: String(index),
  method: 'GET',
  url: '/subscribedSkus',
}))

describe('throttling, with the clock held still', () => {
  let simulator: Simulator
  let calls: Calls
  let small: Tenant
  let now = Date.UTC(2026, 10, 20)
  const responses: Body[] = []
  let spent: ReturnType<Simulator['counters']['read']>

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2, now: () => now })
    calls = createCalls(simulator)
    small = tenantOf(simulator, 'no-mfa-policy')
    for (let batch = 0; batch < 60; batch += 1) responses.push(...(await sendBatch()))
    spent = simulator.counters.read()
  })
  afterAll(() => simulator.close())

  async function sendBatch(): Promise<Body[]> {
    const { body } = await calls.graph(small, '/$batch', { json: { requests: BATCH } })
    const responses = Array.isArray(body['responses']) ? body['responses'].filter(isBody) : []
    return responses.toSorted((one, other) => Number(one['id']) - Number(other['id']))
  }

  test('a small tenant gets 3,500 units in a burst: 1,166 answers of 3 units, then 429', () => {
    const statuses = responses.map((response) => response['status'])
    expect(statuses.slice(0, 1166).every((status) => status === 200)).toBe(true)
    expect(statuses.slice(1166)).toEqual(Array.from({ length: 34 }, () => 429))
    expect(spent).toMatchObject({ throttled: 34, resourceUnits: 3498 })
    expect(headersOf(responses[900])).not.toHaveProperty('x-ms-throttle-limit-percentage')
    expect(headersOf(responses[1000])['x-ms-throttle-limit-percentage']).toBe('0.86')
  })

  test('one after it hears how long to wait, by whom it was stopped and why, until that time has passed', async () => {
    const { status, headers, body } = await calls.graph(small, '/subscribedSkus')
    expect(status).toBe(429)
    expect(headers).toMatchObject({
      'retry-after': '1',
      'x-ms-throttle-scope': `Tenant_Application/ReadWrite/${simulator.world.registration.clientId}/${small.id}`,
      'x-ms-throttle-information': 'ResourceUnitLimitExceeded',
    })
    expect(body['error']).toMatchObject({ code: 'TooManyRequests' })
    expect(headers['ratelimit-limit']).toBeUndefined()
    now += 999
    simulator.counters.reset()
    await calls.graph(small, '/subscribedSkus')
    expect(simulator.counters.read().violations).toBe(1)
    now += 1_001
    expect((await calls.graph(small, '/subscribedSkus')).status).toBe(200)
    expect(simulator.counters.read().violations).toBe(1)
  })

  test('while another tenant is untouched, and refusals for permission cost nothing', async () => {
    const other = tenantOf(simulator, 'seats-wasted')
    expect((await calls.graph(other, '/subscribedSkus')).status).toBe(200)
    const refused = await calls.graph(small, '/users?$top=5000')
    expect(refused.status).toBe(400)
  })
})

function headersOf(response: Body | undefined): Body {
  const headers = response?.['headers']
  return isBody(headers) ? headers : {}
}
