import { deflateSync, crc32 } from 'node:zlib'

import { reportStatement } from '@tenantscope/analysis/report-statement'
import { reportLicense } from '@tenantscope/analysis/testing/report-license'
import type { LicenseReport, ReportUser } from '@tenantscope/contract/report-document'
import { describe, expect, test } from 'vitest'

import { HOSTILE_NAMES, reportOf } from '../../../../testing/hostile-report.ts'
import { checkWithQpdf, partsOf, readPdf } from '../../../../testing/read-pdf.ts'
import type { ReadPart } from '../../../../testing/read-pdf.ts'
import { hostileReport, redactedReport } from '../../../../testing/report-fixtures.ts'
import type { ReportLook } from '../report-writer.ts'
import { writePdf } from './pdf-writer.ts'

const LOOK: ReportLook = {
  name: 'Northwind Services',
  accentColor: '#02717a',
  footer: 'Northwind, Main Street 1',
  logoPng: null,
}

async function write(document: LicenseReport, look: Partial<ReportLook> = {}): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of writePdf({ document, look: { ...LOOK, ...look } }, () => {}))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The rows of a table over all pages: of each its cells, of each cell its lines. */
function rowsOf(parts: readonly ReadPart[], columns: readonly string[]): string[][] {
  const rows = partsOf(parts, 'TR').map((row) => row.parts.map(({ text }) => text))
  const header = rows.findIndex(
    (cells) => cells.map(squeezed).join() === columns.map(squeezed).join(),
  )
  const end = rows.findIndex((cells, at) => at > header && cells[0] === 'Name')
  return rows.slice(header + 1, end === -1 ? undefined : end)
}

const LICENSE_COLUMNS = [
  'License',
  'Type',
  'Assigned',
  'Usable',
  'Available',
  'Utilization',
  'In this report',
  'Price per month, USD',
  'Could be saved, USD',
]
const PEOPLE_COLUMNS = ['Name', 'Address', 'Marks', 'Licenses']

/** As it may be compared: where a line ends is the layout's business; controls are never drawn. */
function squeezed(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]/gu, '')
}

function expectedCells({ displayName, userPrincipalName, email, ...user }: ReportUser): string[] {
  const marks = [...(user.isGuest ? ['Guest'] : []), ...(user.isBlocked ? ['Sign-in blocked'] : [])]
  return [
    displayName,
    `${userPrincipalName ?? '—'}${email ?? ''}`,
    marks.join(', ') || '—',
    user.assignedLicenses.map(({ friendlyName }) => friendlyName).join(', '),
  ]
}

const hostile = reportOf(HOSTILE_NAMES)
const hostileBytes = await write(hostile)
const hostilePdf = await readPdf(hostileBytes)

