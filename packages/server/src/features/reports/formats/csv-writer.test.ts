import { LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import type { ReportDocument } from '@tenantscope/contract/report-document'
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

const readBack = async (document: ReportDocument): Promise<string[][]> => {
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

test('every person stands with every license in a row, cell by cell as in the report', async () => {
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
        // The second 1:45 of that night: only the offset tells them apart.
        '2026-11-01T01:45:00-07:00',
        'America/Los_Angeles',
        'Maker, "the" Admin',
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
  expect(bytes.toString()).not.toContain('Maker')
})

test('the file begins with a byte order mark, and every line ends with CR LF', async () => {
  const { bytes } = await fileOf(writeCsv, manyPeople(3))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString().split('\r\n')
  expect(lines).toHaveLength(3 * 3 + 2)
  expect(lines.at(-1)).toBe('')
  expect(lines.join('')).not.toMatch(/[\r\n]/u)
})

test('whoever holds none of the licenses has a row all the same', async () => {
  const document = manyPeople(2)
  document.users = document.users.map((user) => ({ ...user, assignedLicenses: [] }))
  const [, ...rows] = await readBack(document)
  expect(rows.map(([name, , , , , , license]) => [name, license])).toEqual([
    ['Anna Long 0', ''],
    ['Anna Long 1', ''],
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

test('a large report comes in pieces, and it is told how many people are written', async () => {
  const document = manyPeople(2_000)
  const { pieces, progress } = await fileOf(writeCsv, document)
  expect(pieces).toBeGreaterThan(10)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.at(-1)).toBe(2_000)
  expect(await readBack(document)).toHaveLength(6_001)
})

test('a name longer than a piece is written whole', async () => {
  const document = manyPeople(2)
  const longest = '山'.repeat(100_000)
  document.users = document.users.map((user) => ({ ...user, displayName: longest }))
  const [, row] = await readBack(document)
  expect(row?.[0]).toBe(longest)
})
