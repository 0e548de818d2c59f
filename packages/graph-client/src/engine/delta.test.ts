import { expect, test } from 'vitest'
import { z } from 'zod'

import { readGroupChanges, startGroupDelta } from '../read/groups.ts'
import { readUserChanges, startUserDelta } from '../read/users.ts'
import type { Reply } from '../testing/fake-microsoft.ts'
import { failureOf, setUpGraph } from '../testing/set-up.ts'
import { GraphFailure } from './failures.ts'

const BASE = 'https://graph.microsoft.com/v1.0'
const START = '/users/delta?$deltatoken=t1'

type Links = { next?: string; delta?: string }
const round = (value: unknown[], { next, delta }: Links): Reply => ({
  body: {
    value,
    ...(next !== undefined && { '@odata.nextLink': next }),
    ...(delta !== undefined && { '@odata.deltaLink': delta }),
  },
})
const end = (token = 't2') => ({ delta: `${BASE}/users/delta?$deltatoken=${token}` })
const more = (token: string) => ({ next: `${BASE}/users/delta?$skiptoken=${token}` })

async function setUp(...replies: Reply[]) {
  let next = 0
  return setUpGraph(() => replies[Math.min(next++, replies.length - 1)])
}

async function wholeRound<T>(pages: AsyncGenerator<T, string, undefined>) {
  const received: T[] = []
  for (;;) {
    const step = await pages.next()
    if (step.done) return { received, path: step.value }
    received.push(step.value)
  }
}

test('a first token is returned without reading any user', async () => {
  const { graph, graphRequests } = await setUp(round([], end('first')))
  expect(await startUserDelta(graph)).toBe('/users/delta?$deltatoken=first')
  const query = new URL(graphRequests()[0]?.path ?? '', BASE).searchParams
  expect(query.get('$deltatoken')).toBe('latest')
  expect(query.get('$select')?.split(',')).toEqual(
    expect.arrayContaining(['id', 'userPrincipalName', 'assignedLicenses']),
  )
  const groups = await setUp(round([], { delta: `${BASE}/groups/delta?$deltatoken=g` }))
  expect(await startGroupDelta(groups.graph)).toBe('/groups/delta?$deltatoken=g')
})

test('a round goes over its pages and ends with the path of the next', async () => {
  const { graph, graphRequests } = await setUp(
    round([{ id: '1', displayName: 'Ada' }], more('a')),
    round([], more('b')),
    round([{ id: '2', mail: null }], end()),
  )
  const { received, path } = await wholeRound(readUserChanges(graph, START))
  expect(received.map(({ changed }) => changed)).toEqual([
    [{ id: '1', displayName: 'Ada' }],
    [],
    [{ id: '2', mail: null }],
  ])
  expect(path).toBe('/users/delta?$deltatoken=t2')
  expect(graphRequests().map(({ path: sent }) => sent)).toEqual([
    `/v1.0${START}`,
    '/v1.0/users/delta?$skiptoken=a',
    '/v1.0/users/delta?$skiptoken=b',
  ])
})

test('what was not sent is absent, null is null, and unknown members are left out', async () => {
  const { graph } = await setUp(
    round(
      [
        {
          id: '1',
          jobTitle: null,
          accountEnabled: false,
          assignedLicenses: [{ skuId: 'ABC', disabledPlans: [] }],
          favouriteColour: 'green',
          'manager@delta': [{ id: '9' }],
        },
      ],
      end(),
    ),
  )
  const { received } = await wholeRound(readUserChanges(graph, START))
  expect(received[0]?.changed).toEqual([
    {
      id: '1',
      jobTitle: null,
      accountEnabled: false,
      assignedLicenses: [{ skuId: 'abc', disabledPlans: [] }],
    },
  ])
})

test('removed objects are separate, and restored and repeated ones are all returned', async () => {
  const { graph } = await setUp(
    round(
      [
        { id: '1', '@removed': { reason: 'changed' } },
        { id: '2', '@removed': { reason: 'deleted' } },
        { id: '3', displayName: 'Once' },
        { id: '3', displayName: 'Twice' },
      ],
      more('a'),
    ),
    round([{ id: '1', displayName: 'Back again' }], end()),
  )
  const { received } = await wholeRound(readUserChanges(graph, START))
  expect(received).toEqual([
    {
      changed: [
        { id: '3', displayName: 'Once' },
        { id: '3', displayName: 'Twice' },
      ],
      removed: ['1', '2'],
    },
    { changed: [{ id: '1', displayName: 'Back again' }], removed: [] },
  ])
})

test('changes of groups are returned the same way', async () => {
  const { graph } = await setUp(
    round([{ id: 'g', licenseProcessingState: { state: 'ProcessingComplete' } }], {
      delta: `${BASE}/groups/delta?$deltatoken=g2`,
    }),
  )
  const { received, path } = await wholeRound(
    readGroupChanges(graph, '/groups/delta?$deltatoken=g'),
  )
  expect(received).toEqual([
    { changed: [{ id: 'g', licenseProcessingState: 'ProcessingComplete' }], removed: [] },
  ])
  expect(path).toBe('/groups/delta?$deltatoken=g2')
})