describe('its content', () => {
  test('has a row for everybody, in order, and every cell holds what the report holds', () => {
    const rows = rowsOf(hostilePdf.parts, PEOPLE_COLUMNS)
    expect(rows.map((cells) => cells.map(squeezed))).toEqual(
      hostile.users.map((user) => expectedCells(user).map(squeezed)),
    )
  })

  test('does so for the names that broke other formats, and for a user without an address', async () => {
    const document = hostileReport()
    const { parts } = await readPdf(await write(document))
    expect(rowsOf(parts, PEOPLE_COLUMNS).map((cells) => cells.map(squeezed))).toEqual(
      document.users.map((user) => expectedCells(user).map(squeezed)),
    )
  })

  test.each([
    'محمد الأحمد',
    'مُحَمَّد',
    'فارسی گچپژ',
    'דנה כהן',
    'שָׁלוֹם',
    'สมชาย กำลังน้ำ',
    'हिन्दी क्षत्रिय प्रिया',
    'やまだ ガギグゲゴ',
    '김철수',
    'தமிழ் செல்வி',
    'கொங்கோ',
    'გიორგი ბერიძე',
    'Հայկ Պետրոսյան',
    'አበበ በቀለ',
    'অনুষ্কা মৌসুমী',
    'අනුෂ්කා පෙරේරා',
    'ខ្មែរ សុខា',
    'ສົມໄຊ ຈັນທະວົງ',
    'ကျော်ဇော သတ္တ',
    'తెలుగు శ్రీ',
    'ಕನ್ನಡ ಶ್ರೀ',
    'മലയാളം ശ്രീ',
    'ગુજરાતી શ્રી',
    'ਪੰਜਾਬੀ ਸਿੰਘ',
    'ଓଡ଼ିଆ ଶ୍ରୀ',
    'ދިވެހި',
    'བོད་ཡིག',
  ])('is read as it was written, blanks and signs too: %s', (name) => {
    const names = rowsOf(hostilePdf.parts, PEOPLE_COLUMNS).map(([cell]) => cell?.normalize('NFC'))
    expect(names).toContain(name.normalize('NFC'))
  })

  test('names on its first page the letters that no font has, and the files that have them', async () => {
    const text = 'The CSV and Excel files of this report contain every character.'
    expect(squeezed(hostilePdf.pages[0] ?? '')).toContain(
      squeezed(
        `4 characters have no font here and are shown as □: U+16A0, U+16A2, U+16A6, U+13000. ${text}`,
      ),
    )
    const plain = await readPdf(await write(reportOf(['Anna', 'গিরি'])))
    expect(plain.pages.join('')).not.toContain('no font')
    const many = String.fromCodePoint(...Array.from({ length: 30 }, (_, at) => 0x13000 + at))
    const { pages } = await readPdf(await write(reportOf([many])))
    expect(squeezed(pages[0] ?? '')).toContain(squeezed(`U+1300B and 18 more. ${text}`))
  })

  test('contains no control character and no reversed name', () => {
    const all = hostilePdf.pages.join('')
    expect(all.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u)
    expect(squeezed(all)).toContain('evilgnp.exename')
  })

  test('shows the seat use and cost of each license', () => {
    const [first, second, free] = rowsOf(hostilePdf.parts, LICENSE_COLUMNS)
    expect(first?.join('|')).toBe(
      'Microsoft 365 E3\nSPE_E3|Paid|63|100|37|63%\nSome Waste|1|22.00|220.00',
    )
    expect(second?.map(squeezed)[0]).toBe('Microsoft365AppsfürUnternehmen企業向けO365_BUSINESS')
    expect(free?.slice(1)).toEqual(['Free', '45', '1,000,000', '999,955', '—', '1', '—', '—'])
  })

  test('names the renewal of licenses outside of waste, and no cost of an unknown one', async () => {
    const renewals = [{ date: '2027-03-01T12:00:00.000Z', seats: 30 }]
    const cellOf = async (kind: 'device' | 'unknown' | 'paid', dates = renewals) => {
      const outside = { kind, renewals: dates, utilizationPercent: null, utilization: null }
      const license = reportLicense({ friendlyName: 'Intune Device', ...outside })
      const { parts } = await readPdf(await write({ ...hostile, licenses: [license] }))
      const [row] = rowsOf(parts, LICENSE_COLUMNS)
      return row?.slice(0, 2).join('|').replaceAll(/\s+/gu, ' ')
    }
    const named = 'Intune Device SPB 30 seats renew or end on Mar 01, 2027'
    expect(await cellOf('device')).toBe(`${named}|Device or server`)
    expect(await cellOf('device', [])).toContain('The renewal date is not known')
    expect(await cellOf('unknown')).toBe(`${named}|Not known`)
    expect(await cellOf('unknown', [])).toBe('Intune Device SPB|Not known')
    expect(await cellOf('paid')).toBe('Intune Device SPB|Paid')
  })

  test('opens with what was found, names the age of its figures and which licenses were chosen', async () => {
    const document = hostileReport()
    const { pages, parts } = await readPdf(await write(document))
    const plain = pages.map(squeezed)
    expect(plain[0]).toContain(squeezed(reportStatement(document)))
    expect(reportStatement(document)).toContain('USD 1,800.00 per month could be saved')
    expect(plain[0]).toContain(squeezed('5 of 7 licenses were chosen; totals count these only'))
    expect(plain[1]).toContain(
      squeezed(
        'Figures of Nov 01, 2026 at 1:45:00 AM PDT. 5 of 7 licenses were chosen; totals count these only.',
      ),
    )
    const row = rowsOf(parts, LICENSE_COLUMNS).find(([name]) => name?.includes('EMS'))
    expect(squeezed(row?.[0] ?? '')).toContain(
      squeezed('5 over-allocated seats 4 seats in the grace period until Dec 01, 2026'),
    )
  })

  test('explains removable seats and names the column of users', () => {
    const all = hostilePdf.pages.join(' ').replaceAll(/\s+/gu, ' ')
    expect(all).toContain(
      '7 unassigned + 3 held by blocked users or guests = 10 removable seats; 30 more unassigned, kept or on trial.',
    )
    expect(all).toContain("The column 'In this report' counts the users of this report.")
  })

  test('cuts no figure of the summary, however long it is', async () => {
    const [license] = hostile.licenses
    const rich = {
      ...hostile,
      licenses: hostile.licenses.map((each) =>
        each === license
          ? { ...each, monthlySavings: 1_234_567.89 }
          : { ...each, monthlySavings: 0 },
      ),
    }
    const { pages } = await readPdf(await write(rich))
    expect(pages[1]).toMatch(/USD 1,234,567\.89\s+Savings per month/u)
  })

  test('begins with who made it, of whom, when and from which data, in the zone of the report', () => {
    const cover = hostilePdf.pages[0]
    expect(cover?.indexOf('Northwind Services')).toBeLessThan(cover?.indexOf('User to') ?? 0)
    for (const text of [
      'User to License Report',
      'Contoso <Nord> & Søns',
      'contoso.onmicrosoft.com',
      'Nov 20, 2026 at 11:15:30 AM GMT+1',
      'Nov 20, 2026 at 10:00:00 AM GMT+1',
      'Alex Admin',
      'Europe/Berlin',
      'Northwind, Main Street 1',
      'Tenantscope',
    ])
      expect(cover).toContain(text)
  })

  test('numbers every page and repeats the headings of a table on each', async () => {
    const { pages } = await readPdf(await write(reportOf(manyNames(150))))
    expect(pages.length).toBeGreaterThan(6)
    for (const [at, text] of pages.entries())
      expect(text).toContain(`Page ${at + 1} of ${pages.length}`)
    for (const text of pages.slice(3)) expect(text).toMatch(/Name\s+Address\s+Marks\s+Licenses/)
  })

  test('cuts a row between two lines when no page can hold it, and loses none', async () => {
    const licenses = Array.from({ length: 300 }, (_, at) => ({
      ...hostile.licenses[0]!,
      friendlyName: `License number ${at}`,
    }))
    const document = reportOf(['Another User', 'With all'], { licenses })
    document.users[1]!.assignedLicenses = licenses
    const { parts } = await readPdf(await write(document))
    const held = partsOf(parts, 'TD')
      .map(({ text }) => squeezed(text))
      .join('')
    expect(held).toContain(licenses.map(({ friendlyName }) => squeezed(friendlyName)).join())
  })
})

