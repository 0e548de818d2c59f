import { redactPosture } from '@tenantscope/analysis/posture-redaction'
import { parse } from 'csv-parse/sync'
import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'

import { hostilePosture } from '../../../testing/posture-report-fixtures.ts'
import { partsOf, readPdf } from '../../../testing/read-pdf.ts'
import { HOSTILE_NAMES, fileOf } from '../../../testing/report-fixtures.ts'
import { writePosturePdf } from './pdf/posture-pdf.ts'
import { writePostureCsv } from './posture-csv.ts'
import { sheetText } from './xlsx/cell-xml.ts'
import { writePostureXlsx } from './xlsx/posture-xlsx.ts'

const UNSHARED = ['Finding', 'Objects', 'Created By']

test('a CSV file keeps every hostile text as text, one row per check', async () => {
  const document = hostilePosture()
  const { bytes } = await fileOf(writePostureCsv, document)
  const rows = parse<Record<string, string>>(bytes, { columns: true, bom: true })
  expect(rows.map((row) => row['Check ID'])).toEqual(document.checks.map(({ id }) => id))
  for (const row of rows)
    for (const cell of Object.values(row)) expect(cell).not.toMatch(/^\s*[=+\-@＝]|;\s*[=+\-@＝]/u)
  expect(rows.map((row) => row['Since'])).toEqual(
    document.checks.map(({ since }) => (since === null ? '' : '2026-11-01T01:45:00-07:00')),
  )
  const shared = await fileOf(writePostureCsv, redactPosture(document))
  const [headers = []] = parse(shared.bytes, { bom: true })
  expect(headers).toEqual(Object.keys(rows[0] ?? {}).filter((name) => !UNSHARED.includes(name)))
})

test('an Excel file has every hostile name in the sheet Evidence; a shared one has no such sheet', async () => {
  const document = hostilePosture()
  const { bytes } = await fileOf(writePostureXlsx, document)
  const sheets = await readExcelFile(bytes, { trim: false })
  const evidence = sheets.find(({ sheet }) => sheet === 'Evidence')?.data ?? []
  const names = Object.values(HOSTILE_NAMES).map((name) => sheetText(name))
  expect(evidence).toHaveLength(1 + document.checks.length * names.length)
  expect(evidence.slice(1, names.length + 1).map((row) => row[5])).toEqual(names)
  const shared = await readExcelFile(
    (await fileOf(writePostureXlsx, redactPosture(document))).bytes,
  )
  expect(shared.map(({ sheet }) => sheet)).toEqual(['Summary', 'Checks'])
  const properties = shared[0]?.data.map(([name]) => name) ?? []
  expect(properties).not.toContain('Tenant ID')
  expect(properties).not.toContain('Created By')
})

test('the files have words in place of the number of objects of a check that was not judged', async () => {
  const document = hostilePosture()
  const [check] = document.checks
  if (check === undefined) throw new Error('The report has no check')
  const checks = (['passed', 'notRead', 'noPermission', 'notLicensed'] as const).map((verdict) => ({
    ...check,
    verdict,
    objectCount: 0,
    objects: [],
  }))
  const csv = await fileOf(writePostureCsv, { ...document, checks })
  const rows = parse<Record<string, string>>(csv.bytes, { columns: true, bom: true })
  const words = ['Not read', 'No permission', 'Not licensed']
  expect(rows.map((row) => row['Object Count'])).toEqual(['0', ...words])
  const { bytes } = await fileOf(writePostureXlsx, { ...document, checks })
  const sheets = await readExcelFile(bytes)
  const [heads = [], ...cells] = sheets.find(({ sheet }) => sheet === 'Checks')?.data ?? []
  const at = heads.indexOf('Object Count')
  expect(cells.map((row) => row[at])).toEqual([0, ...words])
})

test('the page for owners is one page, however long its texts and however many its changes', async () => {
  const document = hostilePosture()
  const chosen = { ...document, checks: document.checks.slice(0, 10) }
  const { bytes } = await fileOf(writePosturePdf, chosen)
  const { pages, parts } = await readPdf(bytes)
  const headingsOf = (page: number): string[] =>
    ['H1', 'H2'].flatMap((role) => partsOf([parts[page]!], role).map(({ text }) => text))
  expect(headingsOf(1)).toEqual([
    'Overview',
    'Most important findings',
    'Better since Oct 21, 2026',
    'Worse since Oct 21, 2026',
  ])
  expect(headingsOf(2)).toEqual(['Checks'])
  expect(pages[1]).toMatch(/and \d+ more.*and \d+ more/su)
  expect(pages[1]).toContain(`Page 2 of ${pages.length}`)
})
