import { expect, test } from 'vitest'

import { makeFigures, makeTenant } from '../../testing/tenants.ts'
import { inOrder } from './tenant-filter.ts'

function namesInOrder(names: readonly string[]) {
  const tenants = names.map((displayName) => makeTenant({ displayName }))
  return inOrder(tenants, { sort: 'displayName', isDescending: false }).map(
    ({ displayName }) => displayName,
  )
}

test('numbers inside names sort by size', () => {
  expect(namesInOrder(['Branch 10', 'Branch 9'])).toEqual(['Branch 9', 'Branch 10'])
})

test('letters sort by language, not by code: case and accents stay beside their letter', () => {
  expect(namesInOrder(['Zeta', 'Änderung', 'apfel', 'Éclair', 'Banane'])).toEqual([
    'Änderung',
    'apfel',
    'Banane',
    'Éclair',
    'Zeta',
  ])
})

test('every script has its own place', () => {
  expect(namesInOrder(['株式会社', 'مؤسسة', 'Север', 'Ελληνική', 'Contoso'])).toEqual([
    'Contoso',
    'Ελληνική',
    'Север',
    'مؤسسة',
    '株式会社',
  ])
})

function withPeople(displayName: string, people: number) {
  return makeTenant({ displayName, figures: makeFigures({ people }) })
}

test('unknown values come last in both directions, and equal ones are sorted by name', () => {
  const tenants = [
    makeTenant({ displayName: 'Unread B', figures: null }),
    withPeople('Two', 10),
    makeTenant({ displayName: 'Unread A', figures: null }),
    withPeople('One', 9),
    withPeople('Other two', 10),
  ]
  const names = (isDescending: boolean) =>
    inOrder(tenants, { sort: 'people', isDescending }).map(({ displayName }) => displayName)
  expect(names(false)).toEqual(['One', 'Other two', 'Two', 'Unread A', 'Unread B'])
  expect(names(true)).toEqual(['Other two', 'Two', 'One', 'Unread A', 'Unread B'])
})
