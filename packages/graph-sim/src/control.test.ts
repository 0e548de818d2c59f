import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from './simulator.ts'
import { createCalls, tenantOf, type Calls } from './testing/calls.ts'

describe('the control address', () => {
  let simulator: Simulator
  let calls: Calls

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 3 })
    calls = createCalls(simulator)
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
  })

  test('tells how to connect the app and whom to sign in as', async () => {
    const { registration, partner } = simulator.world
    const { status, body } = await calls.control('/registration')
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...registration, tenantId: partner.id })
    expect(body['people']).toContainEqual({
      oid: partner.people[0]?.id,
      name: 'Ada Lindqvist',
      userPrincipalName: 'ada.lindqvist@harborlane.example',
      roles: ['Global Administrator'],
    })
  })

  test('lets a tenant grant consent and take it back', async () => {
    const { id: tenantId } = tenantOf(simulator, 'consent-withdrawn')
    const change = (isGranted: unknown) =>
      calls.control('/consent', { json: { tenantId, isGranted } })
    expect((await calls.requestToken(tenantId)).status).toBe(401)
    expect((await change(true)).body['roles']).toContain('Directory.Read.All')
    expect((await calls.requestToken(tenantId)).status).toBe(200)
    await change(false)
    expect((await calls.requestToken(tenantId)).status).toBe(401)
    expect((await change('yes')).status).toBe(400)
    expect((await calls.control('/consent', { json: { isGranted: true } })).status).toBe(400)
  })

  test('names the directories and what they are there to show', async () => {
    const { text } = await calls.control('/tenants')
    const tenants: unknown = JSON.parse(text)
    expect(tenants).toHaveLength(simulator.world.tenants.length)
    expect(tenants).toContainEqual({
      tenantId: tenantOf(simulator, 'no-mfa-policy').id,
      displayName: 'Acacia Family Dental',
      defaultDomainName: 'acacia-dental.example',
      kind: 'csp',
      story: 'no-mfa-policy',
    })
  })

  test('switches faults on and off while the simulator runs', async () => {
    const tenant = tenantOf(simulator, 'seats-wasted')
    const added = await calls.control('/faults', {
      json: { name: 'unavailable', tenantId: tenant.defaultDomainName, paths: ['/domains'] },
    })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ name: 'unavailable', tenantId: tenant.id })
    expect((await calls.graph(tenant, '/domains')).status).toBe(503)
    expect(JSON.parse((await calls.control('/faults')).text)).toMatchObject([
      { name: 'unavailable', tenantId: tenant.id, paths: ['/domains'] },
    ])
    const cleared = await calls.control('/faults?name=unavailable', { method: 'DELETE' })
    expect(cleared.body).toEqual({ cleared: 1 })
    expect((await calls.graph(tenant, '/domains')).status).toBe(200)
  })

  test('clears one fault by its id, those of a tenant, or all', async () => {
    const tenant = tenantOf(simulator, 'seats-wasted')
    const { id } = simulator.faults.add('slow')
    simulator.faults.add('slow', { tenantId: tenant.id })
    simulator.faults.add('slow')
    for (const [query, cleared] of [
      [`?id=${id}`, 1],
      [`?tenantId=${tenant.id}`, 1],
      ['', 1],
      ['', 0],
    ] as const) {
      const { body } = await calls.control(`/faults${query}`, { method: 'DELETE' })
      expect(body).toEqual({ cleared })
    }
  })

  test.each([
    ['no object', 'throttle'],
    ['a list', ['throttle']],
    ['no name', { tenantId: 'x' }],
    ['an unknown name', { name: 'earthquake' }],
    ['an unknown tenant', { name: 'throttle', tenantId: 'nobody.example' }],
    ['paths that are no list', { name: 'throttle', paths: '/users' }],
    ['half an answer', { name: 'throttle', times: 1.5 }],
    ['no answers', { name: 'throttle', times: 0 }],
    ['a negative wait', { name: 'throttle', seconds: -1 }],
    ['roles that are no texts', { name: 'roles-removed', roles: [1] }],
  ])('refuses %s in words', async (_, json) => {
    const { status, body } = await calls.control('/faults', { json })
    expect(status).toBe(400)
    expect(String(body['error'])).toMatch(/\w+/)
    expect(simulator.faults.list()).toEqual([])
  })

  test('refuses a body that is not JSON, and an unknown name or tenant to clear', async () => {
    expect((await calls.control('/faults', { form: { name: 'throttle' } })).status).toBe(400)
    const cleared = await calls.control('/faults?name=earthquake', { method: 'DELETE' })
    expect(cleared.status).toBe(400)
    const elsewhere = await calls.control('/faults?tenantId=nobody', { method: 'DELETE' })
    expect(elsewhere.status).toBe(400)
  })

  test('counts what came, and starts again from zero', async () => {
    const tenant = tenantOf(simulator, 'seats-wasted')
    await calls.requestToken(tenant.id)
    await calls.graph(tenant, '/domains')
    const { body } = await calls.control('/counters')
    expect(Number(body['requests'])).toBeGreaterThanOrEqual(2)
    expect(Number(body['tokenRequests'])).toBeGreaterThanOrEqual(1)
    const reset = await calls.control('/reset-counters', { method: 'POST' })
    expect(Object.values(reset.body).every((count) => count === 0)).toBe(true)
    await calls.control('/counters')
    expect(simulator.counters.read().requests).toBe(0)
  })

  test.each([
    ['GET', '/nothing'],
    ['GET', '/reset-counters'],
    ['POST', '/counters'],
  ] as const)('has no %s %s', async (method, path) => {
    const { status, body } = await calls.control(path, { method })
    expect(status).toBe(404)
    expect(body['error']).toContain('is not simulated')
  })

  test('answers at once, while Microsoft answers with the latency', async () => {
    const slow = await startSimulator({ tenants: 1, latencyMs: 800 })
    const answered: string[] = []
    const path = '/common/v2.0/.well-known/openid-configuration'
    await Promise.all([
      createCalls(slow)
        .identity(path)
        .then(() => answered.push('Microsoft')),
      createCalls(slow)
        .control('/counters')
        .then(() => answered.push('control')),
    ])
    await slow.close()
    expect(answered).toEqual(['control', 'Microsoft'])
  })

  test('answers 400 to an address that cannot be read', async () => {
    expect((await calls.identity('/%E0%A4%A')).status).toBe(400)
  })
})
