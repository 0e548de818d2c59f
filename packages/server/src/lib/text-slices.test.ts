import { expect, test } from 'vitest'

import { slicesOf } from './text-slices.ts'

test('a text comes in slices that end with a character, also where a pair of surrogates would be cut', async () => {
  for (const text of [
    '',
    'a',
    'a'.repeat(262_144),
    `a${'😀'.repeat(300_000)}`,
    'é'.repeat(600_000),
  ]) {
    const slices: string[] = []
    for await (const slice of slicesOf(text)) slices.push(slice)
    expect(slices.join('') === text).toBe(true)
    for (const slice of slices) {
      expect(slice.isWellFormed()).toBe(true)
      expect(slice.length).toBeLessThanOrEqual(262_144)
    }
  }
})

test('the event loop turns between slices', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  const before: number[] = []
  for await (const _ of slicesOf('a'.repeat(10_000_000))) {
    before.push(turns)
    const until = performance.now() + 2
    while (performance.now() < until);
  }
  clearInterval(timer)
  expect(new Set(before).size).toBeGreaterThan(10)
})
