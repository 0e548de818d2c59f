import type { LicenseReport, ReportUser } from '@tenantscope/contract/report-document'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { redactReport } from './redaction.ts'

const TENANT_ID = '20000000-0000-4000-8000-000000000001'
const SKU_ID = '30000000-0000-4000-8000-00000000000a'

const report = (
  people: readonly Partial<ReportUser>[],
  over: Partial<LicenseReport> = {},
): LicenseReport => ({
  schema: 'tenantscope/report',
  version: 1,
  reportType: 'user-license',
  isRedacted: false,
  tenant: { displayName: 'Fabrikam', id: TENANT_ID, defaultDomainName: 'fabrikam.com' },
  createdAt: '2026-11-20T08:30:15.000Z',
  createdBy: 'Mona Creator',
  timeZone: 'Europe/Berlin',
  dataAsOf: '2026-11-01T08:45:00.000Z',
  statement: 'USD 30,617.28 per month could be saved on 4 of 10 paid seats.',
  selection: 'chosen',
  summary: {
    totalUsers: people.length,
    totalLicenses: 1,
    totalAssignments: people.length,
  },
  tenantLicenses: 3,
  licenses: [
    {
      skuId: SKU_ID,
      skuPartNumber: 'SPE_E3',
      friendlyName: 'Microsoft 365 E3',
      licenseType: 'paid',
      enabledUnits: 10,
      consumedUnits: 6,
      availableUnits: 4,
      utilizationPercent: 60,
      utilization: 'Some Waste',
      issues: [{ kind: 'suspended', seats: 2, endsAt: null }],
      reportedUsers: people.length,
      price: { monthly: 7_654.32, currency: 'USD', source: 'own' },
      removableSeats: 4,
      monthlySavings: 30_617.28,
    },
  ],
  users: people.map((person, at) => ({
    id: `10000000-0000-4000-8000-${at.toString().padStart(12, '0')}`,
    displayName: 'Anna Berg',
    userPrincipalName: 'anna.berg@fabrikam.com',
    email: 'anna@mail.fabrikam.com',
    isGuest: true,
    isBlocked: true,
    assignedLicenses: [{ friendlyName: 'Microsoft 365 E3', skuPartNumber: 'SPE_E3' }],
    ...person,
  })),
  ...over,
})

const nameOf = (displayName: string, options = { maskNames: false }): string | undefined =>
  redactReport(report([{ displayName }]), options).users[0]?.displayName
const addressOf = (userPrincipalName: string | null): string | null | undefined =>
  redactReport(report([{ userPrincipalName }]), { maskNames: false }).users[0]?.userPrincipalName

test('only fields of the allow-list are shared', () => {
  expect(redactReport(report([{}]), { maskNames: false })).toStrictEqual({
    schema: 'tenantscope/report',
    version: 1,
    reportType: 'user-license',
    isRedacted: true,
    tenant: { displayName: 'Fabrikam' },
    createdAt: '2026-11-20T08:30:15.000Z',
    timeZone: 'Europe/Berlin',
    dataAsOf: '2026-11-01T08:45:00.000Z',
    // Without the amount of the stored report.
    statement: '4 of 10 paid seats are unassigned; 2 suspended seats need attention.',
    selection: 'chosen',
    tenantLicenses: 3,
    summary: { totalUsers: 1, totalLicenses: 1, totalAssignments: 1 },
    licenses: [
      {
        skuPartNumber: 'SPE_E3',
        friendlyName: 'Microsoft 365 E3',
        licenseType: 'paid',
        enabledUnits: 10,
        consumedUnits: 6,
        availableUnits: 4,
        utilizationPercent: 60,
        utilization: 'Some Waste',
        issues: [{ kind: 'suspended', seats: 2, endsAt: null }],
        reportedUsers: 1,
      },
    ],
    users: [
      {
        displayName: 'Anna Berg',
        userPrincipalName: 'a•••@f•••.com',
        assignedLicenses: [{ friendlyName: 'Microsoft 365 E3', skuPartNumber: 'SPE_E3' }],
      },
    ],
  })
})

test.each([
  ['anna@fabrikam.com', 'a•••@f•••.com'],
  ['anna.berg+reports@mail.fabrikam.co.uk', 'a•••@m•••.uk'],
  ['юлия@пример.рф', 'ю•••@п•••.рф'],
  ['anna_fabrikam.com#EXT#@contoso.onmicrosoft.com', 'a•••@f•••.com'],
  ['ANNA_LENA_fabrikam.com#ext#@contoso.onmicrosoft.com', 'A•••@f•••.com'],
  ['anna@fabrikam', 'a•••@f•••'],
  ['anna', 'a•••'],
  ['x@y@z.com', 'x•••@y•••@z•••.com'],
  ['', '•••'],
])('the address %s leaves as %s', (address, masked) => {
  expect(addressOf(address)).toBe(masked)
})

