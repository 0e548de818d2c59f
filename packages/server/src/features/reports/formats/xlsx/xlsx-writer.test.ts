import type { LicenseReport } from '@tenantscope/contract/report-document'
import { strFromU8, unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'
import { assert, expect, test } from 'vitest'

import {
  fileOf,
  hostileReport,
  manyPeople,
  PLAIN_LOOK,
  redactedReport,
} from '../../../../testing/report-fixtures.ts'
import { sheetText } from './cell-xml.ts'
import { writeXlsx } from './xlsx-writer.ts'

type Cells = readonly (readonly unknown[])[]

const readBack = async (document: LicenseReport): Promise<Record<string, Cells>> => {
  const { bytes } = await fileOf(writeXlsx, document)
  const sheets = await readExcelFile(bytes, { trim: false })
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data.map(trimmedRow)]))
}

/** Without the empty cells that the reader adds behind a row's last one. */
const trimmedRow = (row: readonly unknown[]): unknown[] =>
  row.slice(0, row.findLastIndex((cell) => cell !== null) + 1)

const partsOf = async (document: LicenseReport): Promise<Record<string, string>> => {
  const { bytes } = await fileOf(writeXlsx, document)
  const parts = Object.entries(unzipSync(bytes))
  return Object.fromEntries(parts.map(([path, part]) => [path, strFromU8(part)]))
}

const userCells = (user: LicenseReport['users'][number]): unknown[] => [
  sheetText(user.displayName),
  user.userPrincipalName,
  user.email ?? null,
  user.id,
  user.isGuest === true ? 'Guest' : 'Member',
  user.isBlocked === true ? 'Yes' : 'No',
]
const USER_HEADERS = [
  'Display Name',
  'User Principal Name',
  'Email',
  'User ID',
  'User Type',
  'Sign-in Blocked',
]

test('the sheets Users and Assignments are the report, cell by cell', async () => {
  const document = hostileReport()
  const { Users: users, Assignments: assignments } = await readBack(document)
  expect(users).toEqual([
    [...USER_HEADERS, 'License Count', 'Licenses'],
    ...document.users.map((user) => [
      ...userCells(user),
      user.assignedLicenses.length,
      user.assignedLicenses.map(({ friendlyName }) => friendlyName).join('; '),
    ]),
  ])
  const types = ['Paid', 'Retired', 'Free', 'Context-dependent', 'Paid']
  expect(assignments).toEqual([
    [...USER_HEADERS, 'License', 'SKU Part Number', 'License Type'],
    ...document.users.flatMap((user) =>
      user.assignedLicenses.map(({ friendlyName, skuPartNumber }) => [
        ...userCells(user),
        friendlyName,
        skuPartNumber,
        types[document.licenses.findIndex((each) => each.skuPartNumber === skuPartNumber)],
      ]),
    ),
  ])
})

test('the sheet Licenses has numbers as numbers, shares as shares, and nothing where nothing is known', async () => {
  const document = hostileReport()
  const { Licenses: licenses } = await readBack(document)
  expect(licenses?.[0]).toEqual([
    'License',
    'SKU Part Number',
    'License Type',
    'Usable Seats',
    'Assigned Seats',
    'Available Seats',
    'Utilization',
    'Utilization Label',
    'Users in This Report',
    'Problems',
    'Grace Period End',
    'SKU ID',
    'Price per Month (USD)',
    'Price Source',
    'Removable Seats',
    'Unassigned Part',
    'Savings per Month (USD)',
  ])
  const ids = document.licenses.map(({ skuId }) => skuId)
  expect(licenses?.slice(1)).toEqual([
    [
      'Microsoft 365 E3',
      'SPE_E3',
      'Paid',
      100,
      60,
      40,
      0.6,
      'Some Waste',
      36,
      null,
      null,
      ids[0],
      22.5,
      'List price',
      40,
      null,
      900,
    ],
    [
      'Microsoft 365 E3',
      'SPE_E3_COPY',
      'Retired',
      100,
      60,
      40,
      0.6,
      'Some Waste',
      28,
      'Retired license',
      null,
      ids[1],
      null,
      null,
      40,
      null,
      900,
    ],
    [
      '=Power Automate <free>',
      'FLOW_FREE',
      'Free',
      10_000,
      12,
      9_988,
      null,
      null,
      22,
      null,
      null,
      ids[2],
    ],
    [
      'مجموعة Enterprise Mobility 山',
      'EMS',
      'Context-dependent',
      20,
      25,
      0,
      1.25,
      'Overallocated',
      14,
      '5 over-allocated seats; 4 seats in the grace period until Dec 01, 2026',
      '2026-12-01T04:00:00-08:00',
      ids[3],
      22.5,
      'List price',
      0,
      null,
      0,
    ],
    [
      'Office 365 E1',
      'STANDARDPACK',
      'Paid',
      0,
      3,
      0,
      null,
      'In use without entitlement',
      7,
      '3 seats used without entitlement',
      null,
      ids[4],
      0,
      'Customer price',
      0,
      null,
      0,
    ],
  ])
})

