import type { LicenseReport } from '@tenantscope/contract/report-document'
import { parse } from 'csv-parse/sync'
import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'

import {
  fileOf,
  hostileReport,
  manyPeople,
  redactedReport,
} from '../../../testing/report-fixtures.ts'
import { writeCsv } from './csv-writer.ts'
import { writeXlsx } from './xlsx/xlsx-writer.ts'

interface Totals {
  readonly people: number
  readonly licenses: number
  readonly assignments: number
}

/** Counted in the rows of the file. */
async function csvTotals(document: LicenseReport): Promise<Totals> {
  const { bytes } = await fileOf(writeCsv, document)
  const [headers = [], ...rows] = parse(bytes, { bom: true })
  const distinct = (header: string): number =>
    new Set(rows.map((row) => row[headers.indexOf(header)])).size
  return {
    people: distinct('User ID'),
    licenses: distinct('SKU Part Number'),
    assignments: rows.length,
  }
}

/** Counted in the rows of the sheets, and read from the sheet Summary. */
async function xlsxTotals(document: LicenseReport): Promise<[counted: Totals, stated: Totals]> {
  const { bytes } = await fileOf(writeXlsx, document)
  const sheets = await readExcelFile(bytes)
  const rowsOf = (name: string) => sheets.find(({ sheet }) => sheet === name)?.data.slice(1) ?? []
  const stated = new Map(rowsOf('Summary').map(([label, value]) => [label, Number(value)]))
  const statedOf = (label: string): number => stated.get(label) ?? Number.NaN
  return [
    {
      people: rowsOf('Users').length,
      licenses: rowsOf('Licenses').length,
      assignments: rowsOf('Assignments').length,
    },
    {
      people: statedOf('Users'),
      licenses: statedOf('Licenses'),
      assignments: statedOf('Assignments'),
    },
  ]
}

/** From the JSON file. */
function jsonTotals({ summary }: LicenseReport): Totals {
  return {
    people: summary.totalUsers,
    licenses: summary.totalLicenses,
    assignments: summary.totalAssignments,
  }
}

test.each([
  ['hostile', hostileReport()],
  ['large', manyPeople(700)],
])('the files of a %s report have the same totals', async (_, document) => {
  const totals = jsonTotals(document)
  expect(await csvTotals(document)).toEqual(totals)
  expect(await xlsxTotals(document)).toEqual([totals, totals])
})

test('so have those of a shared report, in which people have no id', async () => {
  const document = redactedReport()
  const totals = jsonTotals(document)
  const { licenses, assignments } = totals
  expect(await csvTotals(document)).toMatchObject({ licenses, assignments })
  expect(await xlsxTotals(document)).toEqual([totals, totals])
})
