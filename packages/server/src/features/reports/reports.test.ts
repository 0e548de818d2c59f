import { setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import { REPORTS } from '@tenantscope/contract/limits'
import type { LicenseReport } from '@tenantscope/contract/report-document'
import { generateReport, listReportSnapshots } from '@tenantscope/contract/reports'
import { saveTenantSettings } from '@tenantscope/contract/tenant-settings'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import {
  E3,
  FLOW,
  HOLDERS,
  OWN,
  READING,
  bodyOf,
  generate,
  generatedDocument,
  manyHolders,
  storeFor,
} from '../../testing/report-world.ts'
import type { Wanted } from '../../testing/report-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const tenantId = guidOf(91)
const hidden = '00000000-0000-4000-8000-0000000000ab'

/** Display name of the signed-in viewer. */
const VIEWER: unknown = expect.stringMatching(/^Person \d+$/u)

let app: TestApp
let viewer: TestBrowser
let admin: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await storeFor(app, tenantId, {
    ...READING,
    skus: [...(READING.skus ?? []), { skuId: hidden, skuPartNumber: 'HIDDEN' }],
  })
  admin = await app.signIn('admin')
  viewer = await app.signIn('viewer', { tenants: [tenantId] })
  await admin.call(setLicenseVisibility, { params: { skuId: hidden }, body: { isVisible: false } })
})
afterAll(() => app.close())

const refusal = (wanted: Partial<Wanted>, by = viewer) =>
  by.refusal(generateReport, { body: bodyOf({ tenantId, ...wanted }) })
const counts = ({ summary }: LicenseReport) => [summary.totalUsers, summary.totalAssignments]

const E3_NAME = 'Microsoft 365 E3'
const FLOW_NAME = 'Microsoft Power Automate Free'

/** As READING says it, written down a second time; in the order of the names. */
const PEOPLE = [
  ['blocked-guest', '=cmd|calc', 'x#EXT#@contoso.example', null, true, true, [E3_NAME]],
  ['bare', 'bare', null, null, false, false, [E3_NAME]],
  ['nameless', 'émile@x', 'émile@x', null, false, false, [FLOW_NAME]],
  [
    'twice',
    'Zoë <b>Both</b>',
    'zoe@contoso.example',
    'zoe@mail.example',
    false,
    false,
    [E3_NAME, FLOW_NAME],
  ],
  ['hebrew', 'שלום\u202Eabc\u0007', null, null, false, false, [E3_NAME]],
] as const

test('a report holds what is stored of exactly what was selected, each person and license once', async () => {
  const document = await generatedDocument(viewer, { tenantId })
  expect(
    document.users.map((user) => [
      user.id,
      user.displayName,
      user.userPrincipalName,
      user.email,
      user.isGuest,
      user.isBlocked,
      user.assignedLicenses.map(({ friendlyName }) => friendlyName),
    ]),
  ).toEqual(PEOPLE)
  expect(document).toMatchObject({
    reportType: 'user-license',
    isRedacted: false,
    tenant: { displayName: 'Contoso / Süd', id: tenantId, defaultDomainName: null },
    createdAt: app.clock.now().toISOString(),
    createdBy: VIEWER,
    timeZone: 'America/Los_Angeles',
    dataAsOf: app.clock.now().toISOString(),
    statement: 'USD 195.00 per month could be saved on 5 of 10 paid seats.',
    selection: 'chosen',
    tenantLicenses: 3,
    summary: { totalUsers: 5, totalLicenses: 2, totalAssignments: 6 },
  })
  expect(document.licenses).toEqual([
    {
      skuId: E3,
      skuPartNumber: 'SPE_E3',
      friendlyName: E3_NAME,
      licenseType: 'paid',
      kind: 'paid',
      enabledUnits: 10,
      consumedUnits: 6,
      availableUnits: 4,
      utilizationPercent: 60,
      utilization: 'Some Waste',
      issues: [],
      renewals: [],
      reportedUsers: 4,
      price: { monthly: 39, currency: 'USD', source: 'list' },
      // Four unassigned seats, and the blocked guest's.
      removableSeats: 5,
      removableUnassigned: 4,
      monthlySavings: 195,
    },
    expect.objectContaining({
      skuId: FLOW,
      licenseType: 'free',
      utilizationPercent: null,
      reportedUsers: 2,
      price: null,
      removableSeats: null,
    }),
  ])
})

