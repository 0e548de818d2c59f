import { expect, test } from 'vitest'

import { isAsked } from './story.ts'

test('the sum is right', () => {
  expect(1 + 1).toBe(isAsked('failure') ? 3 : 2)
})

test('a second sum is right', () => {
  expect(2 + 2).toBe(4)
})
