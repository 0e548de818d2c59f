import {
  getEstateLicense,
  getEstateLicenseTrend,
  listEstateLicenses,
} from '@tenantscope/contract/estate-licenses'
import type { EstateLicenses } from '@tenantscope/contract/estate-licenses'
import { TenantId } from '@tenantscope/contract/ids'
import { setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import type { PartFailure } from '@tenantscope/contract/parts'
import { createTenantGroup } from '@tenantscope/contract/tenant-groups'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { E3, E5, FIGURES_READING, VISIO } from '../../testing/figures-world.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import type { StoredReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const ALPINE = guidOf(31)
const BERG = guidOf(32)
const CREEK = guidOf(33)
const GONE = guidOf(34)
const UNREAD = guidOf(35)

const NOT_READ = {
  code: 'PERMISSION_MISSING',
  message: 'This tenant has not granted a required permission.',
} as const satisfies Omit<PartFailure, 'part'>

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeAll(async () => {
  await store(ALPINE, 'Alpine', FIGURES_READING)
  await store(BERG, 'Berg', {
    skus: [
      { skuId: E3.toUpperCase(), skuPartNumber: 'PART_05E9', enabledUnits: 30, consumedUnits: 10 },
      { skuId: E5, skuPartNumber: 'PART_06EB', enabledUnits: 25, consumedUnits: 1 },
    ],
    subscriptions: [
      bought(E3, 20, '2027-03-01T00:00:00Z', { id: 'a' }),
      bought(E3, 10, '2027-03-01T12:00:00Z', { id: 'b' }),
      bought(E5, 25, '2026-12-20T00:00:00Z', { id: 'c', isTrial: true }),
    ],
    people: [{ id: 'ada' }],
  })
  await store(CREEK, 'Creek', {
    skus: [{ skuId: E3, skuPartNumber: 'PART_05E9', enabledUnits: 7, consumedUnits: 7 }],
    people: [{ id: 'ada' }],
    partFailures: [{ part: 'subscriptions', ...NOT_READ }],
  })
  await store(GONE, 'Gone', FIGURES_READING)
  await app.database.handle.db
    .updateTable('tenants')
    .set({ status: 'Inactive' })
    .where('id', '=', TenantId.parse(GONE))
    .execute()
  await store(UNREAD, 'Unread', {
    ...FIGURES_READING,
    partFailures: [{ part: 'users', ...NOT_READ }],
  })
  admin = await app.signIn('admin')
  await admin.call(setLicensePrice, { params: { skuId: E3 }, body: { monthlyPrice: 10.1 } })
})
afterAll(() => app.close())

const store = (id: string, displayName: string, reading: StoredReading, at = app.clock.now()) =>
  storeReading(app.database.handle.db, { id, displayName, at }, reading)

const bought = (
  skuId: string,
  totalLicenses: number,
  end: string,
  rest: { id: string; isTrial?: boolean },
) => ({ skuId, totalLicenses, nextLifecycleDateTime: new Date(end), ...rest })

const rowOf = ({ licenses }: EstateLicenses, skuId: string) =>
  licenses.find((license) => license.skuId.toLowerCase() === skuId)

const find = (skuId: string, browser = admin) =>
  browser.call(getEstateLicense, { params: { skuId } })

const refusalOf = (skuId: string, browser = admin) =>
  browser.refusal(getEstateLicense, { params: { skuId } })

test('a SKU is summed over the tenants that were read; the others are counted', async () => {
  const estate = await admin.call(listEstateLicenses, {})
  expect(estate.tenants).toEqual({ counted: 3, notRead: 1, inactive: 1 })
  expect(rowOf(estate, E3)).toMatchObject({
    kind: 'paid',
    tenants: 3,
    otherKinds: [],
    seats: 20 + 30 + 7,
    assigned: 5 + 10 + 7,
    unused: 15 + 20,
    overAllocated: 0,
    // Alpine's blocked holder returns one.
    removableSeats: 16 + 20,
    price: { monthly: 10.1, currency: 'USD', source: 'own' },
    monthlyCost: 575.7,
    monthlyWaste: 363.6,
    // Both subscriptions of that day.
    nextRenewal: { seats: 30 },
    tenantsWithoutRenewals: 1,
  })
})

test('a trial is listed beside the paid license and is in no sum', async () => {
  const estate = await admin.call(listEstateLicenses, {})
  expect(rowOf(estate, E5)).toMatchObject({
    kind: 'paid',
    tenants: 2,
    otherKinds: [{ kind: 'trial', tenants: 1 }],
    seats: 3,
    assigned: 5,
    overAllocated: 2,
  })
  const { licensedTenants } = await find(E5)
  expect(licensedTenants).toMatchObject([
    { displayName: 'Alpine', kind: 'paid', seats: 3 },
    { displayName: 'Berg', kind: 'trial', seats: 25, unused: null, monthlyCost: null },
  ])
})

test('free and company-wide licenses are listed without cost and are in no sum; an unknown price is null', async () => {
  const estate = await admin.call(listEstateLicenses, {})
  const none = { unused: null, removableSeats: null, monthlyCost: null, monthlyWaste: null }
  expect(rowOf(estate, 'f30db892-07e9-47e9-837c-80727f46fd3d')).toMatchObject({
    kind: 'free',
    seats: 1_000_000,
    ...none,
  })
  expect(rowOf(estate, 'company')).toMatchObject({ kind: 'company-wide', seats: 5, ...none })
  expect(rowOf(estate, 'unpriced')).toMatchObject({
    price: null,
    unused: 3,
    removableSeats: 4,
    monthlyCost: null,
    monthlyWaste: null,
  })
  const sum = (valueOf: (row: EstateLicenses['licenses'][number]) => number | null) =>
    estate.licenses.reduce((total, row) => total + Math.round((valueOf(row) ?? 0) * 100), 0) / 100
  const { totals } = estate
  expect(totals).toMatchObject({
    skus: estate.licenses.length,
    seats: sum(({ unused, seats }) => (unused === null ? 0 : seats)),
    assigned: sum(({ unused, assigned }) => (unused === null ? 0 : assigned)),
    unused: sum(({ unused }) => unused),
    overAllocated: sum(({ overAllocated }) => overAllocated),
    unentitled: 7,
    inGrace: 2,
    monthlyCost: sum(({ monthlyCost }) => monthlyCost),
  })
  // The seats of 'unpriced' and 'grace'.
  expect(totals.unpricedSeats).toBe(4 + 2)
  expect(totals.savings.monthlyAmount).toBe(sum(({ monthlyWaste }) => monthlyWaste))
  expect(totals.savings.removableSeats).toBe(sum(({ removableSeats }) => removableSeats))
})

test('the page of a SKU lists its tenants with each subscription; those not read are not none', async () => {
  const { license, licensedTenants, tenants } = await find(E3.toUpperCase())
  const estate = await admin.call(listEstateLicenses, {})
  expect(license).toEqual(rowOf(estate, E3))
  expect(tenants).toEqual(estate.tenants)
  expect(licensedTenants).toMatchObject([
    { displayName: 'Alpine', seats: 20, assigned: 5, monthlyCost: 202, subscriptions: [] },
    {
      displayName: 'Berg',
      monthlyWaste: 202,
      isOutdated: false,
      subscriptions: [
        { seats: 20, status: 'Enabled', isTrial: false, endsAt: '2027-03-01T00:00:00.000Z' },
        { seats: 10, status: 'Enabled', isTrial: false, endsAt: '2027-03-01T12:00:00.000Z' },
      ],
    },
    { displayName: 'Creek', subscriptions: null },
  ])
})

test('a person sees the licenses of the granted tenants alone', async () => {
  const viewer = await app.signIn('viewer', { tenants: [BERG] })
  const estate = await viewer.call(listEstateLicenses, {})
  expect(estate.tenants).toEqual({ counted: 1, notRead: 0, inactive: 0 })
  expect(estate.licenses.map(({ tenants }) => tenants)).toEqual([1, 1])
  expect(rowOf(estate, E3)).toMatchObject({ seats: 30, tenants: 1 })
  const { licensedTenants } = await find(E3, viewer)
  expect(licensedTenants.map(({ displayName }) => displayName)).toEqual(['Berg'])
  // Another tenant has it.
  expect(await refusalOf('unpriced', viewer)).toMatchObject({ status: 404 })
})

test('a hidden license and one that no tenant has get the same reply', async () => {
  const params = { params: { skuId: VISIO } }
  await admin.call(setLicenseVisibility, { ...params, body: { isVisible: false } })
  expect(rowOf(await admin.call(listEstateLicenses, {}), VISIO)).toBeUndefined()
  const [hidden, unknown] = await Promise.all([VISIO, 'no-such-sku'].map((id) => refusalOf(id)))
  expect(hidden).toMatchObject({ status: 404, body: { message: 'License not found' } })
  expect(hidden?.body).toEqual({ ...unknown?.body, requestId: hidden?.body.requestId })
  expect(await admin.refusal(getEstateLicenseTrend, params)).toMatchObject({ status: 404 })
})

test('a tenant group limits all three calls', async () => {
  const { id: groupId } = await admin.call(createTenantGroup, {
    body: { name: 'North', tenantIds: [TenantId.parse(CREEK), TenantId.parse(GONE)] },
  })
  const estate = await admin.call(listEstateLicenses, { query: { groupId } })
  expect(estate.tenants).toEqual({ counted: 1, notRead: 0, inactive: 1 })
  expect(rowOf(estate, E3)).toMatchObject({ seats: 7, tenants: 1 })
  const asked = { params: { skuId: E3 }, query: { groupId } }
  expect((await admin.call(getEstateLicense, asked)).licensedTenants).toHaveLength(1)
  const { days } = await admin.call(getEstateLicenseTrend, asked)
  expect(days.at(-1)).toMatchObject({ tenants: 1, seats: 7 })
})

const readingOfE3 = (enabledUnits: number): StoredReading => ({
  skus: [{ skuId: E3, skuPartNumber: 'PART_05E9', enabledUnits, consumedUnits: 2 }],
  people: [{ id: 'ada' }],
})

test('the trend counts each tenant with its last reading up to the day', async () => {
  const today = app.clock.now()
  const before = (days: number) => new Date(today.getTime() - days * 24 * 60 * 60 * 1_000)
  await app.database.handle.executeSql('delete from tenant_daily_counts')
  await store(CREEK, 'Creek', readingOfE3(5), before(40))
  await store(CREEK, 'Creek', { people: [{ id: 'ada' }] }, before(2))
  await store(CREEK, 'Creek', readingOfE3(8), today)
  await store(ALPINE, 'Alpine', readingOfE3(100), before(1))
  const { days } = await admin.call(getEstateLicenseTrend, {
    params: { skuId: E3 },
    query: { days: 4 },
  })
  expect(days.map(({ tenants, seats, assigned }) => [tenants, seats, assigned])).toEqual([
    [1, 5, 2],
    [1, 0, 0],
    [2, 100, 2],
    [2, 108, 4],
  ])
  expect(days.at(-1)?.day).toBe(today.toISOString().slice(0, 10))
})