test('the CSV file says the same, cell by cell, with formulas made harmless', async () => {
  const file = await generate(viewer, { tenantId, format: 'csv' })
  const rows: string[][] = parse(file.body, { bom: true })
  const cells = PEOPLE.flatMap(([id, name, address, mail, isGuest, isBlocked, held]) =>
    held.map((license) => [
      name.replace(/^=/, "'="),
      address ?? '',
      mail ?? '',
      id,
      isGuest ? 'Guest' : 'Member',
      isBlocked ? 'Yes' : 'No',
      license,
    ]),
  )
  expect(rows.slice(1).map((row) => row.slice(0, 7))).toEqual(cells)
})

test('a file has the name of the report, the tenant and the day, in its own script', async () => {
  const { headers } = await generate(viewer, { tenantId, format: 'csv' })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toContain(
    `filename*=UTF-8''user-license-report-contoso-s%C3%BCd-`,
  )
})

test('a selected license that none of the selected people holds is in the report all the same', async () => {
  const document = await generatedDocument(viewer, {
    tenantId,
    licenseIds: [OWN, E3],
    userIds: ['twice'],
  })
  expect(document.licenses.map(({ skuId, reportedUsers }) => [skuId, reportedUsers])).toEqual([
    [OWN, 0],
    [E3, 1],
  ])
  expect(document.users.map(({ assignedLicenses }) => assignedLicenses)).toEqual([
    [{ friendlyName: E3_NAME, skuPartNumber: 'SPE_E3' }],
  ])
})

test('ids that come twice count once, those of licenses in any case', async () => {
  const twice = await generatedDocument(viewer, {
    tenantId,
    licenseIds: [E3, ` ${E3.toUpperCase()} `, FLOW],
    userIds: [...HOLDERS, ...HOLDERS],
  })
  expect([twice.summary.totalLicenses, ...counts(twice)]).toEqual([2, 5, 6])
})

test('a report carries the names of the directory and prices of the installation, not staff’s alias', async () => {
  const settings = { alias: 'The difficult one', tags: [], spareSeats: [] }
  await admin.call(saveTenantSettings, { params: { tenantId }, body: { settings } })
  const price = { params: { skuId: E3 }, body: { monthlyPrice: 10 } }
  await admin.call(setLicensePrice, price)
  const document = await generatedDocument(viewer, { tenantId })
  await admin.call(setLicensePrice, { ...price, body: { monthlyPrice: null } })
  expect(document.tenant.displayName).toBe('Contoso / Süd')
  expect(document.licenses[0]).toMatchObject({
    price: { monthly: 10, source: 'own' },
    monthlySavings: 50,
  })
})

test('10,000 people of many pages are all there, each once and by name', async () => {
  const many = guidOf(93)
  const reading = manyHolders(10_000)
  await storeFor(app, many, reading)
  const people = reading.people ?? []
  const document = await generatedDocument(admin, {
    tenantId: many,
    userIds: people.map(({ id }) => id).toReversed(),
  })
  expect(counts(document)).toEqual([10_000, 13_334])
  expect(new Set(document.users.map(({ id }) => id)).size).toBe(10_000)
  const names = document.users.map(({ displayName }) => displayName)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
})

test.each([
  [{ licenseIds: [] }, 'body.licenseIds', 'Please select at least one license.'],
  [{ userIds: [] }, 'body.userIds', 'Please select at least one user to generate this report.'],
  [{ licenseIds: [E3, hidden] }, 'body.licenseIds', 'Hidden licenses cannot be in reports'],
  [
    { licenseIds: [hidden.toUpperCase(), 'unknown'] },
    'body.licenseIds',
    'Hidden licenses cannot be in reports',
  ],
  [
    { licenseIds: [E3, 'a', 'b', 'c', 'd', 'e', 'f\0'] },
    'body.licenseIds',
    'This tenant has no licenses with these IDs: a, b, c, d, e and 1 more',
  ],
  [
    { userIds: ['twice', 'Twice', 'nul\0', '\uD800'] },
    'body.userIds',
    'This tenant does not have 3 of the selected users',
  ],
  [{ format: 'docx' }, 'body.format', expect.any(String) as unknown],
  [{ progressId: 'x' }, 'body.progressId', expect.any(String) as unknown],
])('a report with %o is refused at %s', async (wanted, field, message) => {
  const { status, body } = await refusal(wanted)
  expect([status, body.code, body.fields]).toEqual([400, 'BAD_REQUEST', [{ field, message }]])
})

test.each([
  ['Tenant ID is required', { tenantId: undefined }],
  ['Report type is required', { reportType: undefined }],
  ['Report type is required', { reportType: 'another' }],
])('%s: %o', async (message, given) => {
  const body = { ...bodyOf({ tenantId }), ...given }
  const refused = await admin.refusal(generateReport, { body })
  expect([refused.status, refused.body.message]).toEqual([400, message])
})

