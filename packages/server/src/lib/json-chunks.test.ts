import { expect, test } from 'vitest'

import { jsonChunks } from './json-chunks.ts'

async function chunksOf(rows: readonly unknown[]): Promise<unknown[][]> {
  const chunks: unknown[][] = []
  for await (const text of jsonChunks(rows)) {
    const chunk: unknown = JSON.parse(text)
    chunks.push(Array.isArray(chunk) ? chunk : [])
  }
  return chunks
}

test('all rows arrive in order, at most 500 in one list; no rows are no list', async () => {
  const rows = Array.from({ length: 1_200 }, (_, id) => ({ id, name: 'é"\\\n' }))
  const chunks = await chunksOf(rows)
  expect(chunks.map(({ length }) => length)).toEqual([500, 500, 200])
  expect(chunks.flat()).toEqual(rows)
  expect(await chunksOf([])).toEqual([])
})

test('a list of long rows is short, and a row longer than a list is alone', async () => {
  const rows = [10, 1_000_000, 10, 100_000, 100_000, 100_000].map((length) => 'x'.repeat(length))
  const lengths = (await chunksOf(rows)).map((chunk) => chunk.map((row) => String(row).length))
  expect(lengths).toEqual([[10], [1_000_000], [10, 100_000, 100_000], [100_000]])
})

test('what PostgreSQL refuses in text is left out', async () => {
  expect(await chunksOf(['a\0b', 'half \uD83D'])).toEqual([['ab', 'half \uFFFD']])
})

test('other work goes on while many rows are written', async () => {
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'x'.repeat(100) }))
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await chunksOf(rows)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})
