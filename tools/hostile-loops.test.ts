import { expect, test } from 'vitest'

import { timeLoops } from './hostile/timed-loops.ts'

/** Work with one item for all others each would take longer; a busy machine needs a part of it. */
const LIMIT_MS = 30_000

test('every loop over 10,000 hostile items ends', async () => {
  const { millisecondsByLoop, unfinished } = await timeLoops({ limitMs: LIMIT_MS })
  expect(unfinished).toBeNull()
  expect(millisecondsByLoop.size).toBeGreaterThan(20)
}, 300_000)

test('a loop that takes too long is ended and named', async () => {
  const { unfinished } = await timeLoops({ limitMs: 500, names: ['endless'] })
  expect(unfinished).toBe('endless')
})
