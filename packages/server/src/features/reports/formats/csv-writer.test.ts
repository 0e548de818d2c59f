import { LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import type { LicenseReport } from '@tenantscope/contract/report-document'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

import {
  fileOf,
  HOSTILE_NAMES,
  hostileReport,
  manyPeople,
  redactedReport,
} from '../../../testing/report-fixtures.ts'
import { writeCsv } from './csv-writer.ts'

const readBack = async (document: LicenseReport): Promise<string[][]> => {
  const { bytes } = await fileOf(writeCsv, document)
  return parse(bytes, { bom: true, record_delimiter: '\r\n' })
}

const NEUTRALISED: readonly string[] = [
  HOSTILE_NAMES.formula,
  HOSTILE_NAMES.command,
  HOSTILE_NAMES.plus,
  HOSTILE_NAMES.minus,
  HOSTILE_NAMES.at,
  HOSTILE_NAMES.fullWidth,
]

/** A text of the document as a reader of the file has to find it. */
const inFile = (text: string): string => {
  if (text === HOSTILE_NAMES.tabbed) return "'\t'=1+1"
  if (text === HOSTILE_NAMES.returned) return "'\r'=1+1"
  if (text === '=Power Automate <free>') return "'=Power Automate <free>"
  return NEUTRALISED.includes(text) ? `'${text}` : text
}

test('each pair of a user and a license is one row, with the values of the report', async () => {
  const document = hostileReport()
  const [headers, ...rows] = await readBack(document)
  expect(headers).toEqual([
    'Display Name',
    'User Principal Name',
    'Email',
    'User ID',
    'User Type',
    'Sign-in Blocked',
    'License',
    'SKU Part Number',
    'License Type',
    'License Usable Seats',
    'License Assigned Seats',
    'License Available Seats',
    'License Utilization',
    'License Problems',
    'License Grace Period End',
    'License Removable Seats',
    'Price per Seat and Month (USD)',
    'License Savings per Month (USD)',
    'Selection',
    'Data As Of',
    'Time Zone',
    'Created By',
  ])
  const types: Record<string, string> = {
    SPE_E3: 'Paid',
    SPE_E3_COPY: 'Retired',
    FLOW_FREE: 'Free',
    EMS: 'Context-dependent',
    STANDARDPACK: 'Paid',
  }
  // Amounts have two decimals and a period, so that a column is one format.
  const seats: Record<string, string[]> = {
    SPE_E3: ['100', '60', '40', 'Some Waste', '', '', '40', '22.50', '900.00'],
    SPE_E3_COPY: ['100', '60', '40', 'Some Waste', 'Retired license', '', '40', '', '900.00'],
    FLOW_FREE: ['10000', '12', '9988', '', '', '', '', '', ''],
    EMS: [
      '20',
      '25',
      '0',
      'Overallocated',
      '5 over-allocated seats; 4 seats in the grace period until Dec 01, 2026',
      '2026-12-01T04:00:00-08:00',
      '0',
      '22.50',
      '0.00',
    ],
    STANDARDPACK: [
      '0',
      '3',
      '0',
      'In use without entitlement',
      '3 seats used without entitlement',
      '',
      '0',
      '0.00',
      '0.00',
    ],
  }
  expect(rows).toEqual(
    document.users.flatMap((user) =>
      user.assignedLicenses.map(({ friendlyName, skuPartNumber }) => [
        inFile(user.displayName),
        user.userPrincipalName ?? '',
        user.email ?? '',
        user.id,
        user.isGuest === true ? 'Guest' : 'Member',
        user.isBlocked === true ? 'Yes' : 'No',
        inFile(friendlyName),
        skuPartNumber,
        types[skuPartNumber],
        ...(seats[skuPartNumber] ?? []),
        '5 of 7 licenses were chosen; totals count these only',
        // The second 1:45 of that night: only the offset distinguishes them.
        '2026-11-01T01:45:00-07:00',
        'America/Los_Angeles',
        'Creator, "the" Admin',
      ]),
    ),
  )
  expect(rows).toHaveLength(document.summary.totalAssignments)
  expect(new Set(rows.map(([, , , id]) => id)).size).toBe(document.summary.totalUsers)
})

test('a shared report has no column for what may not leave, even where its document holds it', async () => {
  const shared = redactedReport()
  const [headers, first] = await readBack(shared)
  const columns = [
    'Display Name',
    'User Principal Name',
    'License',
    'SKU Part Number',
    'License Type',
    'License Usable Seats',
    'License Assigned Seats',
    'License Available Seats',
    'License Utilization',
    'License Problems',
    'License Grace Period End',
    'Selection',
    'Data As Of',
    'Time Zone',
  ]
  expect(headers).toEqual(columns)
  expect(first?.slice(1, 3)).toEqual(['p•••@f•••.com', 'Microsoft 365 E3'])

  const careless = { ...hostileReport(), isRedacted: true }
  const [ofCareless] = await readBack(careless)
  expect(ofCareless).toEqual(columns)
  const { bytes } = await fileOf(writeCsv, careless)
  expect(bytes.toString()).not.toContain('mail1@fabrikam.com')
  expect(bytes.toString()).not.toContain('Creator')
})

test('the file begins with a byte order mark, and every line ends with CR LF', async () => {
  const document = manyPeople(12)
  const { bytes } = await fileOf(writeCsv, document)
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString().split('\r\n')
  expect(lines).toHaveLength(12 * 3 + 2)
  expect(lines.at(-1)).toBe('')
  expect(lines.join('')).not.toMatch(/[\r\n]/u)
})

test('a user without any of the licenses has a row too', async () => {
  const document = manyPeople(2)
  document.users = document.users.map((user) => ({ ...user, assignedLicenses: [] }))
  document.licenses = []
  const [, ...rows] = await readBack(document)
  expect(rows.map(([name, , , , , , license]) => [name, license])).toEqual([
    ['Anna Long 0', ''],
    ['Anna Long 1', ''],
  ])
})

test('a license that no user of the report holds has a row of its own, with its seats', async () => {
  const document = manyPeople(1)
  const [, ...rows] = await readBack(document)
  expect(rows.map((row) => [row[0], row[7], row[9]])).toEqual([
    ...['PRODUCT_0', 'PRODUCT_1', 'PRODUCT_5'].map((part) => ['Anna Long 0', part, '100']),
    ...[2, 3, 4, 6, 7, 8, 9, 10, 11].map((at) => ['', `PRODUCT_${at}`, '100']),
  ])
})

test('licenses of one part number keep their own types', async () => {
  const document = manyPeople(1)
  const [first] = document.licenses
  const [user] = document.users
  if (!first || !user) throw new Error('The report holds a license and a person')
  const own = { skuPartNumber: 'TWICE', friendlyName: 'Own' }
  const free = { skuPartNumber: 'TWICE', friendlyName: 'Free' }
  document.licenses = [
    { ...first, ...own, licenseType: 'paid' },
    { ...first, ...free, licenseType: 'free' },
  ]
  user.assignedLicenses = [own, free]
  const [, ...rows] = await readBack(document)
  expect(rows.map((row) => row.slice(6, 9))).toEqual([
    ['Own', 'TWICE', LICENSE_TYPE_NAMES.paid],
    ['Free', 'TWICE', LICENSE_TYPE_NAMES.free],
  ])
})

test('a large report is written in chunks, with the number of users written', async () => {
  const document = manyPeople(2_000)
  const { pieces, progress } = await fileOf(writeCsv, document)
  expect(pieces).toBeGreaterThan(10)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.at(-1)).toBe(2_000)
  expect(await readBack(document)).toHaveLength(6_001)
})

test('a name longer than a chunk is written completely', async () => {
  const document = manyPeople(2)
  const longest = '山'.repeat(100_000)
  document.users = document.users.map((user) => ({ ...user, displayName: longest }))
  const [, row] = await readBack(document)
  expect(row?.[0]).toBe(longest)
})