test('a user without a sign-in name has none in a shared report', () => {
  expect(addressOf(null)).toBeNull()
})

test.each([
  ['anna.long@fabrikam.com', 'a•••@f•••.com'],
  ['Anna (anna@fabrikam.com)', 'Anna (a•••@f•••.com)'],
  ['anna@a.com; bob@b.org, Carl', 'a•••@a•••.com; b•••@b•••.org, Carl'],
  ['mailto:anna@other.example?subject=x', 'mailto:a•••@o•••.example'],
  ['anna_fabrikam.com#EXT#@contoso.onmicrosoft.com', 'a•••@f•••.com'],
  ['anna_partner.example#EXT#', 'a•••@p•••.example'],
  ['x@y@z.com', 'x•••@y•••@z•••.com'],
  ['anna＠fabrikam．com', 'a•••@f•••.com'],
  ['anna%40fabrikam.com', 'a•••@f•••.com'],
  ['an\u200Bna@fab\u202Erikam.com', 'a•••@f•••.com'],
  ['anna@fabri\u200Dkam.com', 'a•••@f•••.com'],
  ['Sales @ Contoso', 'Sales @ Contoso'],
  ['@SUM(A1:A9)', '@SUM(A1:A9)'],
  ['@fabrikam.com', '•••@f•••.com'],
])('an address within the name %s is masked', (name, masked) => {
  expect(nameOf(name)).toBe(masked)
})

test.each([
  ['Anna 030 – 123 – 4567', 'Anna •••'],
  ['Anna 030·12·34·567', 'Anna •••'],
  ['Anna [030]_12_34_567', 'Anna •••'],
  ['Anna 0\u200D3\u200D0\u200D1\u200D2\u200D3\u200D4\u200D5', 'Anna •••'],
  [
    'Anna 0\uFE0F\u20E33\uFE0F\u20E30\uFE0F\u20E31\uFE0F\u20E32\uFE0F\u20E33\uFE0F\u20E34',
    'Anna •••',
  ],
  [`Anna ${TENANT_ID.replace('-', '\u200D-')}`, 'Anna •••'],
])('a number to call and an id are masked also in the disguise of %j', (name, masked) => {
  expect(nameOf(name)).toBe(masked)
})

test.each([
  ['Team fabrikam.com', 'Team f•••.com'],
  ['FABRIKAM.COM', 'F•••.COM'],
  ['mail.fabrikam.com.example', 'm•••.example'],
  ['xfabrikam.comx', 'x•••.comx'],
  ['contoso.onmicrosoft.com', 'c•••.com'],
  ['https://fabrikam.sharepoint.com/sites', 'https://f•••.com/sites'],
  ['J.Smith of St.Clair', 'J.Smith of St.Clair'],
])('a domain of the tenant within the name %s is masked', (name, masked) => {
  expect(nameOf(name)).toBe(masked)
})

test.each([
  ['10000000-0000-4000-8000-000000000000', 'Unnamed user'],
  [`Anna {${SKU_ID.toUpperCase()}}`, 'Anna {•••}'],
  [SKU_ID.replaceAll('-', ''), 'Unnamed user'],
  ['Anna +49 (170) 123-4567', 'Anna •••'],
  ['Room 2026', 'Room 2026'],
  ['007', '007'],
  ['\u202E\u0007 ', 'Unnamed user'],
  ['', 'Unnamed user'],
])('an id or a number within the name %s does not leave', (name, masked) => {
  expect(nameOf(name)).toBe(masked)
})

test('a user whose name is the id is not named, for any form of id', () => {
  const { users } = redactReport(report([{ id: 'Person-1', displayName: 'person-1' }]), {
    maskNames: false,
  })
  expect(users[0]?.displayName).toBe('Unnamed user')
})

