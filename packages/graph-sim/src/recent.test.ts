import { expect, test } from 'vitest'

import { createRecent } from './recent.ts'

test('what was not asked for longest is forgotten once there is too much', () => {
  const recent = createRecent<string, number>(10)
  recent.set('a', 1, 4)
  recent.set('b', 2, 4)
  expect(recent.get('a')).toBe(1)
  recent.set('c', 3, 4)
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3])
})

test('a key that is set again counts once', () => {
  const recent = createRecent<string, number>(10)
  recent.set('a', 1, 5)
  recent.set('b', 2, 5)
  recent.set('b', 3, 5)
  expect([recent.get('a'), recent.get('b')]).toEqual([1, 3])
})

test('what alone is too much is not kept', () => {
  const recent = createRecent<string, number>(10)
  recent.set('a', 1, 11)
  expect(recent.get('a')).toBeUndefined()
})
