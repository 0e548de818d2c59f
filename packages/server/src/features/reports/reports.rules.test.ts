import { LicenseReport } from '@tenantscope/contract/report-document'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { hostileReport, manyPeople } from '../../testing/report-fixtures.ts'
import { documentHead, documentText } from './document-text.ts'
import { mergeSorted } from './merge-sorted.ts'
import { cursorOf, cursorText, reportFileName } from './reports.rules.ts'

const named = (displayName: string, timeZone = 'UTC') =>
  reportFileName(
    {
      reportType: 'user-license',
      tenant: { displayName },
      createdAt: '2026-11-20T23:30:00.000Z',
      timeZone,
    },
    'pdf',
  )

test.each([
  ['Contoso', 'contoso'],
  ['Fabrikam & "Söhne" <GmbH>', 'fabrikam-söhne-gmbh'],
  ['../../etc/passwd\0', 'etc-passwd'],
  ['C:\\Windows\r\nX-Header: 1', 'c-windows-x-header-1'],
  ['abc\u202Egnp.exe', 'abc-gnp-exe'],
  ['株式会社 東京', '株式会社-東京'],
  ['मुंबई कंपनी', 'मुंबई-कंपनी'],
  ['🦊', 'tenant'],
  ['', 'tenant'],
  ['x'.repeat(200), 'x'.repeat(80)],
  [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
])('the file of the tenant %o is named by %s', (displayName, slug) => {
  expect(named(displayName)).toBe(`user-license-report-${slug}-2026-11-20.pdf`)
})

test('the day of a file is that of the creator’s time zone', () => {
  expect(named('Contoso', 'Asia/Tokyo')).toBe('user-license-report-contoso-2026-11-21.pdf')
})

test('a report parsed from its text equals the original, whatever its names contain', async () => {
  const report = hostileReport()
  report.tenant.displayName = '"],"users":[ ,"licenses":[\\'
  const text = await documentText(report)
  expect(LicenseReport.parse(JSON.parse(text))).toEqual(report)
  const { tenant, createdAt, dataAsOf, statement } = report
  expect(documentHead(text)).toMatchObject({ tenant, createdAt, dataAsOf })
  expect(documentHead(text).statement).toBe(statement)
})

test('the text of a report is one that the database keeps', async () => {
  const report = hostileReport()
  report.createdBy = 'nul \0, half \uD800'
  const text = await documentText(report)
  expect([text.includes('\0'), text.isWellFormed()]).toEqual([false, true])
})

test.each([0, 1, 499, 500, 501, 1_000])('a report of %i users is complete', async (count) => {
  const report = manyPeople(count)
  expect(JSON.parse(await documentText(report))).toEqual(report)
})

const compare = (a: number, b: number): number => a - b

test('sorted lists become one sorted list', async () => {
  const numbers = fc.array(fc.array(fc.integer({ min: 0, max: 50 })))
  await fc.assert(
    fc.asyncProperty(numbers, async (lists) => {
      const sorted = lists.map((list) => list.toSorted(compare))
      expect(await mergeSorted(sorted, compare)).toEqual(lists.flat().toSorted(compare))
    }),
  )
})

test('a place in a list survives the way to the browser and back', () => {
  const place = { createdAt: new Date('2026-11-20T08:30:15.123Z'), id: crypto.randomUUID() }
  expect(cursorOf(cursorText(place))).toEqual(place)
})