describe('a shared report', () => {
  test('contains only names, masked addresses and seats, whatever else its document holds', async () => {
    const bytes = await write({ ...hostile, isRedacted: true })
    const { pages, parts, title } = await readPdf(bytes)
    const alts = partsOf(parts, 'Figure').map(({ alt }) => alt)
    const text = [...pages, ...alts, title].join('\n')
    for (const secret of [
      'Alex Admin',
      'contoso.onmicrosoft.com',
      'fabrikam',
      'USD',
      'saved',
      'Guest',
      'id-of-',
      'Marks',
    ])
      expect(text).not.toContain(secret)
    expect(rowsOf(parts, ['Name', 'Address', 'Licenses'])).toHaveLength(hostile.users.length)
  })

  test('is complete without the redacted fields', async () => {
    const document = redactedReport()
    const { parts, pages } = await readPdf(await write(document))
    const rows = rowsOf(parts, ['Name', 'Address', 'Licenses'])
    expect(rows.map(([name = '', address = '']) => [name, address].map(squeezed))).toEqual(
      document.users.map(({ displayName, userPrincipalName }) =>
        [displayName, userPrincipalName ?? ''].map(squeezed),
      ),
    )
    expect(pages[0]).toContain('Masked, as in every shared report')
    expect(pages[0]).not.toMatch(/Made by|Domain/)
  })
})