test.each([
  ['abc\u202Egnp.exe\u202C', 'abcgnp.exe'],
  ['First line\r\nSecond\u2028line', 'First line Second line'],
  ['bell\u0007escape\u001B', 'bell escape'],
  ['\u2066isolated\u2069', 'isolated'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['👩🏽‍💻 Zoë 🇩🇪', '👩🏽‍💻 Zoë 🇩🇪'],
  ['half \uD83D', 'half \uFFFD'],
])('of %j only what steers is cut', (name, kept) => {
  expect(nameOf(name)).toBe(kept)
})

test.each([
  ['Anna Berg', 'A••• B•••'],
  ['  anna-lena   von Berg ', 'a••• v••• B•••'],
  ['محمد بن سلمان (IT)', 'م••• ب••• س••• I•••'],
  ['山田 太郎（営業部）', '山••• 太•••'],
  ['e\u0301lodie', 'e\u0301•••'],
  ['👩🏽‍💻 Zoë 🇩🇪', '👩🏽‍💻••• Z••• 🇩🇪•••'],
  ['anna@fabrikam.com', 'a•••@f•••.com'],
  ['10000000-0000-4000-8000-000000000000', 'Unnamed user'],
  ['--- !!', 'Unnamed user'],
])('with masked names %s is %s', (name, masked) => {
  expect(nameOf(name, { maskNames: true })).toBe(masked)
})

test('the tenant and its licenses lose addresses and ids, but no name', () => {
  const given = report([{ assignedLicenses: [{ friendlyName: SKU_ID, skuPartNumber: SKU_ID }] }])
  const [license] = given.licenses
  const { tenant, licenses, users } = redactReport(
    {
      ...given,
      tenant: { ...given.tenant, displayName: 'Fabrikam (it@fabrikam.com)' },
      licenses: license ? [{ ...license, friendlyName: 'E3 for it@fabrikam.com, 1000000' }] : [],
    },
    { maskNames: true },
  )
  expect(tenant).toStrictEqual({ displayName: 'Fabrikam (i•••@f•••.com)' })
  expect(licenses[0]?.friendlyName).toBe('E3 for i•••@f•••.com, 1000000')
  expect(users[0]?.assignedLicenses).toEqual([
    { friendlyName: 'Unnamed license', skuPartNumber: 'Unnamed license' },
  ])
})

describe('for any report', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 12 })
  const label = fc.stringMatching(/^[a-z][a-z0-9]{2,8}$/u)
  const address = fc
    .tuple(
      fc.stringMatching(/^[a-zäя][a-z0-9äя.+_-]{3,12}$/u),
      label,
      fc.constantFrom('com', 'co.uk', 'рф'),
    )
    .map(([local, domain, end]) => ({
      whole: `${local}@${domain}.${end}`,
      domain: `${domain}.${end}`,
    }))
  const guid = fc.uuid()
  const hostile = (secrets: readonly string[]) =>
    fc
      .array(
        fc.oneof(
          word,
          fc.constantFrom(' ', ', ', '(', ')', '"', ' <', '> ', '; '),
          fc.constantFrom(...secrets),
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(fc.sample(fc.constantFrom(' ', ' ', ', '), 1)[0] ?? ' '))
  const arbitrary = fc
    .record({
      tenantId: guid,
      ids: fc.array(guid, { minLength: 1, maxLength: 4 }),
      addresses: fc.array(address, { minLength: 1, maxLength: 4 }),
    })
    .chain(({ tenantId, ids, addresses }) => {
      const domain = addresses[0]?.domain ?? ''
      const secrets = [tenantId, ...ids, domain, ...addresses.map(({ whole }) => whole)]
      return fc
        .record({
          names: fc.array(hostile(secrets), { minLength: 1, maxLength: 6 }),
          tenantName: hostile(secrets),
          license: hostile(secrets),
          maskNames: fc.boolean(),
        })
        .map((made) => ({ ...made, tenantId, ids, addresses, domain, secrets }))
    })
  const EMAIL = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u
  const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iu

  test('a shared report contains no address, id or secret', () => {
    fc.assert(
      fc.property(arbitrary, (given) => {
        const { tenantId, ids, addresses, domain, secrets, maskNames } = given
        const names = { friendlyName: given.license, skuPartNumber: given.license }
        const document = report(
          given.names.map((displayName, at) => ({
            id: ids[at % ids.length],
            displayName,
            userPrincipalName: addresses[at % addresses.length]?.whole ?? null,
            email: addresses[(at + 1) % addresses.length]?.whole ?? null,
            assignedLicenses: [names],
          })),
          { tenant: { displayName: given.tenantName, id: tenantId, defaultDomainName: domain } },
        )
        const text = JSON.stringify(redactReport(document, { maskNames })).normalize('NFKC')
        expect(text).not.toMatch(EMAIL)
        expect(text).not.toMatch(GUID)
        for (const secret of [...secrets, SKU_ID, 'Mona Creator', '7654.32', '30617.28'])
          expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
      }),
      { numRuns: 500 },
    )
  })
})
