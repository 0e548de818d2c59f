import {
  addLicense,
  discoverLicenses,
  listLicenseVisibilityLog,
  setLicenseFriendlyName,
  setLicenseType,
} from '@tenantscope/contract/license-management'
import {
  listLicenses,
  listTenantLicenses,
  setLicensePrice,
  setLicenseVisibility,
} from '@tenantscope/contract/licenses'
import type { License, LicenseType } from '@tenantscope/contract/licenses'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const UNKNOWN = '00000000-0000-4000-8000-0000000000ff'
const tenantId = guidOf(71)
const of = { params: { tenantId } } as const

/** Of the signed-in administrator. */
const ADMIN: unknown = expect.stringMatching(/^admin-\d+@partner\.example$/u)

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await storeReading(
    app.database.handle.db,
    { id: tenantId, displayName: 'Contoso', at: new Date('2026-11-20T06:00:00Z') },
    {
      skus: [
        { skuId: SPB, skuPartNumber: 'SPB', enabledUnits: 10, consumedUnits: 2 },
        { skuId: UNKNOWN, skuPartNumber: 'NEW_THING', enabledUnits: 5, consumedUnits: 5 },
      ],
      people: [{ id: 'ada', displayName: 'Ada', holds: [{ skuId: SPB }] }],
    },
  )
  admin = await app.signIn('admin')
  viewer = await app.signIn('viewer', { tenants: [tenantId] })
})
afterAll(() => app.close())

const trail = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .selectAll()
    .where('type', '=', 'license')
    .orderBy('id')
    .execute()

const find = async (skuId: string): Promise<License | undefined> =>
  (await admin.call(listLicenses, {})).find((each) => each.skuId === skuId)

const setType = (licenseType: LicenseType | null, skuId = SPB) =>
  admin.call(setLicenseType, { params: { skuId }, body: { licenseType } })

/** What the tenant's page and the estate count of Business Premium. */
async function countedOf() {
  const [{ licenses }, estate, { licenseSummary }] = await Promise.all([
    viewer.call(listTenantLicenses, of),
    viewer.call(listTenants, {}),
    viewer.call(getTenantDetails, of),
  ])
  const license = licenses.find(({ skuId }) => skuId === SPB)
  return {
    licenseType: license?.licenseType,
    unassigned: license?.savings?.unassignedSeats ?? null,
    paidSeats: licenseSummary?.totalLicenses,
    estate: estate.savings.removableSeats,
  }
}

test('an own type takes a license out of waste and totals everywhere, and gives it back', async () => {
  const judged = { licenseType: 'context-dependent', unassigned: 8, paidSeats: 15, estate: 8 }
  expect(await countedOf()).toEqual(judged)
  const before = (await trail()).length
  expect(await setType('free')).toMatchObject({
    judgedKind: 'context-dependent',
    licenseType: 'free',
    ownType: 'free',
    contexts: [],
  })
  const free = { licenseType: 'free', unassigned: null, paidSeats: 5, estate: 0 }
  expect(await countedOf()).toEqual(free)
  await setType('free')
  expect(await setType(null)).toMatchObject({ ownType: null, licenseType: 'context-dependent' })
  expect(await countedOf()).toEqual(judged)
  expect((await trail()).slice(before)).toMatchObject([
    { action: 'license type changed', oldValue: 'as judged', newValue: 'Free' },
    { oldValue: 'Free', newValue: 'as judged', changedBy: ADMIN },
  ])
})

test('the detected kind is the one that applies without an own type, also with an own price', async () => {
  const priced = (monthlyPrice: number | null) =>
    admin.call(setLicensePrice, { params: { skuId: UNKNOWN }, body: { monthlyPrice } })
  expect(await find(UNKNOWN)).toMatchObject({ judgedKind: 'unknown', kind: 'unknown' })
  await priced(4)
  expect(await find(UNKNOWN)).toMatchObject({ judgedKind: 'paid', kind: 'paid' })
  await priced(null)
  expect(await find(UNKNOWN)).toMatchObject({ judgedKind: 'unknown' })
})

test('contexts say when a license may be free, or that it is retired', async () => {
  expect((await find(SPB))?.contexts).toContain('As a trial')
  expect((await setType('retired')).contexts).toEqual(['Retired: Microsoft no longer sells it'])
  await setType(null)
  expect((await find(UNKNOWN))?.contexts).toEqual([])
})

