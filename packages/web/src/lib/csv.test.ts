import { expect, test } from 'vitest'

import { csvOf } from './csv.ts'

interface Row {
  name: string
}
const columns = [{ header: 'Name', textOf: ({ name }: Row) => name }]
const cellOf = (name: string) => csvOf([{ name }], columns).split('\r\n')[1]

test('a file begins with a byte order mark and has its headers also without rows', () => {
  expect(csvOf([], columns)).toBe('\uFEFFName\r\n')
})

test.each([
  ['Contoso', 'Contoso'],
  ['Contoso, Ltd', '"Contoso, Ltd"'],
  ['The "best"', '"The ""best"""'],
  ['two\nlines', '"two\nlines"'],
  ['שלום', 'שלום'],
])('%j is written as %s', (name, cell) => {
  expect(cellOf(name)).toBe(cell)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a spreadsheet cannot take %j for a formula',
  (name) => {
    expect(cellOf(name)?.replace('"', '')).toMatch(/^'/u)
  },
)
