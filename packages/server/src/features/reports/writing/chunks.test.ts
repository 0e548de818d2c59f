import { expect, test } from 'vitest'

import { inChunks } from './chunks.ts'

async function* piecesOf(lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  let next = 0
  for (const length of lengths) {
    await Promise.resolve()
    yield Uint8Array.from({ length }, () => next++ % 256)
  }
}

test.each([
  [[], []],
  [[0], []],
  [[3], [3]],
  [
    [3, 1, 1],
    [3, 2],
  ],
  [
    [0, 3, 9],
    [3, 8, 1],
  ],
  [[8], [8]],
  [
    [8, 8],
    [8, 8],
  ],
  [[20], [8, 8, 4]],
  [
    [20, 5],
    [8, 8, 8, 1],
  ],
])(
  'pieces of %j bytes come as chunks of %j, and the first is not delayed',
  async (lengths, sizes) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of inChunks(piecesOf(lengths), 8)) chunks.push(chunk)
    expect(chunks.map(({ length }) => length)).toEqual(sizes)
    const bytes = chunks.flatMap((chunk) => [...chunk])
    expect(bytes).toEqual(bytes.map((_, at) => at % 256))
    // A chunk is handed over with its memory, which nothing else may share.
    for (const { buffer, length } of chunks) expect(buffer.byteLength).toBe(length)
  },
)
