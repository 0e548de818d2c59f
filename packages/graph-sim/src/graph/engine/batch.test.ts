import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import {
  createCalls,
  isBody,
  rowsOf,
  tenantOf,
  type Body,
  type Calls,
} from '../../testing/calls.ts'
import type { Tenant } from '../../world/types.ts'

describe('$batch', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2 })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
  })

  async function send(requests: unknown) {
    const answer = await calls.graph(tenant, '/$batch', { json: { requests } })
    const list = answer.body['responses']
    const responses = Array.isArray(list) ? list.filter(isBody) : []
    const byId = new Map(responses.map((response) => [String(response['id']), response]))
    return { ...answer, byId }
  }

  test('answers each request by its id, as if it had come alone', async () => {
    const { status, byId } = await send([
      get('a', '/organization'),
      get('b', '/users?$top=2&$select=id'),
      get('c', 'domains'),
      { ...get('d', '/users/$count'), headers: { consistencylevel: 'eventual' } },
      get('e', '/users/unknown'),
      { id: 'f', method: 'POST', url: '/users', headers: JSON_HEADERS, body: {} },
    ])
    expect(status).toBe(200)
    // They come in any order.
    expect(
      [...byId]
        .map(([id, response]) => [id, response['status']])
        .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    ).toEqual([
      ['a', 200],
      ['b', 200],
      ['c', 200],
      ['d', 200],
      ['e', 404],
      ['f', 405],
    ])
    const people = bodyOf(byId.get('b'))
    expect(rowsOf({ body: people }).map((row) => row['id'])).toEqual(
      tenant.people.slice(0, 2).map((person) => person.id),
    )
    expect(people['@odata.nextLink']).toMatch(/^https:\/\/graph\.microsoft\.com\/v1\.0\/users\?/)
    // A body that is not JSON travels as base64url.
    const count = Buffer.from(String(byId.get('d')?.['body']), 'base64url').toString()
    expect(count).toBe(String(tenant.people.length))
  })

  test('follows its nextLinks outside', async () => {
    const { byId } = await send([get('a', '/users?$top=40&$select=id')])
    const link = String(bodyOf(byId.get('a'))['@odata.nextLink'])
    const next = await calls.graph(tenant, link.slice('https://graph.microsoft.com/v1.0'.length))
    expect(rowsOf(next)[0]?.['id']).toBe(tenant.people[40]?.id)
  })

  test('throttles single requests inside an answer that is itself well', async () => {
    simulator.faults.add('throttle', { paths: ['/users'], seconds: 7, times: 1 })
    const { status, byId } = await send([get('a', '/organization'), get('b', '/users')])
    expect(status).toBe(200)
    expect(byId.get('a')?.['status']).toBe(200)
    expect(byId.get('b')).toMatchObject({ status: 429, headers: { 'Retry-After': '7' } })
    expect(bodyOf(byId.get('b'))['error']).toMatchObject({ code: 'TooManyRequests' })
  })

  test('allows one Conditional Access request a second, without saying when to come back', async () => {
    const path = '/identity/conditionalAccess/policies'
    const { byId } = await send([get('a', path), get('b', path)])
    expect([byId.get('a')?.['status'], byId.get('b')?.['status']]).toEqual([200, 429])
    expect(byId.get('b')?.['headers']).not.toHaveProperty('Retry-After')
  })

  test('breaks completely when the connection does', async () => {
    simulator.faults.add('html-error', { paths: ['/$batch'], times: 1 })
    expect((await send([get('a', '/organization')])).status).toBe(502)
  })

  test('waits for what a request depends on, and gives 424 when that failed', async () => {
    const { byId } = await send([
      { ...get('last', '/domains'), dependsOn: ['FIRST'] },
      get('first', '/organization'),
      get('bad', '/users/unknown'),
      { ...get('blocked', '/organization'), dependsOn: ['bad'] },
      { ...get('further', '/organization'), dependsOn: ['blocked'] },
    ])
    expect(byId.get('last')?.['status']).toBe(200)
    expect(byId.get('blocked')).toMatchObject({
      status: 424,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(byId.get('further')?.['status']).toBe(424)
  })

  test('takes twenty requests and not one more', async () => {
    const requests = Array.from({ length: 20 }, (_, index) => get(String(index), '/organization'))
    expect((await send(requests)).byId.size).toBe(20)
    expect((await send([...requests, get('20', '/organization')])).status).toBe(400)
  })

  test.each([
    ['no requests', []],
    ['no list', 'all of them'],
    ['the same id twice', [get('a', '/organization'), get('A', '/domains')]],
    ['an empty id', [get('', '/organization')]],
    ['no url', [{ id: 'a', method: 'GET' }]],
    ['no object', ['GET /users']],
    ['a dependency on nothing', [{ ...get('a', '/organization'), dependsOn: ['z'] }]],
    [
      'a circle',
      [
        { ...get('a', '/organization'), dependsOn: ['b'] },
        { ...get('b', '/organization'), dependsOn: ['a'] },
      ],
    ],
  ])('is refused whole with %s', async (_, requests) => {
    const { status, body } = await send(requests)
    expect(status).toBe(400)
    expect(body['error']).toMatchObject({ code: 'BadRequest' })
  })

  test('wants to know what a body is', async () => {
    const message = { id: 'a', method: 'POST', url: '/users', body: { displayName: 'x' } }
    const refused = await send([get('b', '/organization'), message])
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(
      'Write request id : a does not contain Content-Type header or body.',
    )
    expect((await send([{ ...message, headers: JSON_HEADERS }])).status).toBe(200)
  })

  test('returns the location of a report, without fetching it', async () => {
    const { consent } = tenant
    if (consent) consent.roles = [...new Set([...consent.roles, 'Reports.Read.All'])]
    const token = await calls.appToken(tenant)
    const path = "/reports/getOffice365ActiveUserDetail(period='D7')"
    const { body } = await calls.graph(tenant, '/$batch', {
      json: { requests: [get('r', path)] },
      headers: { authorization: `Bearer ${token}` },
    })
    const [response] = Array.isArray(body['responses']) ? body['responses'].filter(isBody) : []
    const headers = isBody(response?.['headers']) ? response['headers'] : {}
    expect(response?.['status']).toBe(302)
    expect(headers['Location']).toMatch(/^https:\/\//)
  })

  test('responds in no reliable order', async () => {
    const requests = Array.from({ length: 20 }, (_, index) => get(String(index), '/organization'))
    const orders = new Set<string>()
    for (let round = 0; round < 5; round += 1) {
      orders.add([...(await send(requests)).byId.keys()].join())
    }
    expect(orders.size).toBe(5)
  })

  test('is refused without JSON and without a token', async () => {
    const broken = await calls.graph(tenant, '/$batch', { method: 'POST' })
    expect(broken.status).toBe(400)
    const path = '/v1.0/$batch'
    expect((await calls.send('graph.microsoft.com', path, { json: {} })).status).toBe(401)
  })

  test('counts its inner requests', async () => {
    // The first request of a file also asks for a token.
    await send([get('a', '/organization')])
    simulator.counters.reset()
    await send([get('a', '/organization'), get('b', '/subscribedSkus'), get('c', '/domains')])
    expect(simulator.counters.read()).toMatchObject({
      requests: 1,
      graphRequests: 3,
      resourceUnits: 5,
    })
  })
})

const JSON_HEADERS = { 'Content-Type': 'application/json' }

function get(id: string, url: string) {
  return { id, method: 'GET', url }
}

function bodyOf(response: Body | undefined): Body {
  const body = response?.['body']
  return isBody(body) ? body : {}
}
