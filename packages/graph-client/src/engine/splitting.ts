import type { z } from 'zod'

import { COUNT_HEADERS, Count } from './counting.ts'
import { GraphFailure } from './failures.ts'
import type { TenantGraph } from './graph.ts'
import { mergePages } from './merging.ts'
import { COUNTED_GROUPS, filterOf, MOST_DIVIDED, planShards } from './shards.ts'
import type { PrefixCounts } from './shards.ts'

type Person = { id: string; userPrincipalName: string | null }

type SplitRead<T extends Person> = {
  schema: z.ZodType<T>
  /** Of the complete collection, with $top and $select. */
  path: string
  /** Up to this number they are read one page after the other. */
  splitAbove: number
}

/** Shards that are read at once. */
const WIDTH = 24

/**
 * People of a directory of unknown or large size. Along with the first page it is counted how many
 * there are by the beginnings of their names; many are then read at once, in shards of about a page
 * each. Graph's index, which may be minutes behind, is used for counting only. No user comes twice,
 * for which every id is kept until the end: about 100 bytes each.
 */
export async function* readSplit<T extends Person>(
  graph: TenantGraph,
  { schema, path, splitAbove }: SplitRead<T>,
): AsyncGenerator<T[], void, undefined> {
  const ends = new AbortController()
  const { signal } = ends
  try {
    const firstPage = graph.page(schema, path, { signal })
    const counting = countByPrefix(graph, signal)
    const first = await firstPage
    const counts = first.nextPath === null ? null : await counting
    if (first.nextPath === null || counts === null || counts.total <= splitAbove) {
      yield first.rows
      if (first.nextPath !== null) yield* graph.pages(schema, first.nextPath, { signal })
      return
    }
    const names = first.rows.map(({ userPrincipalName }) => userPrincipalName ?? '')
    const shards = planShards(counts, names).map(({ prefixes }) => {
      const shardPath = `${path}&$filter=${filterOf(prefixes)}`
      return () => graph.pages(schema, shardPath, { signal })
    })
    const merged = mergePages(shards, WIDTH)
    const sieve = createSieve<T>()
    yield sieve.onlyNew(first.rows)
    const isRead = yield* untilRefused(merged, sieve)
    if (isRead && (await isEverybody(sieve.size(), counts))) return
    for await (const page of graph.pages(schema, path, { signal })) yield sieve.onlyNew(page)
  } finally {
    ends.abort(new DOMException('No longer read', 'AbortError'))
  }

  /** Fewer than were counted may have left meanwhile; who counts again and still misses some reads again. */
  async function isEverybody(read: number, { total }: PrefixCounts): Promise<boolean> {
    return read >= total || read >= (await graph.count('/users/$count', { signal }))
  }
}

/** False when Graph refuses such a filter, and pages one after the other are what is left. */
async function* untilRefused<T extends Person>(
  pages: AsyncGenerator<T[], void, undefined>,
  sieve: Sieve<T>,
): AsyncGenerator<T[], boolean, undefined> {
  try {
    for await (const page of pages) yield sieve.onlyNew(page)
    return true
  } catch (error) {
    if (error instanceof GraphFailure && error.status === 400) return false
    throw error
  }
}

type Sieve<T> = { onlyNew(rows: readonly T[]): T[]; size(): number }

function createSieve<T extends Person>(): Sieve<T> {
  const seen = new Set<string>()
  return {
    onlyNew: (rows) =>
      rows.filter(({ id }) => {
        const isNew = !seen.has(id)
        if (isNew) seen.add(id)
        return isNew
      }),
    size: () => seen.size,
  }
}

const TOTAL = 'total'

/** Null when it cannot be counted, when there are too many to divide, or when a name begins with a character that no shard covers. */
async function countByPrefix(
  graph: TenantGraph,
  signal: AbortSignal,
): Promise<PrefixCounts | null> {
  const counting = { schema: Count, headers: COUNT_HEADERS }
  const requests = COUNTED_GROUPS.map((prefixes, index) => ({
    ...counting,
    id: String(index),
    path: `/users/$count?$filter=${filterOf(prefixes)}`,
  }))
  requests.push({ ...counting, id: TOTAL, path: '/users/$count' })
  // The pages will report what went wrong.
  const answers = await graph.batch(requests, { signal }).catch(() => null)
  const countOf = (id: string) => {
    const count = answers?.get(id)
    return typeof count === 'number' ? count : Number.NaN
  }
  const groups = COUNTED_GROUPS.map((prefixes, index) => ({
    prefixes,
    count: countOf(String(index)),
  }))
  const total = countOf(TOTAL)
  const sum = groups.reduce((all, { count }) => all + count, 0)
  return sum >= total && sum <= MOST_DIVIDED ? { total, groups } : null
}
