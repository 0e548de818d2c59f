import { getEstateLicense, listEstateLicenses } from '@tenantscope/contract/estate-licenses'
import { TenantId } from '@tenantscope/contract/ids'
import { listLicenses, listTenantLicenses, setLicensePrice } from '@tenantscope/contract/licenses'
import { addPrice, changePrice, listPrices, removePrice } from '@tenantscope/contract/prices'
import type { PriceInput } from '@tenantscope/contract/prices'
import { listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { E3 } from '../../../testing/figures-world.ts'
import { storeReading } from '../../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'

const ALPINE = TenantId.parse(guidOf(31))
const BERG = TenantId.parse(guidOf(32))

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
  for (const [id, displayName] of [
    [ALPINE, 'Alpine'],
    [BERG, 'Berg'],
  ] as const)
    await storeReading(
      app.database.handle.db,
      { id, displayName, at: app.clock.now() },
      {
        skus: [{ skuId: E3, skuPartNumber: 'PART_05E9', enabledUnits: 10, consumedUnits: 4 }],
        people: [{ id: 'ada' }],
      },
    )
  admin = await app.signIn('admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const { id, version } of (await admin.call(listPrices, {})).prices)
    await admin.call(removePrice, { params: { priceId: id }, query: { version } })
})

const price = (changes: Partial<PriceInput> = {}): PriceInput => ({
  skuId: E3.toUpperCase(),
  tenantId: null,
  kind: 'customer',
  amount: 20,
  currency: 'USD',
  validFrom: null,
  validTo: null,
  ...changes,
})
const add = (changes: Partial<PriceInput> = {}) => admin.call(addPrice, { body: price(changes) })
const refusedAdd = (changes: Partial<PriceInput>) =>
  admin.refusal(addPrice, { body: price(changes) })

/** The price of the license in each tenant, as its page shows it. */
async function pricesOfTenants() {
  const replies = await Promise.all(
    [ALPINE, BERG].map((tenantId) => admin.call(listTenantLicenses, { params: { tenantId } })),
  )
  return replies.map(({ licenses }) => {
    const known = licenses[0]?.price
    return known ? [known.monthly, known.source] : null
  })
}