test('the sheet Summary shows subject, date, creator and time zone', async () => {
  const { Summary: rows } = await readBack(hostileReport())
  const values = new Map(rows?.map(([label, value]) => [label, value]))
  const times = ['Created', 'Data As Of'].map((label) => values.get(label))
  // The wall clock of Los Angeles; a sheet knows no zones. Its days are fractions, so a millisecond may be lost.
  for (const [at, wallClock] of ['2026-11-20T00:30:15Z', '2026-11-01T01:45:00Z'].entries()) {
    const time = times[at]
    assert(time instanceof Date)
    expect(Math.abs(time.getTime() - Date.parse(wallClock))).toBeLessThanOrEqual(1)
  }
  expect([...values].filter(([label]) => label !== 'Created' && label !== 'Data As Of')).toEqual([
    ['Property', 'Value'],
    [
      'Finding',
      'USD 1,800.00 per month could be saved on 80 of 220 paid seats, 40 of them without a price; 5 over-allocated seats, 3 seats used without entitlement, 4 seats in the grace period and 1 retired license need attention.',
    ],
    ['Report', 'User to License Report'],
    ['Tenant', '=Fabrikam & "Söhne" <GmbH>'],
    ['Tenant ID', '20000000-0000-4000-8000-000000000001'],
    ['Domain', 'fabrikam.com'],
    ['Created By', 'Creator, "the" Admin'],
    ['Time Zone', 'America/Los_Angeles'],
    ['Users', 37],
    ['Licenses', 5],
    ['Assignments', 107],
    ['Selection', '5 of 7 licenses were chosen; totals count these only'],
    ['Usable Paid Seats', 220],
    ['Assigned Paid Seats', 148],
    ['Available Paid Seats', 80],
    ['Removable Seats', 80],
    ['Savings per Month (USD)', 1_800],
  ])
})

test('a shared report has no column or row for what may not leave, even where its document holds it', async () => {
  for (const document of [redactedReport(), { ...hostileReport(), isRedacted: true }]) {
    const sheets = await readBack(document)
    expect(sheets['Summary']?.map(([label]) => label)).toEqual([
      'Property',
      'Finding',
      'Report',
      'Tenant',
      'Created',
      'Data As Of',
      'Time Zone',
      'Users',
      'Licenses',
      'Assignments',
      'Selection',
      'Usable Paid Seats',
      'Assigned Paid Seats',
      'Available Paid Seats',
    ])
    expect(sheets['Licenses']?.[0]).toHaveLength(11)
    expect(sheets['Users']?.[0]).toEqual([
      'Display Name',
      'User Principal Name',
      'License Count',
      'Licenses',
    ])
    const everything = Object.values(await partsOf(document)).join('')
    for (const secret of ['0000-4000-8000', 'mail1@', 'Creator', '22.5', '900'])
      expect(everything).not.toContain(secret)
  }
})

test('no cell is a formula: all texts are inline and have the format of texts', async () => {
  const parts = await partsOf(hostileReport())
  const sheets = Object.keys(parts).filter((path) => path.startsWith('xl/worksheets/'))
  expect(sheets).toHaveLength(4)
  for (const path of sheets) {
    const cells = parts[path]?.match(/<c [^>]*>/gu) ?? []
    expect(cells.length).toBeGreaterThan(20)
    expect(parts[path]).not.toMatch(/<f[ >]/u)
    for (const cell of cells) expect(cell).toMatch(/s="[127]" t="inlineStr"|s="[3-6]">$/u)
  }
})

test('header rows stay in sight, have filters and the accent color', async () => {
  const parts = await partsOf(manyPeople(4))
  for (const sheet of [1, 2, 3, 4])
    expect(parts[`xl/worksheets/sheet${sheet}.xml`]).toContain('ySplit="1"')
  expect(parts['xl/worksheets/sheet1.xml']).not.toContain('autoFilter')
  expect(parts['xl/worksheets/sheet2.xml']).toContain('<autoFilter ref="A1:Q13"/>')
  expect(parts['xl/worksheets/sheet3.xml']).toContain('<autoFilter ref="A1:H5"/>')
  expect(parts['xl/worksheets/sheet4.xml']).toContain('<autoFilter ref="A1:I13"/>')
  expect(parts['xl/styles.xml']).toContain('<fgColor rgb="FF02717A"/>')
  expect(parts['xl/styles.xml']).toContain('<b/><sz val="11"/><color rgb="FFFFFFFF"/>')
})

test('amounts have two decimals, and numbers and their headers are on the right', async () => {
  const parts = await partsOf(manyPeople(4))
  const formats = parts['xl/styles.xml']?.match(/<xf numFmtId[^>]*>(?:<alignment[^>]*>)?/gu) ?? []
  // The first is the style that all others are based on. 4 is Excel's '#,##0.00'.
  const amount = formats[1 + 5]
  expect(amount).toContain('numFmtId="4"')
  for (const at of [3, 4, 5, 6, 7]) expect(formats[1 + at]).toContain('horizontal="right"')
  const licenses = parts['xl/worksheets/sheet2.xml'] ?? ''
  expect(licenses).toMatch(/<c r="Q1" s="7" [^>]*>.{0,60}Savings per Month \(USD\)/u)
  expect(licenses).toContain('<c r="Q2" s="5"><v>900</v></c>')
})

test('on a light accent color the header is black', async () => {
  const look = { ...PLAIN_LOOK, accentColor: '#ffd700' }
  const { bytes } = await fileOf(writeXlsx, manyPeople(1), look)
  const styles = strFromU8(unzipSync(bytes)['xl/styles.xml'] ?? new Uint8Array())
  expect(styles).toContain('<b/><sz val="11"/><color rgb="FF000000"/>')
})

test('more rows than a sheet holds are refused before the first byte', async () => {
  const document = manyPeople(1)
  const [user] = document.users
  assert(user)
  document.users = Array.from({ length: 349_526 }, () => user)
  await expect(fileOf(writeXlsx, document)).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message:
      'A sheet of Excel holds 1,048,575 assignments below its header; this report has 1,048,578. Choose fewer users or licenses, or the CSV format.',
  })
})

test('the number of users written is reported', async () => {
  const { progress, pieces } = await fileOf(writeXlsx, manyPeople(3_000))
  expect(pieces).toBeGreaterThan(5)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.at(-1)).toBe(3_000)
})