const refusal = (status: number, code: string): Reply => ({
  status,
  headers: {
    'request-id': 'r1',
    location: 'https://graph.microsoft.com/v1.0/users/delta?$deltatoken=',
  },
  body: { error: { code, message: 'no' } },
})

test.each([
  [410, 'resyncRequired'],
  [410, 'syncStateNotFound'],
  [410, ''],
  [400, 'SyncStateNotFound'],
  [404, 'syncstatenotfound'],
  [400, 'Directory_ExpiredPageToken'],
  [400, 'Request_BadRequest'],
])('a token refused with %i %s has expired, and nothing more is asked', async (status, code) => {
  const { graph, graphRequests } = await setUp(refusal(status, code))
  const failure = await failureOf(wholeRound(readUserChanges(graph, START)))
  expect(failure).toMatchObject({
    code: 'UNAVAILABLE',
    isDeltaExpired: true,
    status,
    requestId: 'r1',
    path: '/users/delta',
  })
  expect(graphRequests()).toHaveLength(1)
})

test('a start that is refused has no token that could have expired', async () => {
  const { graph } = await setUp(refusal(400, 'Request_BadRequest'))
  expect(await failureOf(startUserDelta(graph))).toMatchObject({
    code: 'INTERNAL',
    isDeltaExpired: false,
  })
})

test('a page with both links goes on: the round has not ended', async () => {
  const { graph, graphRequests } = await setUp(
    round([{ id: '1' }], { ...more('a'), ...end('early') }),
    round([{ id: '2' }], end()),
  )
  const { path } = await wholeRound(readUserChanges(graph, START))
  expect(path).toBe('/users/delta?$deltatoken=t2')
  expect(graphRequests()).toHaveLength(2)
})

test('ids are returned in lower case, for changed and for removed objects', async () => {
  const gone = { id: 'ABC-2', '@removed': { reason: 'deleted' } }
  const { graph } = await setUp(round([{ id: 'ABC-1' }, gone], end()))
  const { received } = await wholeRound(readUserChanges(graph, START))
  expect(received).toEqual([{ changed: [{ id: 'abc-1' }], removed: ['abc-2'] }])
})

test('a page token that expires in the middle of a round ends the round as expired', async () => {
  const { graph } = await setUp(
    round([{ id: '1' }], more('a')),
    refusal(400, 'Directory_ExpiredPageToken'),
  )
  expect(await failureOf(wholeRound(readUserChanges(graph, START)))).toMatchObject({
    isDeltaExpired: true,
  })
})

test('a page token that expires in a plain collection is not about changes: it is read again later', async () => {
  const { graph } = await setUp(refusal(400, 'Directory_ExpiredPageToken'))
  const failure = await failureOf(graph.page(z.unknown(), '/users?$skiptoken=a'))
  expect(failure).toMatchObject({ code: 'UNAVAILABLE', isDeltaExpired: false })
})

test.each([
  [403, 'Authorization_RequestDenied', 'PERMISSION_MISSING'],
  [501, 'NotImplemented', 'INTERNAL'],
])('a refusal with %i is not an expired token', async (status, code, ours) => {
  const { graph } = await setUp(refusal(status, code))
  const failure = await failureOf(wholeRound(readUserChanges(graph, START)))
  expect(failure).toBeInstanceOf(GraphFailure)
  expect(failure).toMatchObject({ code: ours, isDeltaExpired: false })
})

test.each([
  ['of another host', 'https://graph.example.com/v1.0/users/delta?$deltatoken=a'],
  ['of another cloud', 'https://graph.microsoft.us/v1.0/users/delta?$deltatoken=a'],
  ['that is no address', 'later'],
])('a link %s is refused, to the next page as to the next round', async (_, link) => {
  for (const links of [{ next: link }, { delta: link }, {}]) {
    const { graph, graphRequests } = await setUp(round([{ id: '1' }], links))
    const failure = await failureOf(wholeRound(readUserChanges(graph, START)))
    expect(failure).toMatchObject({ code: 'MALFORMED_ANSWER', path: '/users/delta' })
    expect(graphRequests()).toHaveLength(1)
  }
})

test('pages that lead in a circle end in failure', async () => {
  const { graph, graphRequests } = await setUp(
    round([{ id: '1' }], more('a')),
    round([{ id: '2' }], more('b')),
    round([{ id: '1' }], more('a')),
  )
  expect(await failureOf(wholeRound(readUserChanges(graph, START)))).toMatchObject({
    code: 'MALFORMED_ANSWER',
  })
  expect(graphRequests()).toHaveLength(3)
})

test('a changed row without its id names the place', async () => {
  const { graph } = await setUp(round([{ id: '1' }, { displayName: 'No id' }], end()))
  const failure = await failureOf(wholeRound(readUserChanges(graph, START)))
  expect(String(failure)).toContain('value[1].id')
})