describe('its structure', () => {
  test('is tagged, in English, and titled', () => {
    expect(hostilePdf).toMatchObject({
      isMarked: true,
      language: 'en',
      title: 'User to License Report: Contoso <Nord> & Søns',
      author: 'Northwind Services',
      bookmarks: ['Summary', 'Licenses', 'People'],
    })
    expect(hostileBytes.toString('latin1')).toContain('/DisplayDocTitle true')
    expect(hostileBytes.toString('latin1')).toContain('Contoso &lt;Nord&gt; &amp; S')
  })

  test('has every cell under a row, every row under a table, and one row of headings for each', () => {
    const tables = partsOf(hostilePdf.parts, 'Table')
    for (const table of tables) {
      expect(new Set(table.parts.map(({ role }) => role))).toEqual(new Set(['TR']))
      for (const row of table.parts)
        expect(['TD', 'TH']).toEqual(expect.arrayContaining(row.parts.map(({ role }) => role)))
    }
    const cells = tables.flatMap(({ parts }) => parts.flatMap((row) => row.parts))
    for (const role of ['TD', 'TH'])
      expect(cells.filter((cell) => cell.role === role)).toHaveLength(
        partsOf(hostilePdf.parts, role).length,
      )
    expect(partsOf(hostilePdf.parts, 'TH')).toHaveLength(9 + 4)
    expect(hostileBytes.toString('latin1').match(/\/Scope \/Column/g)).toHaveLength(9 + 4)
    expect(partsOf(hostilePdf.parts, 'H1').map(({ text }) => text)).toEqual([
      'User to License Report',
      'Summary',
      'Licenses',
      'People',
    ])
  })

  test('says the figures of each chart in words', () => {
    const [use, savings] = partsOf(hostilePdf.parts, 'Figure').map(({ alt }) => alt)
    expect(use).toContain('Microsoft 365 E3: 63 of 100 assigned (63%)')
    expect(use).not.toContain('Power BI')
    expect(use).toContain('27 of 25 assigned (108%), 2 too many')
    expect(savings).toBe('Microsoft 365 E3: USD 220.00 per month, 10 seats')
  })

  test('is valid according to qpdf, and qpdf detects damage', async () => {
    expect(await checkWithQpdf(hostileBytes)).toBe(0)
    expect(await checkWithQpdf(hostileBytes.subarray(0, -2_000))).not.toBe(0)
  })
})

describe('the file', () => {
  test('has the same bytes for the same report, with a transparent logo too', async () => {
    const look = { logoPng: transparentPng() }
    const [one, other] = [await write(hostile, look), await write(hostile, look)]
    expect(one.equals(other)).toBe(true)
    const { parts } = await readPdf(one)
    expect(partsOf(parts, 'Figure')[0]?.alt).toBe('Logo of Northwind Services')
  })

  test('holds only the fonts that its letters ask for', async () => {
    const licenses = [hostile.licenses[0]!]
    const tenant = { displayName: 'Contoso' }
    const fonts = async (names: readonly string[]) =>
      (await write(reportOf(names, { licenses, tenant }))).toString('latin1').match(/\/FontFile2/g)
    expect(await fonts(['Anna'])).toHaveLength(2)
    expect(await fonts(['Anna', 'محمد'])).toHaveLength(3)
  })

  test('is written chunk by chunk as it is read, and reports its progress', async () => {
    const progress: number[] = []
    const file = writePdf({ document: reportOf(manyNames(1_000)), look: LOOK }, (written) =>
      progress.push(written),
    )
    const taking = file[Symbol.asyncIterator]()
    let pieces = 0
    while (progress.length === 0) {
      const taken = await taking.next()
      if (taken.done === true) break
      expect(taken.value.length).toBeLessThan(100_000)
      pieces += 1
    }
    expect(pieces).toBeGreaterThan(3)
    expect(progress).toHaveLength(1)
    expect(progress[0]).toBeLessThan(250)
    while ((await taking.next()).done !== true) pieces += 1
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    expect(progress.length).toBeGreaterThan(6)
    expect(progress.at(-1)).toBe(1_000)
    expect(pieces).toBeGreaterThan(30)
  })

  test('is complete without a name, a logo, a footer and prices', async () => {
    const licenses = [{ ...hostile.licenses[2]!, enabledUnits: 0, licenseType: 'paid' as const }]
    const { pages } = await readPdf(
      await write(reportOf(['Anna'], { licenses }), { name: null, footer: null }),
    )
    expect(pages[0]?.trimStart().startsWith('Page 1 of 4')).toBe(true)
    expect(pages[0]).toContain('Tenantscope')
    expect(pages[0]).toContain('one user, 1 license')
    expect(pages[1]).toContain('45 assigned, none usable')
    expect(pages.join('')).not.toMatch(/USD|saved/)
  })
})

function manyNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `Person ${at}`)
}

/** 2 x 2 pixels, red, the last one half transparent. */
function transparentPng(): Buffer {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0])
  const pixels = Buffer.from([0, 255, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 128])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
