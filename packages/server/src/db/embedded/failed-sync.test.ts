import type { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'

import { createDurableFs } from './durable-fs.ts'

interface Engine {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/** Returns the file operation that the engine calls when it must reach the disk. */
async function fsyncOf(fsync: () => void): Promise<() => number | undefined> {
  const fs = createDurableFs('/not-used', {
    fsync,
    onFailure(error) {
      throw new Error('The thread ends', { cause: error })
    },
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- PGlite only remembers it here
  const { emscriptenOpts } = await fs.init({} as PGlite, {})
  const engine: Engine = { NODEFS: { stream_ops: {} } }
  const prepare: unknown = emscriptenOpts.preRun?.at(-1)
  if (typeof prepare !== 'function') throw new Error('The engine is not prepared')
  Reflect.apply(prepare, undefined, [engine])
  return () => engine.NODEFS.stream_ops.fsync?.({ nfd: 3 })
}

test('a write that reaches the disk is acknowledged', async () => {
  expect((await fsyncOf(() => undefined))()).toBe(0)
})

test('a write that fails to reach the disk ends the thread instead of being acknowledged', async () => {
  const failure = new Error('EIO: i/o error, fsync')
  const fsync = await fsyncOf(() => {
    throw failure
  })
  expect(fsync).toThrow(expect.objectContaining({ message: 'The thread ends', cause: failure }))
})
