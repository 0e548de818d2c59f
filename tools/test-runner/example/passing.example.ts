import { expect, test } from 'vitest'

test('the product is right', () => {
  expect(2 * 3).toBe(6)
})
