import { expect, test } from 'vitest'
import { z } from 'zod'

import type { Handler, SeenRequest } from '../testing/fake-microsoft.ts'
import { setUpGraph } from '../testing/set-up.ts'
import { Count } from './counting.ts'
import { GraphFailure } from './failures.ts'
import type { Limiter, Pause } from './limiter.ts'

const WireBatch = z.object({
  requests: z.array(
    z.object({
      id: z.string(),
      method: z.literal('GET'),
      url: z.string(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
  ),
})
type WireRequest = z.infer<typeof WireBatch>['requests'][number]
type WireAnswer = { status: number; headers?: Record<string, string>; body?: unknown }

const requestsOf = ({ body }: SeenRequest) => WireBatch.parse(JSON.parse(body)).requests

/** Answers each inner request by itself, last one first: the order of responses means nothing. */
function inner(answer: (request: WireRequest) => WireAnswer | undefined): Handler {
  return (request) => ({
    body: {
      responses: requestsOf(request)
        .map((sent) => ({ id: sent.id, ...answer(sent) }))
        .filter(({ status }) => status !== undefined)
        .toReversed(),
    },
  })
}

const User = z.object({ id: z.string() })
const userOf = (url: string): WireAnswer => ({
  status: 200,
  body: { id: url.replace('/users/', '') },
})
const readsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `u${n}`, schema: User, path: `/users/${n}` }))

const pageTo = (link: string): WireAnswer => ({
  status: 200,
  body: { value: [], '@odata.nextLink': link },
})

const innerError = (status: number, code: string, headers = {}): WireAnswer => ({
  status,
  headers: { 'request-id': `inner-${status}`, ...headers },
  body: { error: { code, message: 'no', innerError: {} } },
})

test('45 reads go in three requests; throttled ones alone are sent again, a refused one fails alone', async () => {
  const throttledOnce = new Set(['/users/3', '/users/21', '/users/44'])
  const { graph, graphRequests, time } = await setUpGraph(
    inner(({ url }) => {
      if (url === '/users/7') return innerError(403, 'Authorization_RequestDenied')
      if (throttledOnce.delete(url))
        return innerError(429, 'TooManyRequests', { 'Retry-After': '4' })
      return userOf(url)
    }),
  )
  const results = await graph.batch(readsOf(45))

  const sizes = graphRequests().map((request) => requestsOf(request).length)
  expect(sizes.toSorted((a, b) => b - a)).toEqual([20, 20, 5, 1, 1, 1])
  expect(time.slept).toContain(4_000)

  const refused = results.get('u7')
  expect(refused).toBeInstanceOf(GraphFailure)
  expect(refused).toMatchObject({
    code: 'PERMISSION_MISSING',
    path: '/users/7',
    requestId: 'inner-403',
    status: 403,
  })
  results.delete('u7')
  expect(results.size).toBe(44)
  for (const [id, result] of results) expect(result).toEqual({ id: id.slice(1) })
})

test('ids that differ only in case are kept apart', async () => {
  const { graph } = await setUpGraph(inner(({ url }) => userOf(url)))
  const results = await graph.batch([
    { id: 'A', schema: User, path: '/users/1' },
    { id: 'a', schema: User, path: '/users/2' },
  ])
  expect([...results]).toEqual([
    ['A', { id: '1' }],
    ['a', { id: '2' }],
  ])
})

test('each answer is parsed by its own schema, and a bad one fails alone', async () => {
  const { graph } = await setUpGraph(
    inner(({ url }) => ({ status: 200, body: url === '/organization' ? { seats: 3 } : { id: 5 } })),
  )
  const results = await graph.batch<unknown>([
    { id: 'seats', schema: z.object({ seats: z.number() }), path: '/organization' },
    { id: 'user', schema: User, path: '/users/1' },
  ])
  expect(results.get('seats')).toEqual({ seats: 3 })
  expect(results.get('user')).toMatchObject({ code: 'MALFORMED_ANSWER', path: '/users/1' })
  expect(String(results.get('user'))).toContain('(200, id)')
})

