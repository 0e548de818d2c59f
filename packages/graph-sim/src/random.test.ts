import { expect, test } from 'vitest'

import { createRandom } from './random.ts'

test('the same seed gives the same numbers, another seed others', () => {
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
})

test('a fork does not shift the stream that it came from', () => {
  const untouched = createRandom('a')
  const forked = createRandom('a')
  forked.fork('b').guid()
  expect(forked.next()).toBe(untouched.next())
})

test('numbers spread evenly over their range', () => {
  const random = createRandom('spread')
  const counts = [0, 0, 0, 0]
  for (let draw = 0; draw < 4000; draw += 1) {
    const at = random.int(0, 3)
    counts[at] = (counts[at] ?? 0) + 1
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(120)
})

test('ids are well-formed version 4 GUIDs', () => {
  const random = createRandom('ids')
  for (let draw = 0; draw < 200; draw += 1) {
    expect(random.guid()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  }
})

function draw(seed: string): number[] {
  const random = createRandom(seed)
  return Array.from({ length: 5 }, () => random.next())
}
