import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'
import { z } from 'zod'

import type { Handler, Reply } from '../testing/fake-microsoft.ts'
import { failureOf, setUpGraph, TENANT } from '../testing/set-up.ts'
import { demandOf } from './budgets.ts'
import { GraphFailure } from './failures.ts'
import { createLimiter } from './limiter.ts'
import type { Limiter, Pause } from './limiter.ts'
import type { RequestRecord } from './request-log.ts'

const BASE = 'https://graph.microsoft.com/v1.0'
const Row = z.object({ id: z.string() })
const rows = (...ids: string[]) => ids.map((id) => ({ id }))
const pageOf = (ids: string[], nextLink?: string): Reply => ({
  body: { value: rows(...ids), ...(nextLink && { '@odata.nextLink': nextLink }) },
})

/** Answers in this order; the last one for ever. */
function inOrder(...replies: Reply[]): Handler {
  let next = 0
  return () => replies[Math.min(next++, replies.length - 1)]
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

const graphError = (status: number, code: string, headers = {}): Reply => ({
  status,
  headers: { 'request-id': 'req-1', ...headers },
  body: { error: { code, message: 'Ada Example', innerError: {} } },
})

test('a request carries token, priority, a fresh id and names the product', async () => {
  const { graph, graphRequests } = await setUpGraph(() => ({ body: rows('a')[0] }), {
    tenant: { priority: 'low' },
    userAgent: 'Tenantscope/0.1.0',
  })
  await graph.get(Row, "/users('a')?$select=id")
  await graph.get(Row, "/users('a')?$select=id")
  const [first, second] = graphRequests()
  expect(first).toMatchObject({
    method: 'GET',
    host: 'graph.microsoft.com',
    path: "/v1.0/users('a')?$select=id",
  })
  expect(first?.headers).toMatchObject({
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'Tenantscope/0.1.0',
    'x-ms-throttle-priority': 'low',
  })
  expect(first?.headers.authorization).toMatch(/^Bearer ey/u)
  expect(first?.headers['client-request-id']).not.toBe(second?.headers['client-request-id'])
})

test('a packed answer is read', async () => {
  const body = gzipSync(JSON.stringify({ id: 'ä漢' }))
  const { graph } = await setUpGraph(() => ({ headers: { 'content-encoding': 'gzip' }, body }))
  expect(await graph.get(Row, '/organization')).toEqual({ id: 'ä漢' })
})

test('pages are followed to the end, through an empty one, with the headers of the first', async () => {
  const { graph, graphRequests } = await setUpGraph(
    inOrder(
      pageOf(['1', '2'], `${BASE}/users?$top=999&$skiptoken=A%2Bb`),
      pageOf([], `${BASE}/users?$top=999&$skiptoken=c`),
      pageOf(['3']),
    ),
  )
  const options = { headers: { ConsistencyLevel: 'eventual' } }
  expect(await collect(graph.pagesOf(Row, '/users?$top=999', options))).toEqual(rows('1', '2', '3'))
  expect(graphRequests().map(({ path }) => path)).toEqual([
    '/v1.0/users?$top=999',
    '/v1.0/users?$top=999&$skiptoken=A%2Bb',
    '/v1.0/users?$top=999&$skiptoken=c',
  ])
  expect(graphRequests().map(({ headers }) => headers['consistencylevel'])).toEqual([
    'eventual',
    'eventual',
    'eventual',
  ])
})

test('pages come one by one, and a reader that stops ends the requests', async () => {
  const { graph, graphRequests } = await setUpGraph(
    inOrder(
      pageOf(['1'], `${BASE}/users?$skiptoken=a`),
      pageOf(['2'], `${BASE}/users?$skiptoken=b`),
    ),
  )
  for await (const page of graph.pages(Row, '/users')) {
    if (page[0]?.id === '2') break
  }
  expect(graphRequests()).toHaveLength(2)
})

test.each([
  ['of another host', 'https://graph.example.com/v1.0/users?$skiptoken=a'],
  ['of another cloud', 'https://graph.microsoft.us/v1.0/users?$skiptoken=a'],
  ['without TLS', 'http://graph.microsoft.com/v1.0/users?$skiptoken=a'],
  ['with a name before the host', 'https://graph.microsoft.com@example.com/v1.0/users'],
  ['of another version', 'https://graph.microsoft.com/beta/users?$skiptoken=a'],
  ['that is no address', 'next'],
])('a next link %s is refused, and the token goes nowhere', async (_, link) => {
  const { graph, graphRequests } = await setUpGraph(() => pageOf(['1'], link))
  const failure = await failureOf(collect(graph.pages(Row, '/users')))
  expect(failure).toMatchObject({ code: 'MALFORMED_ANSWER', path: '/users' })
  expect(String(failure)).toContain('@odata.nextLink')
  expect(graphRequests()).toHaveLength(1)
})

test('a next link that came before ends in failure, not in a part passed off as the whole', async () => {
  const { graph, graphRequests } = await setUpGraph(
    inOrder(
      pageOf(['1'], `${BASE}/users?$skiptoken=a`),
      pageOf(['2'], `${BASE}/users?$skiptoken=b`),
      pageOf(['1'], `${BASE}/users?$skiptoken=a`),
    ),
  )
  expect(await failureOf(graph.all(Row, '/users'))).toMatchObject({ code: 'MALFORMED_ANSWER' })
  expect(graphRequests()).toHaveLength(3)
})

test.each([
  [
    'a row without its id',
    { value: [{ id: '1' }, { id: 7, mail: 'ada@fabrikam.example' }] },
    'value[1].id',
  ],
  ['no list', { value: null }, 'value'],
  ['something else', [], 'the complete body'],
])('%s is a malformed answer that names the field and not the value', async (_, body, field) => {
  const { graph, graphRequests } = await setUpGraph(() => ({
    headers: { 'request-id': 'r7' },
    body,
  }))
  const failure = await failureOf(graph.all(Row, '/users?$filter=secret'))
  expect(failure).toMatchObject({
    code: 'MALFORMED_ANSWER',
    path: '/users',
    requestId: 'r7',
    status: 200,
  })
  expect(String(failure)).toContain(`(200, ${field})`)
  expect(String(failure)).not.toMatch(/fabrikam|secret/u)
  expect(graphRequests()).toHaveLength(1)
})

test.each<[string, Reply]>([
  ['truncated JSON', { body: '{"value":[{"id":"1"},{"i' }],
  ['HTML under a 200', { body: '<html>please sign in</html>' }],
  ['an empty 200', { body: '' }],
  ['an empty 504', { status: 504 }],
  ['an HTML 502', { status: 502, body: '<html>Bad Gateway</html>' }],
  ['a 500 with JSON', graphError(500, 'UnknownError')],
])('%s is read again', async (_, reply) => {
  const { graph, time } = await setUpGraph(inOrder(reply, pageOf(['1'])))
  expect(await graph.all(Row, '/users')).toEqual(rows('1'))
  expect(time.slept).toEqual([375])
})

test('a connection reset in mid-body is read again', async () => {
  let asked = 0
  const { graph } = await setUpGraph((_, response) => {
    asked += 1
    if (asked > 1) return pageOf(['1'])
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"value":[', () => response.destroy())
    return undefined
  })
  expect(await graph.all(Row, '/users')).toEqual(rows('1'))
  expect(asked).toBe(2)
})

test('faults that never pass end with their code after eight attempts', async () => {
  const broken = await setUpGraph(() => ({ body: '{"value":' }))
  expect(await failureOf(broken.graph.all(Row, '/users'))).toMatchObject({
    code: 'MALFORMED_ANSWER',
  })
  expect(broken.graphRequests()).toHaveLength(8)

  const reset = await setUpGraph((_, response) => {
    response.destroy()
    return undefined
  })
  expect(await failureOf(reset.graph.all(Row, '/users'))).toMatchObject({
    code: 'UNAVAILABLE',
    microsoftCode: 'UND_ERR_SOCKET',
    status: null,
  })
})

test.each([
  ['in seconds', '9', 9_000],
  ['as a date', 'Fri, 20 Nov 2026 08:30:30 GMT', 30_999],
])('a 429 with Retry-After %s is waited out exactly', async (_, header, waitMs) => {
  const throttled = graphError(429, 'TooManyRequests', { 'retry-after': header })
  const { graph, time } = await setUpGraph(inOrder(throttled, pageOf(['1'])))
  expect(await graph.all(Row, '/users')).toEqual(rows('1'))
  expect(time.slept[0]).toBe(waitMs)
})

test.each([{}, { 'retry-after': '0' }])('a 429 that says %j backs off', async (headers) => {
  const throttled = graphError(429, 'TooManyRequests', headers)
  const { graph, time } = await setUpGraph(inOrder(throttled, throttled, pageOf(['1'])))
  await graph.all(Row, '/identity/conditionalAccess/policies')
  expect(time.slept.slice(0, 1)).toEqual([375])
  expect(time.slept.reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(2_200)
})

test.each([
  ['Application/ReadWrite/app', 'application'],
  ['Tenant_Application/ReadWrite/app/tenant', 'tenant'],
  ['Tenant/Read/app/tenant', 'tenant'],
])('a 429 of the scope %s holds back the %s', async (scope, paused) => {
  const pauses: Pause[] = []
  const limiter: Limiter = {
    acquire: async () => () => undefined,
    pause: (pause) => pauses.push(pause),
  }
  const headers = { 'retry-after': '3', 'x-ms-throttle-scope': scope }
  const throttled = graphError(429, 'TooManyRequests', headers)
  const { graph } = await setUpGraph(inOrder(throttled, pageOf(['1'])), { limiter })
  await graph.all(Row, '/users')
  expect(pauses).toMatchObject([{ tenantId: TENANT, scope: paused, ms: 3_000 }])
})

test.each([
  ['/users', '0.9', [500]],
  ['/users', '1.8', [1_000]],
  ['/users', '0.8', []],
  ['/security/secureScores', '0.9', []],
])('a directory that says %s is %s full is asked a little later', async (path, share, waits) => {
  const pauses: Pause[] = []
  const limiter: Limiter = {
    acquire: async () => () => undefined,
    pause: (pause) => pauses.push(pause),
  }
  const headers = { 'x-ms-throttle-limit-percentage': share }
  const { graph } = await setUpGraph(() => ({ ...pageOf(['1']), headers }), { limiter })
  await graph.all(Row, path)
  expect(pauses.map(({ ms }) => Math.round(ms))).toEqual(waits)
})

test('a lease store that fails is not mistaken for Microsoft', async () => {
  const limiter: Limiter = {
    acquire: () => Promise.reject(new Error('no database')),
    pause: () => undefined,
  }
  const { graph, graphRequests } = await setUpGraph(() => pageOf(['1']), { limiter })
  await expect(graph.all(Row, '/users')).rejects.toThrow('no database')
  expect(graphRequests()).toEqual([])
})

test('one read can be ended alone', async () => {
  const { graph } = await setUpGraph(({ path }) =>
    path.includes('never') ? undefined : pageOf(['1']),
  )
  const abort = new AbortController()
  const ended = graph.all(Row, '/never', { signal: abort.signal })
  abort.abort(new Error('enough'))
  await expect(ended).rejects.toThrow('enough')
  expect(await graph.all(Row, '/users')).toEqual(rows('1'))
})

test.each([
  ['global', []],
  ['usgov', ['usageReports', 'verifiedPublisher']],
  ['china', ['usageReports', 'secureScores', 'authenticationMethodsPolicy', 'delegatedAdmin']],
] as const)('the cloud %s lacks %j', async (cloud, lacked) => {
  const { graph } = await setUpGraph(() => pageOf([]), { cloud })
  for (const feature of lacked) expect(graph.lacks(feature)).toBe(true)
  expect(graph.lacks('usageReports')).toBe(cloud !== 'global')
})

test('a Retry-After beyond the deadline ends at once, as throttled', async () => {
  const { graph, graphRequests, time } = await setUpGraph(
    () => graphError(429, 'TooManyRequests', { 'retry-after': '86400' }),
    { tenant: { deadlineMs: 60_000 } },
  )
  expect(await failureOf(graph.all(Row, '/users'))).toMatchObject({
    code: 'THROTTLED',
    microsoftCode: 'TooManyRequests',
    requestId: 'req-1',
  })
  expect(await failureOf(graph.all(Row, '/groups'))).toMatchObject({ code: 'THROTTLED' })
  expect(graphRequests()).toHaveLength(1)
  expect(time.slept).toEqual([])
})

test('a server that never answers is left at the deadline', async () => {
  const { graph } = await setUpGraph(() => undefined, { tenant: { deadlineMs: 150 } })
  const startedAt = performance.now()
  expect(await failureOf(graph.all(Row, '/users'))).toMatchObject({
    code: 'UNAVAILABLE',
    path: '/users',
  })
  expect(performance.now() - startedAt).toBeLessThan(30_000)
})

test('a request that is still in the queue at the deadline was throttled, and is never sent', async () => {
  const path = '/identity/conditionalAccess/policies'
  const clock = { now: () => new Date() }
  const limiter = createLimiter({ clock, appId: 'app', maxConcurrent: 1 })
  const queued = await setUpGraph(() => undefined, { tenant: { deadlineMs: 150 }, limiter })
  const release = await limiter.acquire({ tenantId: 'another', demand: demandOf('/users') })
  expect(await failureOf(queued.graph.all(Row, path))).toMatchObject({ code: 'THROTTLED', path })
  expect(queued.graphRequests()).toEqual([])
  release?.()
})

test('an abort in the middle of a page ends with the reason of who aborted', async () => {
  const abort = new AbortController()
  const { graph, graphRequests } = await setUpGraph(
    ({ path }, response) => {
      if (!path.includes('skiptoken')) return pageOf(['1'], `${BASE}/users?$skiptoken=a`)
      response.writeHead(200)
      response.write('{"value":[', () => abort.abort(new Error('shutting down')))
      return undefined
    },
    { tenant: { signal: abort.signal } },
  )
  const seen: unknown[] = []
  const work = (async () => {
    for await (const page of graph.pages(Row, '/users')) seen.push(page)
  })()
  await expect(work).rejects.toThrow('shutting down')
  expect(seen).toEqual([rows('1')])
  expect(graphRequests()).toHaveLength(2)
})

test('an expired token is replaced once, without a wait', async () => {
  const expired = graphError(401, 'InvalidAuthenticationToken')
  const { graph, microsoft, time } = await setUpGraph(inOrder(expired, pageOf(['1'])))
  expect(await graph.all(Row, '/users')).toEqual(rows('1'))
  expect(microsoft.seen).toHaveLength(4)
  expect(time.slept).toEqual([0])
})

test('a token that is refused twice is a failure', async () => {
  const { graph, microsoft } = await setUpGraph(() => graphError(401, 'InvalidAuthenticationToken'))
  expect(await failureOf(graph.all(Row, '/users'))).toMatchObject({ code: 'INTERNAL', status: 401 })
  expect(microsoft.seen).toHaveLength(4)
})

test('a refusal is not tried again, and says nothing that Microsoft wrote', async () => {
  const { graph, graphRequests } = await setUpGraph(() =>
    graphError(403, 'Authorization_RequestDenied'),
  )
  const failure = await failureOf(graph.all(Row, '/users?$select=id'))
  expect(failure).toBeInstanceOf(GraphFailure)
  expect(failure).toMatchObject({
    code: 'PERMISSION_MISSING',
    microsoftCode: 'Authorization_RequestDenied',
    requestId: 'req-1',
    correlationId: graphRequests()[0]?.headers['client-request-id'],
    path: '/users',
  })
  expect(String(failure)).not.toContain('Ada')
  expect(graphRequests()).toHaveLength(1)
})

test('every attempt is recorded by a path without ids', async () => {
  const records: RequestRecord[] = []
  const { graph } = await setUpGraph(inOrder({ status: 503 }, { body: { id: '1' } }), {
    onRequest: (record) => records.push(record),
  })
  await graph.get(Row, `/users/${TENANT}/memberOf?$filter=x`)
  expect(records).toMatchObject([
    { tenantId: TENANT, pathTemplate: '/users/{id}/memberOf', status: 503, attempt: 1 },
    { tenantId: TENANT, pathTemplate: '/users/{id}/memberOf', status: 200, attempt: 2 },
  ])
})
