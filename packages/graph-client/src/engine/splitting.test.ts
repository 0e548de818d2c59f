import { expect, test } from 'vitest'
import { z } from 'zod'

import { readUsers } from '../read/users.ts'
import type { Reply, SeenRequest } from '../testing/fake-microsoft.ts'
import { failureOf, setUpGraph } from '../testing/set-up.ts'
import { MOST_DIVIDED } from './shards.ts'

const BASE = 'https://graph.microsoft.com'

type Person = { id: string; userPrincipalName: string }
const FIRST = ['ada', 'bo', 'carl', 'dora', 'emil', 'fay', 'gus', 'hope', 'ian', 'jo', 'kim', "o'"]

const peopleOf = (count: number): Person[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `id${n}`,
    userPrincipalName: `${FIRST[n % FIRST.length]}${n}@fabrikam.example`,
  }))

/** Understands what readUsers asks: pages, startsWith clauses, counts in a batch. */
function directoryOf(
  people: Person[],
  change: (request: SeenRequest) => Reply | null = () => null,
) {
  function matching(query: URLSearchParams): Person[] {
    const filter = query.get('$filter')
    if (filter === null) return people
    const prefixes = filter.split(' or ').map((clause) => {
      const text = /^startsWith\(userPrincipalName,'(.*)'\)$/u.exec(clause)?.[1]
      if (text === undefined) throw new Error(`not understood: ${clause}`)
      return text.replaceAll("''", "'")
    })
    return people.filter(({ userPrincipalName }) =>
      prefixes.some((prefix) => userPrincipalName.startsWith(prefix)),
    )
  }

  function pageOf(path: string): Reply {
    const url = new URL(path, BASE)
    const from = Number(url.searchParams.get('$skiptoken') ?? 0)
    const rows = matching(url.searchParams)
    const next = from + 999
    url.searchParams.set('$skiptoken', String(next))
    const link = { '@odata.nextLink': url.href }
    return { body: { value: rows.slice(from, next), ...(next < rows.length && link) } }
  }

  return (request: SeenRequest): Reply => {
    const changed = change(request)
    if (changed) return changed
    if (!request.path.includes('$batch')) {
      if (!request.path.includes('$count')) return pageOf(request.path)
      return { body: String(people.length) }
    }
    const { requests } = Batch.parse(JSON.parse(request.body))
    const responses = requests.map(({ id, url, headers }) => {
      if (headers?.['ConsistencyLevel'] !== 'eventual') return { id, status: 400 }
      return { id, status: 200, body: matching(new URL(url, BASE).searchParams).length }
    })
    return { body: { responses } }
  }
}

const Batch = z.object({
  requests: z.array(
    z
      .object({ id: z.string(), url: z.string(), headers: z.record(z.string(), z.string()) })
      .partial({ headers: true }),
  ),
})

async function idsOf(pages: AsyncIterable<Person[]> | AsyncIterable<{ id: string }[]>) {
  const ids: string[] = []
  for await (const page of pages) ids.push(...page.map(({ id }) => id))
  return ids
}

/** Answers each count of a batch with this number. */
const countedAs = ({ body }: SeenRequest, count: number): Reply => {
  const { requests } = Batch.parse(JSON.parse(body))
  return { body: { responses: requests.map(({ id }) => ({ id, status: 200, body: count })) } }
}

const isShard = ({ path }: SeenRequest) => path.includes('startsWith') && !path.includes('$count')
const isBatch = ({ path }: SeenRequest) => path.includes('$batch')

test('a large directory of unknown size is read in shards; everybody comes once', async () => {
  const people = peopleOf(6_000)
  const { graph, graphRequests } = await setUpGraph(directoryOf(people))
  const ids = await idsOf(readUsers(graph))
  expect(ids.toSorted()).toEqual(people.map(({ id }) => id).toSorted())
  expect(graphRequests().filter(isBatch)).toHaveLength(2)
  expect(graphRequests().filter(isShard).length).toBeLessThan(20)
  for (const { headers } of graphRequests().filter(isShard)) {
    expect(headers).not.toHaveProperty('consistencylevel')
  }
})

test('nothing but the token is waited for before the first page and the counts', async () => {
  let arrived = 0
  const { promise: allArrived, resolve: openAll } = Promise.withResolvers<void>()
  const answer = directoryOf(peopleOf(6_000))
  const { graph } = await setUpGraph(async (request) => {
    arrived += 1
    if (arrived === 3) openAll()
    // No request is answered before all three have arrived: sequential requests would never end.
    await allArrived
    return answer(request)
  })
  expect(await idsOf(readUsers(graph))).toHaveLength(6_000)
})

