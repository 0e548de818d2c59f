import { expect, test } from 'vitest'

import { compareValues } from './tenant-order.ts'

function sorted(values: readonly (string | number)[]) {
  return values.toSorted(compareValues)
}

test('numbers sort by size, also inside names', () => {
  expect(sorted([10, 9, 0])).toEqual([0, 9, 10])
  expect(sorted(['Branch 10', 'Branch 9'])).toEqual(['Branch 9', 'Branch 10'])
})

test('letters sort by language, not by code: case and accents stay beside their letter', () => {
  expect(sorted(['Zeta', 'Änderung', 'apfel', 'Éclair', 'Banane'])).toEqual([
    'Änderung',
    'apfel',
    'Banane',
    'Éclair',
    'Zeta',
  ])
})

test('every script has its own place', () => {
  expect(sorted(['株式会社', 'مؤسسة', 'Север', 'Ελληνική', 'Contoso'])).toEqual([
    'Contoso',
    'Ελληνική',
    'Север',
    'مؤسسة',
    '株式会社',
  ])
})
