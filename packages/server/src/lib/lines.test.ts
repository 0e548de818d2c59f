import { expect, test } from 'vitest'

import { linesOf } from './lines.ts'

const bytes = (text: string) => Buffer.from(text)
async function* streamOf(texts: readonly string[]) {
  for (const text of texts) yield bytes(text)
}
async function read(texts: readonly string[], maxBytes = 100) {
  const lines: (string | null)[] = []
  for await (const line of linesOf(streamOf(texts), { maxBytes }))
    lines.push(line?.toString() ?? null)
  return lines
}

test('lines are found wherever a stream was cut', async () => {
  expect(await read(['a\nb', 'c', '\n', '\nd'])).toEqual(['a', 'bc', '', 'd'])
})

test('a newline at the end starts no line', async () => {
  expect(await read(['a\n'])).toEqual(['a'])
  expect(await read([])).toEqual([])
})

test('a line that is too long is skipped, and the next one is read', async () => {
  expect(await read(['abcd', 'e\nfghi\nj'], 4)).toEqual([null, 'fghi', 'j'])
})