test('headers of a read travel with it', async () => {
  const { graph, graphRequests } = await setUpGraph(inner(({ url }) => userOf(url)))
  const headers = { ConsistencyLevel: 'eventual' }
  await graph.batch([{ id: 'a', schema: User, path: '/users/1', headers }])
  expect(requestsOf(graphRequests()[0]!)).toEqual([
    { id: '0', method: 'GET', url: '/users/1', headers },
  ])
})

test('reads of Conditional Access never share a batch, and keep their distance', async () => {
  const { graph, graphRequests, time } = await setUpGraph(inner(() => ({ status: 200, body: {} })))
  const paths = [
    '/identity/conditionalAccess/policies',
    '/identity/conditionalAccess/namedLocations',
  ]
  const results = await graph.batch(
    [...paths, '/organization'].map((path) => ({ id: path, schema: z.object({}), path })),
  )
  expect(results.size).toBe(3)
  expect(graphRequests().map((request) => requestsOf(request).length)).toEqual([1, 1, 1])
  expect(time.slept).toContain(1_100)
})

test('an answer that is left out of the batch is asked for again', async () => {
  let asked = 0
  const { graph } = await setUpGraph(
    inner(({ url }) => {
      asked += 1
      return asked === 1 ? undefined : userOf(url)
    }),
  )
  const results = await graph.batch(readsOf(2))
  expect([...results.values()]).toHaveLength(2)
  expect(results.get('u0')).toEqual({ id: '0' })
  expect(asked).toBe(3)
})

test('reads that failed for now wait for the longest time that Microsoft asked for', async () => {
  const waits = new Map([
    ['/users/0', '2'],
    ['/users/1', '6'],
  ])
  const { graph, graphRequests, time } = await setUpGraph(
    inner(({ url }) => {
      const wait = waits.get(url)
      waits.delete(url)
      return wait ? innerError(503, 'serviceNotAvailable', { 'retry-after': wait }) : userOf(url)
    }),
  )
  const results = await graph.batch(readsOf(3))
  expect([...results.values()]).toEqual(
    expect.arrayContaining([{ id: '0' }, { id: '1' }, { id: '2' }]),
  )
  expect(time.slept).toEqual([6_000])
  expect(graphRequests().map((request) => requestsOf(request).length)).toEqual([3, 2])
})

test('a read that stays throttled ends as throttled while the others are whole', async () => {
  const { graph } = await setUpGraph(
    inner(({ url }) =>
      url === '/users/0'
        ? innerError(429, 'TooManyRequests', { 'Retry-After': '86400' })
        : userOf(url),
    ),
  )
  const results = await graph.batch(readsOf(2))
  expect(results.get('u0')).toMatchObject({ code: 'THROTTLED', status: 429 })
  expect(results.get('u1')).toEqual({ id: '1' })
})

test('a failed batch fails every read in it', async () => {
  const { graph } = await setUpGraph(() => ({ status: 403 }))
  const results = await graph.batch(readsOf(2))
  expect([...results.values()]).toMatchObject([
    { code: 'PERMISSION_MISSING', path: '/$batch' },
    { code: 'PERMISSION_MISSING', path: '/$batch' },
  ])
})

test('an answer that is no batch is malformed for every read in it', async () => {
  const { graph } = await setUpGraph(() => ({ body: { value: [] } }))
  const results = await graph.batch(readsOf(1))
  expect(results.get('u0')).toMatchObject({ code: 'MALFORMED_ANSWER' })
})

test('a collection of a batch is read to its end outside of it, with its headers', async () => {
  const next = 'https://graph.microsoft.com/v1.0/domains?$skiptoken=a'
  const { graph, graphRequests } = await setUpGraph((request, response) => {
    if (!request.path.includes('$batch')) return { body: { value: [{ id: '3' }] } }
    return inner(({ url }) =>
      url === '/domains'
        ? { status: 200, body: { value: [{ id: '1' }, { id: '2' }], '@odata.nextLink': next } }
        : userOf(url),
    )(request, response)
  })
  const headers = { ConsistencyLevel: 'eventual' }
  const results = await graph.batch<unknown>([
    { id: 'domains', schema: z.array(User), path: '/domains', all: true, headers },
    { id: 'user', schema: User, path: '/users/9' },
  ])
  expect(results.get('domains')).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }])
  expect(results.get('user')).toEqual({ id: '9' })
  expect(graphRequests().at(-1)).toMatchObject({ path: '/v1.0/domains?$skiptoken=a' })
  expect(graphRequests().at(-1)?.headers['consistencylevel']).toBe('eventual')
})

