import { expect, test } from 'vitest'

import { createRowSlots } from './use-virtual-rows.ts'

const tenantAt = (index: number) => `tenant ${index}`

function slotsByIndex(rows: readonly { slot: number; index: number }[]) {
  return new Map(rows.map(({ slot, index }) => [index, slot]))
}

test('a row keeps its element while the table moves, the one with the focus too', () => {
  const slots = createRowSlots()
  const before = slotsByIndex(slots.place([0, 1, 2, 3], tenantAt, false))
  const after = slotsByIndex(slots.place([0, 3, 4, 5], tenantAt, true))
  expect(after.get(0)).toBe(before.get(0))
  expect(after.get(3)).toBe(before.get(3))
})

test('rows that come take the elements of those that went', () => {
  const slots = createRowSlots()
  const before = slots.place([0, 1, 2, 3], tenantAt, false)
  const after = slots.place([2, 3, 4, 5], tenantAt, true)
  expect(after.map(({ slot }) => slot)).toEqual(before.map(({ slot }) => slot))
  expect(after.map(({ index }) => index)).toEqual([4, 5, 2, 3])
})

test('no two rows share an element when more come than went', () => {
  const slots = createRowSlots()
  slots.place([0, 1, 2], tenantAt, false)
  slots.place([2], tenantAt, true)
  const rows = slots.place([2, 3, 4, 5, 6], tenantAt, true)
  expect(new Set(rows.map(({ slot }) => slot)).size).toBe(5)
})

test('at rest the document has the order of the rows, for who reads it', () => {
  const slots = createRowSlots()
  slots.place([0, 1, 2, 3], tenantAt, false)
  slots.place([2, 3, 4, 5], tenantAt, true)
  const rows = slots.place([2, 3, 4, 5], tenantAt, false)
  expect(rows.map(({ index }) => index)).toEqual([2, 3, 4, 5])
})

test('after sorting the same tenant keeps its element', () => {
  const slots = createRowSlots()
  const before = slotsByIndex(slots.place([0, 1, 2], tenantAt, false))
  const reversed = (index: number) => tenantAt(2 - index)
  const after = slotsByIndex(slots.place([0, 1, 2], reversed, false))
  expect(after.get(2)).toBe(before.get(0))
})