test('a license without a known name is marked until an administrator names it', async () => {
  expect(await find(UNKNOWN)).toMatchObject({ isKnown: false, displayName: 'NEW_THING' })
  expect((await find(SPB))?.isKnown).toBe(true)
  const before = (await trail()).length
  const params = { skuId: UNKNOWN.toUpperCase() }
  const named = await admin.call(setLicenseFriendlyName, {
    params,
    body: { friendlyName: ' Ours ' },
  })
  expect(named).toMatchObject({ isKnown: true, friendlyName: 'Ours', displayName: 'Ours' })
  await admin.call(setLicenseFriendlyName, { params, body: { friendlyName: 'Ours' } })
  const { licenses } = await viewer.call(listTenantLicenses, of)
  expect(licenses.map(({ displayName }) => displayName)).toContain('Ours')
  expect((await trail()).slice(before)).toMatchObject([
    { action: 'license renamed', oldValue: null, newValue: 'Ours', details: `Ours (${UNKNOWN})` },
  ])
})

test('a name is one line, which no sign turns around', async () => {
  const added = await admin.call(addLicense, {
    body: { skuId: 'hand-made-2', productName: 'Ours\r\n\u202eflipped', friendlyName: 'A\0\tB' },
  })
  expect(added).toMatchObject({ productName: 'Ours flipped', friendlyName: 'A B' })
  const params = { skuId: 'hand-made-2' }
  const body = { friendlyName: 'One\nline' }
  expect((await admin.call(setLicenseFriendlyName, { params, body })).friendlyName).toBe('One line')
})

test('a license can be added by hand, once whatever its case, and a tenant that has it uses its name', async () => {
  const before = (await trail()).length
  const added = await admin.call(addLicense, {
    body: { skuId: ' Hand-Made 1 ', productName: ' Our Developer Suite ', friendlyName: ' ' },
  })
  expect(added).toMatchObject({
    skuId: 'Hand-Made 1',
    productName: 'Our Developer Suite',
    friendlyName: null,
    displayName: 'Our Developer Suite',
    licenseType: 'free',
    isVisible: true,
    isKnown: true,
    firstDiscovered: app.clock.now().toISOString(),
  })
  expect(await find('Hand-Made 1')).toEqual(added)
  const again = await admin.refusal(addLicense, { body: { skuId: 'HAND-MADE 1' } })
  expect([again.status, again.body.code]).toEqual([409, 'CONFLICT'])
  expect((await trail()).slice(before)).toMatchObject([
    {
      action: 'license added',
      newValue: 'visible',
      oldValue: null,
      details: 'Our Developer Suite (Hand-Made 1)',
    },
  ])
  await storeReading(
    app.database.handle.db,
    { id: guidOf(72), displayName: 'Fabrikam', at: new Date('2026-11-20T07:00:00Z') },
    {
      skus: [{ skuId: 'HAND-MADE 1', skuPartNumber: 'HAND' }],
      people: [],
    },
  )
  const { licenses } = await admin.call(listTenantLicenses, { params: { tenantId: guidOf(72) } })
  expect(licenses.map(({ displayName }) => displayName)).toEqual(['Our Developer Suite'])
})

test.each([
  ['spe_e5', { skuId: 'SPE_E5', skuPartNumber: 'SPE_E5', productName: 'Microsoft 365 E5' }],
  [' MICROSOFT_365_copilot ', { skuId: 'Microsoft_365_Copilot' }],
  ['Our-Own_Sku', { skuId: 'Our-Own_Sku', displayName: 'Our-Own_Sku', isKnown: false }],
  ['4B9405B0-7788-4568-ADD1-99614E613B69', { skuId: '4b9405b0-7788-4568-add1-99614e613b69' }],
])(
  '%j is shown as Microsoft writes it, else as typed, and found whatever its case',
  async (...given) => {
    const [skuId, shown] = given
    expect(await admin.call(addLicense, { body: { skuId } })).toMatchObject(shown)
    const params = { skuId: skuId.trim().toUpperCase() }
    const renamed = await admin.call(setLicenseFriendlyName, {
      params,
      body: { friendlyName: 'Mine' },
    })
    expect(renamed).toMatchObject({ skuId: shown.skuId, displayName: 'Mine' })
    expect((await find(shown.skuId))?.displayName).toBe('Mine')
  },
)

