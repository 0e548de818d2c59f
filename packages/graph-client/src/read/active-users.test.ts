import fc from 'fast-check'
import { expect, test } from 'vitest'

import { wholeOf } from '../testing/golden/golden.ts'
import { failureOf } from '../testing/set-up.ts'
import { readActiveUsers } from './active-users.ts'

const COLUMNS = [
  'Report Refresh Date',
  'User Principal Name',
  'Display Name',
  'Is Deleted',
  'Deleted Date',
  'Has Exchange License',
  'Exchange Last Activity Date',
  'OneDrive Last Activity Date',
  'SharePoint Last Activity Date',
  'Skype For Business Last Activity Date',
  'Yammer Last Activity Date',
  'Teams Last Activity Date',
  'Assigned Products',
]
const ADA: Record<string, string> = {
  'Report Refresh Date': '2026-11-18',
  'User Principal Name': 'ada@fabrikam.example',
  'Display Name': 'Ada "The Count", Example',
  'Is Deleted': 'False',
  'Exchange Last Activity Date': '2026-11-17',
  'Teams Last Activity Date': '2026-11-16',
  'Assigned Products': 'MICROSOFT 365 BUSINESS PREMIUM+VISIO',
}
const READ = {
  userPrincipalName: 'ada@fabrikam.example',
  isConcealed: false,
  isDeleted: false,
  lastActivityDates: {
    exchange: '2026-11-17',
    oneDrive: null,
    sharePoint: null,
    teams: '2026-11-16',
    skypeForBusiness: null,
    yammer: null,
  },
  reportRefreshDate: '2026-11-18',
}

/** A tenant whose report comes in these pieces. */
function reporting(...chunks: string[]) {
  const asked: string[] = []
  const graph = {
    lacks: () => false,
    report: async function* report(path: string) {
      asked.push(path)
      yield* chunks
    },
  }
  return { graph, asked }
}

function csv(rows: Record<string, string>[], columns = COLUMNS, lineEnd = '\r\n'): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  return lines.map((fields) => `${fields.map(quoted).join(',')}${lineEnd}`).join('')
}

function quoted(field: string): string {
  return /[",\r\n]/u.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

async function read(...chunks: string[]) {
  return wholeOf(readActiveUsers(reporting(...chunks).graph, 'D30'))
}

test.each(['D7', 'D30', 'D90', 'D180'] as const)(
  'the report of %s is asked for',
  async (period) => {
    const { graph, asked } = reporting(csv([ADA]))
    expect(await wholeOf(readActiveUsers(graph, period))).toEqual([READ])
    expect(asked).toEqual([`/reports/getOffice365ActiveUserDetail(period='${period}')`])
  },
)

test('columns are found by name in any order', async () => {
  expect(await read(csv([ADA], COLUMNS.toReversed()))).toEqual([READ])
  expect(await read(csv([ADA], ['Something New', ...COLUMNS]))).toEqual([READ])
})

test('a byte order mark, line feeds alone and a line break within a name change nothing', async () => {
  const broken = { ...ADA, 'Display Name': 'Ada\r\nExample' }
  expect(await read(`\u{FEFF}${csv([ADA])}`)).toEqual([READ])
  expect(await read(`\u{FEFF}${csv([ADA]).replace(/^[^,]+/u, '"$&"')}`)).toEqual([READ])
  expect(await read(csv([ADA], COLUMNS, '\n'))).toEqual([READ])
  expect(await read(csv([broken]))).toEqual([READ])
})

test('a report may be cut into pieces anywhere', async () => {
  const text = `\u{FEFF}${csv([ADA, ADA])}`
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length)), async (cuts) => {
      const ends = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const pieces = ends.slice(1).map((end, index) => text.slice(ends[index], end))
      expect(await read(...pieces)).toEqual([READ, READ])
    }),
    { numRuns: 50 },
  )
})

test('names that Microsoft conceals are said to be', async () => {
  const code = '8F9E2C0D1A7B4C3E9D5F6A8B7C0E1D2F'
  const rows = await read(csv([{ ...ADA, 'User Principal Name': code }, ADA]))
  expect(rows).toMatchObject([
    { userPrincipalName: code, isConcealed: true },
    { userPrincipalName: 'ada@fabrikam.example', isConcealed: false },
  ])
})

test('people who were deleted are marked', async () => {
  expect(await read(csv([{ ...ADA, 'Is Deleted': 'True' }]))).toMatchObject([{ isDeleted: true }])
})

