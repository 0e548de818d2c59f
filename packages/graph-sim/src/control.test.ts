import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from './simulator.ts'
import { claimsOf, createCalls, tenantOf, type Calls } from './testing/calls.ts'
import { refusalOf } from './testing/sign-in.ts'

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

  test('returns how to connect the app and which accounts can sign in', async () => {
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

  test('lists on a page what can be asked, and the names of the faults', async () => {
    const { status, headers, text } = await calls.control('/')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(text).toContain('/_simulator/counters')
    expect(text).toContain('gateway-timeout')
  })

  test('shows a directory as it is now', async () => {
    const tenant = tenantOf(simulator, 'seats-wasted')
    const path = `/directory?tenantId=${tenant.defaultDomainName}`
    const { status, body } = await calls.control(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: tenant.id, journalLength: tenant.journal.length })
    expect(body['people']).toHaveLength(tenant.people.length)
    expect(body).not.toHaveProperty('journal')
  })

  test('a consent takes as long to spread as one that was given on the page', async () => {
    const { id } = simulator.world.partner
    const change = (isGranted: boolean) =>
      calls.control('/consent', { json: { tenantId: id, isGranted } })
    await change(false)
    simulator.faults.add('consent-propagating', { seconds: 3600 })
    await change(true)
    expect(refusalOf(await calls.requestToken(id))[3]).toBe('7000229')
    simulator.faults.clear()
    expect((await calls.requestToken(id)).status).toBe(200)
  })

  test('grants only certain roles on request', async () => {
    const { id: tenantId } = tenantOf(simulator, 'consent-withdrawn')
    const json = { tenantId, isGranted: true, roles: ['Organization.Read.All'] }
    await calls.control('/consent', { json })
    const { body } = await calls.requestToken(tenantId)
    expect(claimsOf(body['access_token'])['roles']).toEqual(['Organization.Read.All'])
    await calls.control('/consent', { json: { tenantId, isGranted: false } })
  })

  test('changes a directory, the same way for the same seed', async () => {
    const first = await changed()
    expect(first.status).toBe(200)
    expect(first.done).toHaveLength(25)
    expect(first.journal.length).toBeGreaterThan(0)
    expect(await changed()).toEqual(first)
  })

  test('creates no user twice when a seed is repeated', async () => {
    const fresh = await startSimulator({ tenants: 2 })
    const freshCalls = createCalls(fresh)
    const json = { count: 20, seed: 7, kinds: ['person-joins'] }
    for (let turn = 0; turn < 2; turn += 1)
      expect((await freshCalls.control('/changes', { json })).status).toBe(200)
    await fresh.close()
    const ids = fresh.world.tenants.flatMap(({ people }) => people.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('changes only in the ways that were asked for', async () => {
    const fresh = await startSimulator({ tenants: 2 })
    const json = { count: 5, kinds: ['person-renamed'] }
    const { body } = await createCalls(fresh).control('/changes', { json })
    await fresh.close()
    const done: unknown[] = Array.isArray(body['done']) ? body['done'] : []
    expect(done).toHaveLength(5)
    for (const said of done) expect(said).toMatch(/ is called .+ now$/)
  })

  test('says so when nothing can change', async () => {
    const fresh = await startSimulator({ tenants: 2 })
    for (const tenant of fresh.world.tenants) tenant.isGone = true
    const { status, body } = await createCalls(fresh).control('/changes', { json: { count: 3 } })
    await fresh.close()
    expect([status, body]).toEqual([409, { error: 'There is no customer.', done: [] }])
  })

  test('lets months pass, and says what came of it', async () => {
    const fresh = await startSimulator({ tenants: 3, users: 60 })
    const before = JSON.stringify(fresh.world.tenants)
    const { status, body } = await createCalls(fresh).control('/months', { json: { count: 2 } })
    await fresh.close()
    expect(status).toBe(200)
    expect(body['done']).not.toHaveLength(0)
    expect(JSON.stringify(fresh.world.tenants)).not.toBe(before)
  })

  test.each([
    ['GET', '/directory', undefined, 'tenantId'],
    ['GET', '/directory?tenantId=unknown.example', undefined, 'unknown.example'],
    ['POST', '/consent', { isGranted: true }, 'tenantId'],
    ['POST', '/consent', { tenantId: 'TENANT', gone: true }, 'gone is not known'],
    ['POST', '/consent', { tenantId: 'TENANT', isGranted: true, roles: 'all' }, 'roles'],
    ['POST', '/faults', { name: 'throttle', tenant: 'x' }, 'tenant is not known'],
    ['POST', '/faults', { name: 'throttle', chance: 0 }, 'chance'],
    ['POST', '/faults', { name: 'throttle', chance: 1.5 }, 'chance'],
    ['POST', '/faults', { name: 'throttle', chance: 'often' }, 'chance'],
    ['POST', '/faults', { name: 'throttle', times: 1.5 }, 'times'],
    ['POST', '/faults', { name: 'throttle', chance: 0.5, seed: 'x' }, 'seed'],
    ['POST', '/faults', { name: 'throttle', seconds: -1 }, 'seconds'],
    ['POST', '/faults', { name: 'throttle', paths: [1] }, 'paths'],
    ['POST', '/changes', { count: 1, tenant: 'x' }, 'tenant is not known'],
    ['POST', '/changes', { tenantId: 'TENANT', count: 0 }, 'count'],
    ['POST', '/changes', { tenantId: 'TENANT', count: 10_001 }, 'count'],
    ['POST', '/changes', { tenantId: 'TENANT', seed: 'x' }, 'seed'],
    ['POST', '/changes', { tenantId: 'TENANT', kinds: ['person-vanishes'] }, 'kinds'],
    ['POST', '/changes', { tenantId: 'TENANT', kinds: [] }, 'kinds'],
    ['POST', '/months', { count: 121 }, 'count'],
    ['POST', '/months', { count: 0.5 }, 'count'],
  ] as const)('names what is wrong with %s %s %j: %s', async (method, path, fields, named) => {
    const { id } = tenantOf(simulator, 'seats-wasted')
    const json = fields && 'tenantId' in fields ? { ...fields, tenantId: id } : fields
    const { status, body } = await calls.control(path, { method, ...(json ? { json } : {}) })
    expect(status).toBe(400)
    expect(body['error']).toContain(named)
  })

  test('answers only under a loopback name', async () => {
    for (const host of ['graph.microsoft.com', 'login.microsoftonline.com', 'evil.example']) {
      const { status } = await calls.send(host, '/_simulator/registration')
      expect([host, status]).not.toEqual([host, 200])
    }
  })

  test.each([
    ['no object', 'throttle'],
    ['a list', ['throttle']],
    ['no name', { tenantId: 'x' }],
    ['an unknown name', { name: 'earthquake' }],
    ['an unknown tenant', { name: 'throttle', tenantId: 'unknown.example' }],
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
    const elsewhere = await calls.control('/faults?tenantId=unknown', { method: 'DELETE' })
    expect(elsewhere.status).toBe(400)
  })

  test('counts what came, and starts again from zero', async () => {
    const tenant = tenantOf(simulator, 'seats-wasted')
    await calls.requestToken(tenant.id)
    await calls.graph(tenant, '/domains')
    const { body } = await calls.control('/counters')
    expect(Number(body['requests'])).toBeGreaterThanOrEqual(2)
    expect(Number(body['tokenRequests'])).toBeGreaterThanOrEqual(1)
    expect(Number(body['bytesSent'])).toBeGreaterThan(1_000)
    expect(body['requestsByPath']).toHaveProperty('GET /domains')
    expect(body['requestsByPath']).toHaveProperty(['POST /{tenant}/oauth2/v2.0/token'])
    expect(body['requestsByService']).toHaveProperty('directory')
    expect(body['requestsByService']).toHaveProperty('identity')
    const reset = await calls.control('/reset-counters', { method: 'POST' })
    expect(Object.values(reset.body).every((count) => count === 0)).toBe(true)
    await calls.control('/counters')
    expect(simulator.counters.read()).toMatchObject({ requests: 0, bytesSent: 0 })
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

/** What 25 changes with one seed did to a directory of a fresh simulator. */
async function changed() {
  const fresh = await startSimulator({ tenants: 3, users: 20 })
  const { id: tenantId, journal } = tenantOf(fresh, 'seats-wasted')
  const json = { tenantId, count: 25, seed: 7 }
  const { status, body } = await createCalls(fresh).control('/changes', { json })
  await fresh.close()
  return { status, done: body['done'], journal }
}
