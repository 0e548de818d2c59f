import { expect, test } from 'vitest'

import { median } from './statistics.ts'

test.each([
  [[3], 3],
  [[1, 9], 5],
  [[9, 1, 4], 4],
  [[8, 1, 2, 100], 5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('an empty list has no median', () => {
  expect(() => median([])).toThrow('Nothing was measured')
})
