import { expect, test } from 'vitest'

import { withMemoryLimit } from './limited-wasm.rules.ts'

const PAGE = 64 * 1_024
const MODULE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const EXPORT = [7, 5, 1, 1, 0x6d, 2, 0]
const limited = (memory: readonly number[]) => [
  ...withMemoryLimit(Uint8Array.from([...MODULE, ...memory, ...EXPORT]), 200 * PAGE),
]

test('a module says itself that its memory ends at the limit', () => {
  // Least pages, then whether and where it ends: 200 is 0xc8 0x01 in this form of numbers.
  const expected = [...MODULE, 5, 5, 1, 1, 1, 0xc8, 0x01, ...EXPORT]
  expect(limited([5, 3, 1, 0, 1])).toEqual(expected)
  expect(limited([5, 6, 1, 1, 1, 0x80, 0x80, 0x04])).toEqual(expected)
})

test('a module without a memory of its own is no such module', () => {
  expect(() => withMemoryLimit(Uint8Array.from(MODULE), PAGE)).toThrow('not define a memory')
})