const today = () => app.clock.now().toISOString().slice(0, 10)
const inDays = (days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

test('a price of a tenant is used on every screen of that tenant, the one for all elsewhere', async () => {
  await add()
  expect(await add({ tenantId: ALPINE, amount: 18.5 })).toMatchObject({
    skuId: E3,
    tenantName: 'Alpine',
    amount: 18.5,
    state: 'current',
    version: 1,
  })
  expect(await pricesOfTenants()).toEqual([
    [18.5, 'tenant'],
    [20, 'own'],
  ])
  const { licenses, totals } = await admin.call(listEstateLicenses, {})
  const line = { price: null, hasSeveralPrices: true, monthlyCost: 385, monthlyWaste: 231 }
  expect(licenses).toMatchObject([line])
  expect(totals).toMatchObject({ currency: 'USD', monthlyCost: 385 })
  const details = await admin.call(getEstateLicense, { params: { skuId: E3 } })
  expect(details.licensedTenants).toMatchObject([
    { displayName: 'Alpine', price: { monthly: 18.5, source: 'tenant' }, monthlyCost: 185 },
    { displayName: 'Berg', price: { monthly: 20, source: 'own' }, monthlyCost: 200 },
  ])
  const { savings, tenants } = await admin.call(listTenants, {})
  expect(savings.monthlyAmount).toBe(231)
  expect(tenants.map(({ figures }) => figures?.savings.monthlyAmount)).toEqual([111, 120])
})

test('a price applies on its days; earlier and later days keep theirs', async () => {
  const list = (await pricesOfTenants())[0]
  const first = await add({ amount: 5, validTo: inDays(-1) })
  await add({ amount: 6, validFrom: inDays(1) })
  expect((await admin.call(listPrices, {})).prices.map(({ state }) => state)).toEqual([
    'past',
    'future',
  ])
  expect(await pricesOfTenants()).toEqual([list, list])
  await admin.call(changePrice, {
    params: { priceId: first.id },
    body: { ...first, validTo: today() },
  })
  expect((await pricesOfTenants())[0]).toEqual([5, 'own'])
})

test('prices of one kind for the same tenants never overlap; a cost is of another kind', async () => {
  await add({ validFrom: '2026-01-01', validTo: '2026-12-31' })
  const refusal = await refusedAdd({ validFrom: '2026-12-31' })
  expect(refusal).toMatchObject({ status: 409, body: { fields: [{ field: 'body.validFrom' }] } })
  expect(refusal.body.message).toContain('Customer price 20.00 USD, from 2026-01-01, to 2026-12-31')
  await add({ validFrom: '2027-01-01' })
  await add({ tenantId: ALPINE, validFrom: '2026-06-01' })
  const cost = await add({ kind: 'cost', amount: 15 })
  const last = await refusedAdd({ validFrom: null, validTo: '2026-01-01' })
  expect(last.status).toBe(409)
  const overlapping = { ...cost, validTo: '2025-01-01' }
  await admin.call(changePrice, { params: { priceId: cost.id }, body: overlapping })
  expect((await admin.call(listPrices, {})).prices).toHaveLength(4)
})

test.each<[string, Partial<PriceInput>, string]>([
  ['a license that is not in the list', { skuId: 'nothing' }, 'body.skuId'],
  ['a tenant that does not exist', { tenantId: TenantId.parse(guidOf(404)) }, 'body.tenantId'],
  ['a negative amount', { amount: -1 }, 'body.amount'],
  ['three decimals', { amount: 1.005 }, 'body.amount'],
  ['decimals of a currency without any', { amount: 1.5, currency: 'JPY' }, 'body.amount'],
  ['an end before the start', { validFrom: '2027-02-01', validTo: '2027-01-31' }, 'body.validTo'],
  ['a day that does not exist', { validFrom: '2027-02-30' }, 'body.validFrom'],
])('%s is refused, and nothing is stored', async (_name, changes, field) => {
  expect(await refusedAdd(changes)).toMatchObject({ status: 400, body: { fields: [{ field }] } })
  expect((await admin.call(listPrices, {})).prices).toEqual([])
})

test('a change from an old version is refused and names the earlier one', async () => {
  const { id, version, ...stored } = await add()
  const params = { priceId: id }
  await admin.call(changePrice, { params, body: { ...stored, version, amount: 21 } })
  const refused = await admin.refusal(changePrice, { params, body: { ...stored, version } })
  expect(refused).toMatchObject({
    status: 409,
    body: { changed: { by: expect.stringMatching(/^admin-/u) as unknown } },
  })
  const removal = await admin.refusal(removePrice, { params, query: { version } })
  expect(removal.status).toBe(409)
  expect((await admin.call(listPrices, {})).prices).toMatchObject([{ amount: 21, version: 2 }])
})

test('setting the price for all tenants keeps the price of earlier days and of later ones', async () => {
  const old = await add({ amount: 9 })
  await add({ amount: 30, tenantId: BERG })
  const set = (monthlyPrice: number | null) =>
    admin.call(setLicensePrice, { params: { skuId: E3 }, body: { monthlyPrice } })
  expect((await set(10)).price).toEqual({ monthly: 10, currency: 'USD', source: 'own' })
  await set(11)
  const rows = async () =>
    (await admin.call(listPrices, {})).prices.map(({ amount, validFrom, validTo }) => ({
      amount,
      validFrom,
      validTo,
    }))
  expect(await rows()).toEqual([
    { amount: 9, validFrom: null, validTo: inDays(-1) },
    { amount: 11, validFrom: today(), validTo: null },
    { amount: 30, validFrom: null, validTo: null },
  ])
  expect(await pricesOfTenants()).toEqual([
    [11, 'own'],
    [30, 'tenant'],
  ])
  expect((await set(null)).price).toMatchObject({ source: 'list' })
  expect((await rows())[0]).toEqual({ amount: 9, validFrom: null, validTo: inDays(-1) })
  expect((await admin.call(listLicenses, {}))[0]?.price).toMatchObject({ source: 'list' })
  expect(old.version).toBe(1)
})

test('every change is in the audit trail with its tenant, without the name of the tenant', async () => {
  const { id, version, ...stored } = await add({ tenantId: BERG })
  const params = { priceId: id }
  await admin.call(changePrice, { params, body: { ...stored, version, validTo: '2030-01-01' } })
  await admin.call(removePrice, { params, query: { version: version + 1 } })
  const trail = await app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'oldValue', 'newValue', 'tenantId', 'details'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  const [from, to] = [
    'Customer price 20.00 USD, no start, no end',
    'Customer price 20.00 USD, no start, to 2030-01-01',
  ]
  expect(trail.toReversed()).toMatchObject([
    { action: 'price added', oldValue: null, newValue: from, tenantId: BERG },
    { action: 'price changed', oldValue: from, newValue: to, tenantId: BERG },
    { action: 'price removed', oldValue: to, newValue: null, tenantId: BERG },
  ])
  expect(JSON.stringify(trail)).not.toContain('Berg')
})