test('a report without users is valid', async () => {
  expect(await read(csv([]))).toEqual([])
})

test('thousands of people come in pages', async () => {
  const { graph } = reporting(csv(Array.from({ length: 1_203 }, () => ADA)))
  const sizes: number[] = []
  for await (const page of readActiveUsers(graph, 'D7') ?? []) sizes.push(page.length)
  expect(sizes).toEqual([500, 500, 203])
})

test.each([
  'Report Refresh Date',
  'User Principal Name',
  'Exchange Last Activity Date',
  'OneDrive Last Activity Date',
  'SharePoint Last Activity Date',
  'Teams Last Activity Date',
])(
  'a report without its column %s is malformed, and no user counts as inactive',
  async (column) => {
    const columns = COLUMNS.filter((other) => other !== column)
    expect(await failureOf(read(csv([ADA], columns)))).toMatchObject({
      code: 'MALFORMED_ANSWER',
      message: expect.stringContaining(column) as unknown,
    })
  },
)

test('workloads that are being retired may be gone from the report', async () => {
  const columns = COLUMNS.filter((column) => !/Skype|Yammer/u.test(column))
  expect(await read(csv([ADA], columns))).toEqual([READ])
})

test.each([
  ['a date that is none', csv([{ ...ADA, 'Teams Last Activity Date': 'zzleak' }]), 'Teams Last'],
  ['a row that is short', `${csv([ADA])}zzleak,\r\n`, 'CSV_RECORD_INCONSISTENT'],
  ['a quote that never ends', `${csv([ADA])}"zzleak`, 'CSV_QUOTE_NOT_CLOSED'],
  ['nothing at all', '', 'the complete body'],
  ['a web page', '<html>\n<body>zzleak</body>\n</html>', 'Report Refresh Date'],
  ['a foreign line', 'zzleak', 'Report Refresh Date'],
])('%s is malformed and is not quoted', async (_, text, named) => {
  const failure = await failureOf(read(text))
  expect(failure).toMatchObject({
    code: 'MALFORMED_ANSWER',
    path: "/reports/getOffice365ActiveUserDetail(period='D30')",
  })
  expect(String(failure)).toContain(named)
  expect(String(failure)).not.toContain('zzleak')
})

test('a report that breaks off fails with what broke it', async () => {
  const reset = new Error('reset')
  const graph = {
    lacks: () => false,
    report: async function* report() {
      yield csv([ADA])
      throw reset
    },
  }
  expect(await failureOf(wholeOf(readActiveUsers(graph, 'D7')))).toBe(reset)
})

test('a reader that stops ends the download', async () => {
  let isEnded = false
  const graph = {
    lacks: () => false,
    report: async function* report() {
      try {
        for (;;) yield csv(Array.from({ length: 600 }, () => ADA))
      } finally {
        isEnded = true
      }
    },
  }
  for await (const page of readActiveUsers(graph, 'D7') ?? []) {
    expect(page).toHaveLength(500)
    break
  }
  await expect.poll(() => isEnded).toBe(true)
})

test('a cloud without usage reports is not asked for them', () => {
  const { graph, asked } = reporting()
  expect(readActiveUsers({ ...graph, lacks: () => true }, 'D7')).toBeNull()
  expect(asked).toEqual([])
})

test.each([
  ['ada@fabrikam.example', false],
  ['ada_fabrikam.example#EXT#@contoso.onmicrosoft.com', false],
  ["o'hara@fabrikam.example", false],
  ['(Unknown)', true],
  ['(unknown)', true],
  ['', true],
  ['F3B2C1A09D8E7F6051423324A5B6C7D8', true],
  ['f3b2c1a0-9d8e-7f60-5142-3324a5b6c7d8', true],
  ['f3b2c1a09d8e7f6051423324a5b6c7d8f3b2c1a09d8e7f6051423324a5b6c7d8', true],
  ['F3B2C1A09D8E7F6051423324A5B6C7D8@fabrikam.example', true],
  ['8Lq0b3rT2uXk1wZ9yPd4Vg==', true],
  ['Unknown User', true],
])('the row of %j belongs to no user: %j (N4)', async (name, isConcealed) => {
  const [row] = await read(csv([{ ...ADA, 'User Principal Name': name }]))
  expect(row).toMatchObject({ userPrincipalName: name, isConcealed })
})