test('people who hold none of the licenses, or whose license failed, have to be chosen again', async () => {
  for (const [userIds, count] of [
    [['twice', 'failed'], 1],
    [['none', 'failed', 'nameless'], 3],
  ] as const) {
    const { status, body } = await refusal({ licenseIds: [E3], userIds })
    expect([status, body.code, body.message]).toEqual([
      409,
      'CONFLICT',
      `${count} of the selected users no longer have a selected license. Select the users again.`,
    ])
  }
})

test('licenses and people of another tenant are unknown here', async () => {
  const other = guidOf(94)
  const sku = { skuId: guidOf(1), skuPartNumber: 'ELSEWHERE' }
  await storeFor(app, other, {
    skus: [sku],
    people: [{ id: 'stranger', holds: [{ skuId: sku.skuId }] }],
  })
  expect((await refusal({ licenseIds: [E3, sku.skuId] }, admin)).body.fields).toMatchObject([
    { field: 'body.licenseIds' },
  ])
  expect((await refusal({ userIds: ['twice', 'stranger'] }, admin)).body.fields).toMatchObject([
    { field: 'body.userIds' },
  ])
})

const messageOf = async (id: string) => {
  const { status, body } = await refusal({ tenantId: id }, admin)
  return [status, body.code, body.message]
}

const failure = (part: 'users' | 'licenses') =>
  [{ part, code: 'PERMISSION_MISSING', message: 'No' }] as const

test('a tenant that was never read, and one whose parts could not be read, say so', async () => {
  const unread = await app.addTenant(guidOf(95))
  const halfRead = guidOf(96)
  expect(await messageOf(unread)).toEqual([
    409,
    'CONFLICT',
    'This tenant has not been read yet. Refresh it before creating a report.',
  ])
  await storeFor(app, halfRead, { skus: READING.skus ?? [], partFailures: failure('users') })
  expect(await messageOf(halfRead)).toEqual([
    409,
    'CONFLICT',
    'The users of this tenant could not be read.',
  ])
  await storeFor(app, halfRead, {
    people: READING.people ?? [],
    partFailures: failure('licenses'),
  })
  expect(await messageOf(halfRead)).toEqual([
    409,
    'CONFLICT',
    'The licenses of this tenant could not be read.',
  ])
})

test('who does not see the tenant makes no report of it, and nothing is kept of a refused one', async () => {
  const other = await app.addTenant(guidOf(94))
  const stranger = await app.signIn('technician', { tenants: [other] })
  expect((await refusal({}, stranger)).status).toBe(404)
  expect((await refusal({}, app.browser())).status).toBe(401)
  const kept = () =>
    app.database.handle.db
      .selectFrom('reportSnapshots')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const before = await kept()
  await refusal({ licenseIds: [hidden] })
  expect(await kept()).toEqual(before)
})

test('a body that is larger than the ids of 100,000 people is refused before it is read', async () => {
  const id = 'x'.repeat(199)
  const userIds = Array.from({ length: Math.ceil(REPORTS.maxBodyBytes / 200) }, () => id)
  const { status, body } = await refusal({ userIds })
  expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  const ids = Array.from({ length: 100_000 }, (_, at) => guidOf(at))
  expect((await refusal({ userIds: ids })).body.fields).toMatchObject([{ field: 'body.userIds' }])
})

test('a created report is stored and recorded in the audit', async () => {
  const only = { tenantId, licenseIds: [E3], userIds: ['twice'], format: 'csv' }
  app.clock.advance({ minutes: 1 })
  await generate(viewer, only)
  const { snapshots } = await viewer.call(listReportSnapshots, { params: { tenantId } })
  expect(snapshots[0]).toEqual({
    id: expect.any(String) as unknown,
    reportType: 'user-license',
    format: 'csv',
    createdAt: app.clock.now().toISOString(),
    createdBy: VIEWER,
    isScheduled: false,
    dataAsOf: expect.any(String) as unknown,
    licenseCount: 1,
    userCount: 1,
    assignmentCount: 1,
    posture: null,
    savings: null,
  })
  const entry = await app.database.handle.db
    .selectFrom('securityAuditLog')
    .selectAll()
    // To list the reports above was to open the tenant.
    .where('action', '<>', 'tenant opened')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    type: 'data',
    action: 'report made',
    changedBy: expect.stringMatching(/^viewer-\d+@partner\.example$/u) as unknown,
    tenantId,
    details: `User to License Report (csv): 1 user, 1 license; report ${snapshots[0]?.id ?? ''}`,
    ipAddress: '127.0.0.1',
  })
})
