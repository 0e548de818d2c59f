import {
  listLicenseHolders,
  listLicenses,
  listTenantLicenses,
  listTenantUsers,
  setLicensePrice,
  setLicenseVisibility,
} from '@tenantscope/contract/licenses'
import { searchEstate } from '@tenantscope/contract/search'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createLicensesRepo } from './licenses.repo.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const VISIO = 'c5928f49-12ba-48f7-ada3-0d743a3601d5'
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
        { skuId: SPB, skuPartNumber: ' spb ', enabledUnits: 1_000_000, consumedUnits: 2 },
        // Microsoft's ids come in lower case, and nothing here may hang on it.
        { skuId: VISIO.toUpperCase(), skuPartNumber: 'VISIOCLIENT' },
        { skuId: UNKNOWN, skuPartNumber: '<img src=x>' },
      ],
      people: [
        { id: 'ada', displayName: 'Ada', holds: [SPB, VISIO, UNKNOWN].map((skuId) => ({ skuId })) },
        {
          id: 'ben',
          displayName: 'Ben',
          holds: [{ skuId: VISIO.toUpperCase() }],
          accountEnabled: false,
        },
      ],
    },
  )
  admin = await app.signIn('admin')
  viewer = await app.signIn('viewer', { tenants: [tenantId] })
})
afterAll(() => app.close())

const log = () =>
  app.database.handle.db.selectFrom('licenseVisibilityLog').selectAll().orderBy('id').execute()
const trail = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .selectAll()
    .where('type', '=', 'license')
    .orderBy('id')
    .execute()

const setPrice = (monthlyPrice: number | null) =>
  admin.call(setLicensePrice, { params: { skuId: VISIO }, body: { monthlyPrice } })

const hourOf = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))

/** Where a viewer meets the license: by name and by id. */
async function placesOf(skuId: string, name: string) {
  const [licenses, { users }, holders, found] = await Promise.all([
    viewer.call(listTenantLicenses, of),
    viewer.call(listTenantUsers, of),
    viewer.call(listLicenseHolders, { ...of, query: { skuId } }),
    viewer.call(searchEstate, { query: { q: name } }),
  ])
  return {
    listed: licenses.licenses.some((each) => each.skuId.toLowerCase() === skuId),
    hiddenLicenses: licenses.hiddenLicenses,
    named: users.flatMap((user) => user.licenses).filter((each) => each === name).length,
    byId: users.flatMap((user) => user.licenseSkuIds).filter((id) => id.toLowerCase() === skuId)
      .length,
    holders: holders.total,
    found: found.licenses.items.length,
  }
}

test('a license that an administrator hides is gone everywhere at once, and comes back whole', async () => {
  const name = 'Visio Plan 2'
  const whole = { listed: true, hiddenLicenses: 0, named: 2, byId: 2, holders: 2, found: 1 }
  expect(await placesOf(VISIO, name)).toEqual(whole)

  const hidden = await admin.call(setLicenseVisibility, {
    params: { skuId: VISIO.toUpperCase() },
    body: { isVisible: false },
  })
  expect(hidden).toMatchObject({ skuId: VISIO, displayName: name, isVisible: false })
  const gone = { listed: false, hiddenLicenses: 1, named: 0, byId: 0, holders: 0, found: 0 }
  expect(await placesOf(VISIO, name)).toEqual(gone)
  const listed = await admin.call(listLicenses, {})
  expect(listed.map(({ skuId, isVisible }) => [skuId, isVisible])).toEqual([
    [UNKNOWN, true],
    [SPB, true],
    [VISIO, false],
  ])

  await admin.call(setLicenseVisibility, { params: { skuId: VISIO }, body: { isVisible: true } })
  expect(await placesOf(VISIO, name)).toEqual(whole)
})

test('who hid or showed a license is logged, and two who hide it at once are logged once', async () => {
  const before = (await log()).length
  const headers = { 'user-agent': 'a browser' }
  const setVisible = (isVisible: boolean) =>
    admin.call(setLicenseVisibility, { params: { skuId: SPB }, body: { isVisible } }, headers)
  await Promise.all([false, false, false].map(setVisible))
  await setVisible(true)
  const who = {
    changedBy: ADMIN,
    ipAddress: '127.0.0.1',
    userAgent: 'a browser',
  }
  expect((await log()).slice(before)).toMatchObject([
    { skuId: SPB, action: 'HIDDEN', ...who, timestamp: app.clock.now() },
    { skuId: SPB, action: 'VISIBLE', ...who },
  ])
  expect((await trail()).slice(-2)).toMatchObject([
    { action: 'license hidden', oldValue: 'visible', newValue: 'hidden', ...who },
    { action: 'license shown', details: `Microsoft 365 Business Premium (${SPB})`, ...who },
  ])
})

