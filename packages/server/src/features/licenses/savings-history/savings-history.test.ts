import { getCurrentUser } from '@tenantscope/contract/auth'
import { TenantId } from '@tenantscope/contract/ids'
import { decideRenewal, listRenewals } from '@tenantscope/contract/renewals'
import { getSavingsHistory, getTenantSavingsHistory } from '@tenantscope/contract/savings-history'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { composeSavingsHistory } from '../../../app/savings-history.ts'
import { composeLicenses } from '../../../app/tenants.ts'
import { storeReading } from '../../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { createTenantSeatsRepo } from '../tenant-seats.repo.ts'
import { createTenantSeatsService } from '../tenant-seats.service.ts'

const E3 = '05e9a617-0261-4cee-bb44-138d3ef5d965'
const tenantId = TenantId.parse(guidOf(81))
const elsewhere = TenantId.parse(guidOf(82))
/** Retired, and without a list price. */
const AAD_BASIC = '2b9c8e7c-319c-43a2-a2a0-48c5c6161de7'
const DAY_MS = 86_400_000

let app: TestApp
let technician: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await app.database.handle.db
    .insertInto('tenants')
    .values([tenantId, elsewhere].map((id) => ({ id, displayName: 'Contoso', isConsented: true })))
    .execute()
  technician = await app.signIn('technician', { tenants: [tenantId] })
})
afterAll(() => app.close())

/** Stores a reading of a tenant with one subscription of E3, whose list price is in USD. */
async function read(id: TenantId, seats: number, renewsAt: Date | null): Promise<void> {
  await storeReading(
    app.database.handle.db,
    { id, displayName: 'Contoso', at: app.clock.now() },
    {
      skus: [{ skuId: E3, skuPartNumber: 'SPE_E3', consumedUnits: 4, enabledUnits: seats }],
      subscriptions: [
        { id: 'bought', skuId: E3, totalLicenses: seats, nextLifecycleDateTime: renewsAt },
      ],
      people: [{ id: 'ada', holds: [{ skuId: E3 }] }],
    },
  )
}

function recorder() {
  const { db } = app.database.handle
  const { clock } = app
  const licenses = composeLicenses({ db, clock })
  const tenantSeats = createTenantSeatsService({ repo: createTenantSeatsRepo(db), licenses, clock })
  const jobs = { work: () => Promise.resolve(), schedule: () => Promise.resolve() }
  const { savingsHistory } = composeSavingsHistory({
    foundation: { db, clock, jobs },
    refreshing: { licenses, tenantSeats },
  })
  return () => savingsHistory.record(new AbortController().signal)
}

/** So many days later; sessions have ended. */
async function later(days: number): Promise<void> {
  app.clock.advance({ hours: 24 * days })
  technician = await app.signIn('technician', { tenants: [tenantId] })
}

const ofTenant = () => technician.call(getTenantSavingsHistory, { params: { tenantId } })
const ofEstate = () => technician.call(getSavingsHistory, { query: {} })
const foundNow = async () => {
  const { tenant } = await technician.call(getTenantDetails, { params: { tenantId } })
  return tenant.figures?.savings.monthlyAmount
}

test('the month has what could be saved by its last reading, however often it is recorded', async () => {
  const renewsAt = new Date(app.clock.now().getTime() + 90 * DAY_MS)
  await read(tenantId, 10, renewsAt)
  await read(elsewhere, 50, renewsAt)
  const record = recorder()
  await record()
  await record()
  const { months } = await ofTenant()
  expect(months).toMatchObject([{ tenants: 1, found: await foundNow(), decided: 0, saved: 0 }])
  expect(months[0]?.found).toBeGreaterThan(0)
  await read(tenantId, 8, renewsAt)
  await record()
  const again = await ofTenant()
  expect(again.months).toMatchObject([{ tenants: 1, found: await foundNow() }])
  // The tenant of others is in no sum.
  expect((await ofEstate()).months).toEqual(again.months)
})

test('a decision is decided before its renewal, and saved when the reading after it has fewer seats', async () => {
  const renewsAt = new Date(app.clock.now().getTime() + 10 * DAY_MS)
  await read(tenantId, 10, renewsAt)
  const { renewals } = await technician.call(listRenewals, { query: {} })
  const [renewal] = renewals
  await technician.call(decideRenewal, {
    params: { tenantId, subscriptionId: 'bought' },
    body: {
      renewsAt: renewal?.renewsAt ?? '',
      kind: 'reduce',
      reduceTo: 6,
      note: '',
      ownerId: (await technician.call(getCurrentUser, {})).user.id,
      version: null,
    },
  })
  const record = recorder()
  await record()
  const price = renewal?.price?.monthly ?? 0
  expect((await ofTenant()).months).toMatchObject([{ decided: 4 * price, saved: 0 }])
  await later(11)
  expect((await ofTenant()).realized).toMatchObject({ renewals: 0, unknown: 1 })
  await app.database.handle.db
    .updateTable('renewalDecisions')
    .set({ seatsAfter: 6, statusAfter: 'Enabled', afterReadAt: app.clock.now() })
    .execute()
  await record()
  const { realized } = await ofTenant()
  expect(realized).toEqual({ monthlyAmount: 4 * price, total: 0, renewals: 1, unknown: 0 })
  await later(62)
  expect((await ofTenant()).realized.total).toBe(8 * price)
})

test('seats without a price are counted, and no amount is invented', async () => {
  await storeReading(
    app.database.handle.db,
    { id: tenantId, displayName: 'Contoso', at: app.clock.now() },
    {
      skus: [{ skuId: AAD_BASIC, skuPartNumber: 'AAD_BASIC', consumedUnits: 1, enabledUnits: 4 }],
      people: [{ id: 'ada', holds: [{ skuId: AAD_BASIC }] }],
    },
  )
  await recorder()()
  const { tenant } = await technician.call(getTenantDetails, { params: { tenantId } })
  const unpricedSeats = tenant.figures?.savings.unpricedSeats
  expect(unpricedSeats).toBeGreaterThan(0)
  expect((await ofTenant()).months).toMatchObject([{ found: 0, unpricedSeats }])
})

test('an inactive tenant is in no sum, and another tenant is not found', async () => {
  await read(tenantId, 10, null)
  await recorder()()
  await app.database.handle.db
    .updateTable('tenants')
    .set({ status: 'Inactive' })
    .where('id', '=', tenantId)
    .execute()
  expect((await ofEstate()).months).toEqual([])
  const refused = await technician.refusal(getTenantSavingsHistory, {
    params: { tenantId: elsewhere },
  })
  expect(refused.status).toBe(404)
})
