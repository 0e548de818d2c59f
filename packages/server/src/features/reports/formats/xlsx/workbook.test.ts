import { buffer } from 'node:stream/consumers'

import fc from 'fast-check'
import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'

import { columnLetters, serialTime, sheetText } from './cell-xml.ts'
import type { Workbook } from './workbook-parts.ts'
import { sheetOf, writeWorkbook } from './workbook.ts'

const workbookOf = (texts: readonly string[], items = () => texts): Workbook => ({
  title: 'Texts & <more>\u0007',
  createdAt: new Date('2026-11-20T08:30:15Z'),
  accentColor: '#02717a',
  sheets: [
    sheetOf({
      name: 'Texts',
      columns: [{ header: 'Text', width: 20, valueOf: (text: string) => text }],
      rowCount: texts.length,
      items,
    }),
  ],
})

const readBack = async (texts: readonly string[]): Promise<unknown[]> => {
  const [sheet] = await readExcelFile(await buffer(writeWorkbook(workbookOf(texts))), {
    trim: false,
  })
  return sheet?.data.slice(1).map(([cell]) => cell) ?? []
}

test('any text is read back as it is, without what a sheet cannot hold', async () => {
  // One by one, so that halves of characters and parts of escapes meet in every way.
  const units = 'a<>&"\'_x0041 =+-@\t\n\r\0\u0007\u001F\uFFFE\uD83D\uDE00é山'.split('')
  const samples = fc.sample(fc.string({ unit: fc.constantFrom(...units) }), 500)
  const texts = samples.filter((text) => sheetText(text) !== '')
  expect(await readBack(texts)).toEqual(texts.map(sheetText))
})

test.each([
  ['no character that XML forbids', 'bell\u0007, \uFFFE\uFFFF end', 'bell,  end'],
  ['one kind of line ends', 'first\r\nsecond\rthird', 'first\nsecond\nthird'],
  ['no half of a character', 'half \uD83D', 'half \uFFFD'],
  ['what just fits', 'x'.repeat(32_767), 'x'.repeat(32_767)],
  ['what fits, and a sign that more was there', 'x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
  ['whole characters', `${'x'.repeat(32_765)}😀😀`, `${'x'.repeat(32_765)}…`],
])('a cell holds %s', (_, text, held) => {
  expect(sheetText(text)).toBe(held)
})

test('what looks like an escape of a spreadsheet stays what it is', async () => {
  const texts = ['under_x0041_score', '_x005F_x0041_', '_x000d_']
  expect(await readBack(texts)).toEqual(texts)
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is %s', (index, letters) => {
  expect(columnLetters(index)).toBe(letters)
})

test.each([
  ['UTC', '1900-03-01T00:00:00Z', 61],
  ['UTC', '2026-11-20T12:00:00Z', 46_346.5],
  ['Asia/Tokyo', '2026-11-20T12:00:00Z', 46_346.875],
  ['America/Los_Angeles', '2026-11-20T06:00:00Z', 46_345.916_666],
])('a sheet counts days of the wall clock: in %s %s is %d', (timeZone, at, serial) => {
  expect(serialTime(timeZone, at)).toBeCloseTo(serial, 5)
})

test('the same workbook is the same file', async () => {
  const [first, second] = [workbookOf(['a', 'b']), workbookOf(['a', 'b'])]
  const bytes = await buffer(writeWorkbook(first))
  expect(bytes.equals(await buffer(writeWorkbook(second)))).toBe(true)
})

test('what fails while rows are read ends the file with that error', async () => {
  const failing = workbookOf(['a'], () => {
    throw new Error('No more rows')
  })
  await expect(buffer(writeWorkbook(failing))).rejects.toThrow('No more rows')
})
