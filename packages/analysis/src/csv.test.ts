import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { csvCell, csvFile } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-Anna', "'-Anna"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\nAnna', `"'\nAnna"`],
  ['  =1', "'  =1"],
  ['\u00A0=1', "'\u00A0=1"],
  ['\0=1', "'\0=1"],
  ['\u200B=1', "'\u200B=1"],
  ['\u202E+1', "'\u202E+1"],
  ['\uFEFF@x', "'\uFEFF@x"],
  ['Anna;\u200B=1', `"Anna;'\u200B=1"`],
  // Where the list separator is a semicolon, a cell begins here.
  ['Anna;=1+1', `"Anna;'=1+1"`],
  ['Anna; -1', `"Anna;' -1"`],
  // Such a program reads the doubled quotes as an empty quoted text, and the formula after it.
  ['Anna;"=1+1', `"Anna;'""=1+1"`],
  ['Anna\t" \u200B"=1', `"Anna\t'"" \u200B""=1"`],
  ['Anna\n=1', `"Anna\n'=1"`],
  ['=cmd|"a"', `"'=cmd|""a"""`],
])('%j can be no formula: %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test.each([
  ['Anna Long', 'Anna Long'],
  ['anna@fabrikam.com', 'anna@fabrikam.com'],
  ['Jean-Luc', 'Jean-Luc'],
  ['山田 太郎', '山田 太郎'],
  ['007', '007'],
  ["O'Neil", "O'Neil"],
  ['Long, Anna', '"Long, Anna"'],
  ['Anna "Ann"', '"Anna ""Ann"""'],
  ['a\r\nb', '"a\r\nb"'],
  [' Anna ', '" Anna "'],
  ['12.5', '12.5'],
  ['1e3', '1e3'],
  ['-12', "'-12"],
  ['', ''],
  [null, ''],
])('%j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('a file has a byte order mark, headers also without rows, and a line end after each line', () => {
  const columns = [
    { header: 'Name, first', textOf: (name: string) => name },
    { header: '=Length', textOf: (name: string) => (name === '' ? null : `${name.length}`) },
  ]
  expect(csvFile(columns, [])).toBe('\uFEFF"Name, first",\'=Length\r\n')
  expect(csvFile(columns, ['two\nlines', ''])).toBe(
    '\uFEFF"Name, first",\'=Length\r\n"two\nlines",9\r\n,\r\n',
  )
})

const UNITS = 'aZ9 ;,"\t\r\n=+-@＝＋\'é山'.split('')
const SEPARATORS = /[;\t\r\n]/u

test('what a reader gets back of any text is the text, perhaps with apostrophes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...UNITS) }), (text) => {
      const read = parse(`${csvCell(text)},end\r\n`)[0]?.[0] ?? ''
      expect(read.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
      for (const part of read.split(SEPARATORS)) expect(part).not.toMatch(/^\s*[=+\-@＝＋－＠]/u)
    }),
    { numRuns: 2_000 },
  )
})

/** Reads a line as Excel does: text after a closing quote belongs to the cell. */
function cellsOf(line: string, separator: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}]*)(?:${separator}|$)`, 'gu')
  return Array.from(
    line.matchAll(cell),
    ([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest,
  )
}

test.each([',', ';', '\t'])(
  'a program that separates cells by %j reads no formula',
  (separator) => {
    const text = fc.string({
      unit: fc.constantFrom(...UNITS.filter((unit) => !'\r\n'.includes(unit))),
    })
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 3 }), (texts) => {
        for (const cell of cellsOf(texts.map(csvCell).join(), separator))
          expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/u)
      }),
      { numRuns: 5_000 },
    )
  },
)

test('a text without separators is written as the library writes it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...UNITS.filter((unit) => !SEPARATORS.test(unit))) }),
      (text) => {
        fc.pre(text.trim() === text)
        expect(csvCell(text)).toBe(stringify([[text]], { escape_formulas: true, eof: false }))
      },
    ),
    { numRuns: 2_000 },
  )
})