test('of many who add the same license at once one does', async () => {
  const answers = await Promise.allSettled(
    [1, 2, 3].map(() => admin.call(addLicense, { body: { skuId: 'at-once' } })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('what was hidden or shown is listed newest first with its name, and 0 lists all', async () => {
  await admin.call(addLicense, { body: { skuId: 'Secret', isVisible: false } })
  const params = { skuId: SPB }
  const headers = { 'user-agent': 'a browser' }
  await admin.call(setLicenseVisibility, { params, body: { isVisible: false } }, headers)
  await admin.call(setLicenseVisibility, { params, body: { isVisible: true } }, headers)
  const listed = (limit?: number) =>
    admin.call(listLicenseVisibilityLog, { query: limit === undefined ? {} : { limit } })
  const who = { changedBy: ADMIN, ipAddress: '127.0.0.1' }
  const name = 'Microsoft 365 Business Premium'
  expect(await listed()).toMatchObject([
    { skuId: SPB, displayName: name, action: 'VISIBLE', ...who, userAgent: 'a browser' },
    { skuId: SPB, action: 'HIDDEN', timestamp: app.clock.now().toISOString() },
    { skuId: 'Secret', displayName: 'Secret', action: 'HIDDEN', ...who },
  ])
  const { db } = app.database.handle
  await db
    .insertInto('licenseVisibilityLog')
    .values(
      Array.from({ length: 60 }, (_, index) => ({
        skuId: `gone-${index}`,
        changedBy: 'ada',
        action: 'HIDDEN' as const,
      })),
    )
    .execute()
  expect((await listed()).length).toBe(50)
  expect(await listed(1)).toMatchObject([{ skuId: 'gone-59', displayName: null, ipAddress: null }])
  expect((await listed(0)).length).toBe(63)
})

test.each([
  [addLicense, {}, 'body.skuId', 'SKU ID is required'],
  [addLicense, { skuId: ' ' }, 'body.skuId', 'SKU ID is required'],
  [addLicense, { skuId: '\0' }, 'body.skuId', 'SKU ID is required'],
  [addLicense, { skuId: 'x', isVisible: 1 }, 'body.isVisible', 'isVisible must be true or false'],
  [setLicenseFriendlyName, {}, 'body.friendlyName', 'Friendly name is required'],
  [setLicenseFriendlyName, { friendlyName: ' ' }, 'body.friendlyName', 'Friendly name is required'],
  [
    setLicenseFriendlyName,
    { friendlyName: '\u200B' },
    'body.friendlyName',
    'Friendly name is required',
  ],
])('$name with %o is refused at its field, and nothing is written', async (...given) => {
  const [call, body, field, message] = given
  const before = (await trail()).length
  const asked = call === addLicense ? { body } : { params: { skuId: SPB }, body }
  const refusal = await admin.refusal(call, asked)
  expect([refusal.status, refusal.body.fields]).toEqual([400, [{ field, message }]])
  expect((await trail()).length).toBe(before)
})

test('an unknown type, and a license that was never seen, are refused', async () => {
  const params = { skuId: SPB }
  const { status } = await admin.refusal(setLicenseType, { params, body: { licenseType: 'cheap' } })
  expect(status).toBe(400)
  for (const [call, body] of [
    [setLicenseType, { licenseType: 'paid' }],
    [setLicenseFriendlyName, { friendlyName: 'x' }],
  ] as const) {
    const answer = await admin.refusal(call, { params: { skuId: 'no-tenant-has-it' }, body })
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  }
})

test('only administrators add, discover, name and judge licenses and see their trail', async () => {
  const technician = await app.signIn('technician', { tenants: [tenantId] })
  const params = { skuId: SPB }
  for (const browser of [viewer, technician])
    for (const refusal of [
      await browser.refusal(addLicense, { body: { skuId: 'mine' } }),
      await browser.refusal(discoverLicenses),
      await browser.refusal(setLicenseFriendlyName, { params, body: { friendlyName: 'Mine' } }),
      await browser.refusal(setLicenseType, { params, body: { licenseType: 'free' } }),
      await browser.refusal(listLicenseVisibilityLog),
    ])
      expect(refusal.status).toBe(403)
  expect(await find('mine')).toBeUndefined()
})
