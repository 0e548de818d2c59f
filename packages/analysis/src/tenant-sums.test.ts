import { expect, test } from 'vitest'

import { countedSentence, sumSentence } from './tenant-sums.ts'

test.each([
  [
    { counted: 46, notRead: 4, inactive: 2 },
    '46 counted + 4 not fully read + 2 inactive = 52 tenants',
  ],
  [{ counted: 0, notRead: 1, inactive: 1 }, '1 not fully read + 1 inactive = 2 tenants'],
  [{ counted: 7, notRead: 0, inactive: 0 }, null],
  [{ counted: 0, notRead: 0, inactive: 0 }, null],
])('the tenants of a sum add up: %o', (counted, sentence) => {
  expect(countedSentence(counted, String)).toBe(sentence)
})

test('numbers are written as the screen writes them, and one total is singular', () => {
  const words = {
    total: ['tenant', 'tenants'],
    numberText: (value: number) => value.toLocaleString('en'),
  } as const
  const parts = [
    [1_200, 'counted'],
    [1, 'inactive'],
  ] as const
  expect(sumSentence(parts, words)).toBe('1,200 counted + 1 inactive = 1,201 tenants')
  expect(sumSentence([[1, 'inactive']], words)).toBeNull()
})