test('a collection that leads elsewhere, or whose later page fails, fails alone', async () => {
  const { graph } = await setUpGraph((request, response) => {
    if (!request.path.includes('$batch')) return { status: 403 }
    return inner(({ url }) => {
      if (url === '/a') return pageTo('https://graph.example.com/v1.0/a?$skiptoken=1')
      if (url === '/b') return pageTo('https://graph.microsoft.com/v1.0/b?$skiptoken=1')
      return userOf(url)
    })(request, response)
  })
  const list = z.array(User)
  const results = await graph.batch<unknown>([
    { id: 'a', schema: list, path: '/a', all: true },
    { id: 'b', schema: list, path: '/b', all: true },
    { id: 'c', schema: User, path: '/users/1' },
  ])
  expect(results.get('a')).toMatchObject({ code: 'MALFORMED_ANSWER' })
  expect(results.get('b')).toMatchObject({ code: 'PERMISSION_MISSING', path: '/b' })
  expect(results.get('c')).toEqual({ id: '1' })
})

test('inner answers without a body, without JSON, or elsewhere harm no other', async () => {
  const { graph, graphRequests } = await setUpGraph(
    inner(({ url }) => {
      if (url === '/empty') return { status: 204 }
      if (url === '/count') return { status: 200, body: 'NDI' }
      if (url === '/file') return { status: 302, headers: { Location: 'https://example.com/' } }
      return userOf(url)
    }),
  )
  const results = await graph.batch<unknown>([
    { id: 'empty', schema: z.null(), path: '/empty' },
    { id: 'count', schema: Count, path: '/count' },
    { id: 'file', schema: User, path: '/file' },
    { id: 'user', schema: User, path: '/users/1' },
  ])
  expect(results.get('empty')).toBeNull()
  expect(results.get('count')).toBe(42)
  expect(results.get('file')).toMatchObject({ code: 'INTERNAL', status: 302 })
  expect(results.get('user')).toEqual({ id: '1' })
  expect(graphRequests()).toHaveLength(1)
})

test('a read whose service failed behind the batch is sent again', async () => {
  let asked = 0
  const { graph } = await setUpGraph(
    inner(({ url }) => {
      asked += 1
      return asked === 1 ? innerError(424, 'FailedDependency') : userOf(url)
    }),
  )
  expect((await graph.batch(readsOf(1))).get('u0')).toEqual({ id: '0' })
})

test('an inner 429 of the complete application holds back other tenants too', async () => {
  const throttled = { 'Retry-After': '4', 'x-ms-throttle-scope': 'Application/ReadWrite/app' }
  let asked = 0
  const pauses: Pause[] = []
  const limiter: Limiter = {
    acquire: async () => () => undefined,
    pause: (pause) => pauses.push(pause),
  }
  const answer = inner(({ url }) => {
    asked += 1
    return asked === 1 ? innerError(429, 'TooManyRequests', throttled) : userOf(url)
  })
  const { graph } = await setUpGraph(answer, { limiter })
  await graph.batch(readsOf(1))
  expect(pauses).toMatchObject([{ scope: 'application', ms: 4_000 }])
})

test('an aborted batch ends with the reason of who aborted', async () => {
  const abort = new AbortController()
  const { graph } = await setUpGraph(
    () => {
      abort.abort(new Error('shutting down'))
      return undefined
    },
    { tenant: { signal: abort.signal } },
  )
  await expect(graph.batch(readsOf(1))).rejects.toThrow('shutting down')
})

test('nothing to read takes no request', async () => {
  const { graph, microsoft } = await setUpGraph(() => ({ status: 500 }))
  expect((await graph.batch([])).size).toBe(0)
  expect(microsoft.seen).toEqual([])
})