test('a price is kept in cents with its trail, and null returns to the list price', async () => {
  const [list] = (await viewer.call(listTenantLicenses, of)).licenses.filter(
    ({ skuPartNumber }) => skuPartNumber === 'VISIOCLIENT',
  )
  expect(await setPrice(19.99)).toMatchObject({
    price: { monthly: 19.99, currency: 'USD', source: 'own' },
    listPrice: list!.price,
  })
  expect((await viewer.call(listTenantLicenses, of)).licenses).toContainEqual(
    expect.objectContaining({
      skuPartNumber: 'VISIOCLIENT',
      price: { monthly: 19.99, currency: 'USD', source: 'own' },
    }),
  )
  const before = (await trail()).length
  await setPrice(19.99)
  expect(await setPrice(0)).toMatchObject({ price: { monthly: 0, source: 'own' } })
  expect((await setPrice(null)).price).toEqual(list!.price)
  expect((await trail()).slice(before)).toMatchObject([
    { action: 'license price changed', oldValue: '19.99 USD', newValue: '0.00 USD' },
    { oldValue: '0.00 USD', newValue: 'list price' },
  ])
})

test.each([
  [{ monthlyPrice: -0.01 }, 'body.monthlyPrice', 'Enter a price of 0 or more'],
  [{ monthlyPrice: 100_000.01 }, 'body.monthlyPrice', 'Enter a price of at most 100,000'],
  [{ monthlyPrice: 1.005 }, 'body.monthlyPrice', 'Enter a price with at most two decimals'],
  [{ monthlyPrice: '12' }, 'body.monthlyPrice', 'Enter a price of 0 or more'],
  [{}, 'body.monthlyPrice', 'Enter a price of 0 or more'],
])('the price %o is refused at its field, and nothing is written', async (body, field, message) => {
  const before = (await trail()).length
  const refusal = await admin.refusal(setLicensePrice, { params: { skuId: VISIO }, body })
  expect([refusal.status, refusal.body.fields]).toEqual([400, [{ field, message }]])
  expect((await trail()).length).toBe(before)
})

test('what is no visibility, and a SKU that was never seen, are refused', async () => {
  const asked = { params: { skuId: VISIO }, body: { isVisible: 'no' } }
  const refusal = await admin.refusal(setLicenseVisibility, asked)
  expect([refusal.status, refusal.body.message]).toEqual([400, 'isVisible must be true or false'])
  for (const skuId of ['no-tenant-has-it', '\0', '%'])
    for (const [call, body] of [
      [setLicenseVisibility, { isVisible: false }],
      [setLicensePrice, { monthlyPrice: 1 }],
    ] as const) {
      const { status, body: answer } = await admin.refusal(call, { params: { skuId }, body })
      expect([skuId, status, answer.code]).toEqual([skuId, 404, 'NOT_FOUND'])
    }
})

test('only administrators list, hide and price licenses', async () => {
  const technician = await app.signIn('technician', { tenants: [tenantId] })
  const params = { skuId: SPB }
  for (const browser of [viewer, technician])
    for (const refusal of [
      await browser.refusal(listLicenses),
      await browser.refusal(setLicenseVisibility, { params, body: { isVisible: false } }),
      await browser.refusal(setLicensePrice, { params, body: { monthlyPrice: 1 } }),
    ])
      expect(refusal.status).toBe(403)
  expect(await placesOf(SPB, 'Microsoft 365 Business Premium')).toMatchObject({ holders: 1 })
})

test('what a refresh sees is known from then on; what is known is left alone for a day', async () => {
  const seen = () =>
    app.database.handle.db
      .selectFrom('licenseVisibility')
      .select(['skuId', 'skuPartNumber', 'firstDiscovered', 'lastSeen'])
      .where('skuId', 'in', [SPB, 'new'])
      .orderBy('skuId')
      .execute()
  const store = (hour: number) =>
    storeReading(
      app.database.handle.db,
      { id: guidOf(72), displayName: 'Fabrikam', at: hourOf(hour) },
      {
        skus: [
          { skuId: 'NEW', skuPartNumber: 'NEW_ONE' },
          { skuId: SPB, skuPartNumber: 'OTHER' },
        ],
      },
    )
  await store(12)
  expect(await seen()).toEqual([
    { skuId: SPB, skuPartNumber: ' spb ', firstDiscovered: hourOf(6), lastSeen: hourOf(6) },
    { skuId: 'new', skuPartNumber: 'NEW_ONE', firstDiscovered: hourOf(12), lastSeen: hourOf(12) },
  ])
  await store(31)
  expect(await seen()).toMatchObject([
    { skuPartNumber: ' spb ', lastSeen: hourOf(31) },
    { skuPartNumber: 'NEW_ONE', lastSeen: hourOf(12) },
  ])
})

test('tenants that are read at the same time never stop each other, whatever their order of SKUs', async () => {
  const licenses = createLicensesRepo(app.database.handle.db)
  const skus = Array.from({ length: 1_000 }, (_, index) => ({
    skuId: `sku-${index % 10}-${index}`,
    skuPartNumber: 'X',
  }))
  const orders = [skus, skus.toReversed(), skus.toSorted((a, b) => (a.skuId < b.skuId ? 1 : -1))]
  for (const hour of [100, 200])
    await Promise.all(
      [...orders, ...orders].map((order) =>
        licenses.transaction((trx) => licenses.recordSeen(trx, order, hourOf(hour))),
      ),
    )
  const { db } = app.database.handle
  const stored = await db
    .selectFrom('licenseVisibility')
    .select(['firstDiscovered', 'lastSeen'])
    .distinct()
    .where('skuId', 'like', 'sku-%')
    .execute()
  expect(stored).toEqual([{ firstDiscovered: hourOf(100), lastSeen: hourOf(200) }])
})