test('a small directory of unknown size is one page, and the counting is given up', async () => {
  const answer = directoryOf(peopleOf(900))
  const { graph, graphRequests } = await setUpGraph((request) =>
    isBatch(request) ? undefined : answer(request),
  )
  expect(await idsOf(readUsers(graph))).toHaveLength(900)
  expect(graphRequests().filter(isShard)).toEqual([])
})

test('up to 5,000 people are read page by page, without counting where they were counted before', async () => {
  const { graph, graphRequests } = await setUpGraph(directoryOf(peopleOf(3_000)))
  expect(await idsOf(readUsers(graph, { expectedPeople: 3_000 }))).toHaveLength(3_000)
  expect(graphRequests()).toHaveLength(4)
  expect(await idsOf(readUsers(graph))).toHaveLength(3_000)
  expect(graphRequests().filter(isShard)).toEqual([])
})

test.each<[string, (request: SeenRequest) => Reply | null]>([
  ['cannot be counted', (request) => (isBatch(request) ? { status: 403 } : null)],
  [
    'refuses the filter',
    (request) =>
      isShard(request)
        ? { status: 400, body: { error: { code: 'Request_UnsupportedQuery' } } }
        : null,
  ],
])('a directory that %s is read page by page', async (_, change) => {
  const people = peopleOf(6_000)
  const { graph } = await setUpGraph(directoryOf(people, change))
  const ids = await idsOf(readUsers(graph))
  expect(ids.toSorted()).toEqual(people.map(({ id }) => id).toSorted())
})

test('a directory that counts more people than can be divided is read page by page', async () => {
  const answer = directoryOf(peopleOf(6_000))
  const { graph, graphRequests } = await setUpGraph((request) =>
    isBatch(request) ? countedAs(request, MOST_DIVIDED / 20) : answer(request),
  )
  expect(await idsOf(readUsers(graph))).toHaveLength(6_000)
  expect(graphRequests().filter(isShard)).toEqual([])
})

test('users whose names begin with an unexpected character are read too', async () => {
  const people = [...peopleOf(6_000), { id: 'odd', userPrincipalName: '漢@fabrikam.example' }]
  const { graph, graphRequests } = await setUpGraph(directoryOf(people))
  expect(await idsOf(readUsers(graph))).toContain('odd')
  expect(graphRequests().filter(isShard)).toEqual([])
})

test('a shard that comes back short is noticed, and what was missing is read', async () => {
  const people = peopleOf(6_000)
  let isFirst = true
  const { graph } = await setUpGraph(
    directoryOf(people, (request) => {
      if (!isShard(request) || !isFirst) return null
      isFirst = false
      return { body: { value: [] } }
    }),
  )
  const ids = await idsOf(readUsers(graph))
  expect(ids.toSorted()).toEqual(people.map(({ id }) => id).toSorted())
})

test('an index that counts people who have left does not make it read for ever', async () => {
  const people = peopleOf(6_000)
  const { graph, graphRequests } = await setUpGraph(
    directoryOf(people, ({ path }) =>
      path.includes('$count') && !path.includes('$batch') ? { body: '6010' } : null,
    ),
  )
  expect(await idsOf(readUsers(graph))).toHaveLength(6_000)
  expect(graphRequests().length).toBeLessThan(40)
})

test('a failure of one shard is the failure of the read', async () => {
  const refused = { status: 403, body: { error: { code: 'Authorization_RequestDenied' } } }
  const { graph } = await setUpGraph(
    directoryOf(peopleOf(6_000), (request) => (isShard(request) ? refused : null)),
  )
  expect(await failureOf(idsOf(readUsers(graph)))).toMatchObject({ code: 'PERMISSION_MISSING' })
})

test('a reader that stops ends the requests', async () => {
  const answer = directoryOf(peopleOf(12_000))
  let begun = 0
  let ended = 0
  const { graph } = await setUpGraph((request, response) => {
    if (!isShard(request)) return answer(request)
    begun += 1
    response.on('close', () => (ended += 1))
    return undefined
  })
  for await (const page of readUsers(graph)) {
    expect(page).toHaveLength(999)
    await expect.poll(() => begun).toBeGreaterThan(5)
    break
  }
  await expect.poll(() => ended).toBe(begun)
})
