import { getAzurePermissions } from '@tenantscope/contract/azure'
import { TenantId } from '@tenantscope/contract/ids'
import { setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import type { PartFailure } from '@tenantscope/contract/parts'
import { saveTenantSettings } from '@tenantscope/contract/tenant-settings'
import {
  getOwnTenantDetails,
  getTenantDetails,
  getTenantHistory,
  listTenants,
} from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { storeReading } from '../../testing/stored-tenant.ts'
import type { StoredReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const VISIO = 'c5928f49-12ba-48f7-ada3-0d743a3601d5'
const FREE = 'f30db892-07e9-47e9-837c-80727f46fd3d'
const idOf = (number: number) => TenantId.parse(guidOf(number))
const [PARTNER, CONTOSO, REFUSED, HELD, UNREAD] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)]

const sku = (skuId: string, enabledUnits: number, consumedUnits: number) => ({
  skuId,
  skuPartNumber: skuId.slice(0, 4),
  enabledUnits,
  consumedUnits,
})
const holds = [{ skuId: SPB }]

/** Ten seats of Business Premium, six assigned, and five of Visio, one assigned. */
const reading: StoredReading = {
  skus: [sku(SPB, 10, 6), sku(VISIO.toUpperCase(), 5, 1), sku(FREE, 1_000_000, 3)],
  people: [
    { id: 'ada', holds: [{ skuId: SPB }, { skuId: VISIO }] },
    // Directly and by a group: one seat.
    { id: 'ben', holds: [{ skuId: SPB }, { skuId: SPB, group: 'all' }], accountEnabled: false },
    { id: 'gil', holds, userType: 'Guest' },
    { id: 'flo', holds: [{ skuId: VISIO, state: 'Error' }], accountEnabled: false },
  ],
}
const licensesRefused: PartFailure = {
  part: 'licenses',
  code: 'PERMISSION_MISSING',
  message: 'Licenses could not be read.',
}

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
let ungranted: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  const { db } = app.database.handle
  const at = (daysAgo: number) => new Date(app.clock.now().getTime() - daysAgo * 24 * 3_600_000)
  const tenant = (id: TenantId, displayName: string, daysAgo = 0) => ({
    id,
    displayName,
    at: at(daysAgo),
  })
  await storeReading(db, tenant(PARTNER, 'Partner'), {})
  await storeReading(db, tenant(CONTOSO, 'Contoso', 400), reading)
  await storeReading(db, tenant(CONTOSO, 'Contoso', 2), {
    ...reading,
    partFailures: [licensesRefused],
    skus: [],
  })
  await storeReading(db, tenant(CONTOSO, 'Contoso', 1), { skus: [sku(SPB, 8, 8)] })
  // A SKU that is gone by the day's last reading is none of the day's.
  await storeReading(db, tenant(CONTOSO, 'Contoso'), { skus: [sku('gone', 50, 50)] })
  await storeReading(db, tenant(CONTOSO, 'Contoso'), reading)
  await storeReading(db, tenant(REFUSED, 'Refused'), { partFailures: [licensesRefused] })
  await storeReading(db, tenant(HELD, 'Held'), { people: [{ id: 'ida', holds }] })
  await app.addTenant(UNREAD, 'Unread')
  await db.updateTable('tenants').set({ isPartnerTenant: true }).where('id', '=', PARTNER).execute()
  const granted = (id: TenantId, grantedPermissions: string[]) =>
    db.updateTable('tenants').set({ grantedPermissions }).where('id', '=', id).execute()
  await granted(PARTNER, ['Directory.ReadWrite.All', 'User.Read.All'])
  await granted(CONTOSO, ['Organization.Read.All', 'User.Read.All', 'Policy.Read.All'])
  admin = await app.signIn('admin')
  viewer = await app.signIn('viewer', { tenants: [CONTOSO, REFUSED, HELD, UNREAD] })
  ungranted = await app.signIn('viewer')
  for (const [skuId, monthlyPrice] of [
    [SPB, 10],
    [VISIO, 20],
  ] as const)
    await admin.call(setLicensePrice, { params: { skuId }, body: { monthlyPrice } })
})
afterAll(() => app.close())

const figuresOf = async (id: TenantId) =>
  (await viewer.call(listTenants, {})).tenants.find((tenant) => tenant.id === id)?.figures ?? null
const details = (id: TenantId, person = viewer) =>
  person.call(getTenantDetails, { params: { tenantId: id } })
const history = (id: TenantId, days: number) =>
  viewer.call(getTenantHistory, { params: { tenantId: id }, query: { days } })
const setVisible = (isVisible: boolean) =>
  admin.call(setLicenseVisibility, { params: { skuId: VISIO }, body: { isVisible } })

test('figures are seats of paid licenses, and those that blocked users, guests and no users hold', async () => {
  expect(await figuresOf(CONTOSO)).toEqual({
    people: 4,
    // Flo's one assignment failed.
    licensedPeople: 3,
    paidSeats: 15,
    assignedPaidSeats: 7,
    unassignedPaidSeats: 8,
    mfa: 'notKnown',
    mfaNotCovered: null,
    savings: {
      currency: 'USD',
      // Four unassigned seats of Business Premium, two that need not be held; four of Visio.
      removableSeats: 10,
      monthlyAmount: 140,
      monthlyAmountNow: 0,
      unassignedSeats: 8,
      heldSeats: 2,
      keptSeats: 0,
      unpricedSeats: 0,
    },
    issues: [],
  })
  const { licenses, tenant, licenseSummary, hiddenLicenses } = await details(CONTOSO)
  expect(tenant.figures).toEqual(await figuresOf(CONTOSO))
  expect(licenseSummary).toMatchObject({ totalLicenses: 15, paidSkus: 2, totalSkus: 3 })
  expect(hiddenLicenses).toBe(0)
  expect(licenses.find(({ skuId }) => skuId === SPB)?.savings).toMatchObject({
    blockedHolders: 1,
    guestHolders: 1,
    removableSeats: 6,
  })
  expect(licenses.find(({ skuId }) => skuId === VISIO.toUpperCase())?.savings).toMatchObject({
    blockedHolders: 0,
    removableSeats: 4,
  })
})

test('seats that are kept on purpose are saved nowhere', async () => {
  const save = (spareSeats: { skuId: string; seats: number; reason: string }[]) =>
    admin.call(saveTenantSettings, {
      params: { tenantId: CONTOSO },
      body: { settings: { alias: null, tags: [], spareSeats } },
    })
  await save([{ skuId: VISIO.toUpperCase(), seats: 3, reason: 'joiners' }])
  expect((await figuresOf(CONTOSO))?.savings).toMatchObject({ monthlyAmount: 80 })
  const { licenses } = await details(CONTOSO)
  expect(licenses.find(({ skuId }) => skuId === VISIO.toUpperCase())?.savings).toMatchObject({
    keptSeats: 3,
    keptReason: 'joiners',
    removableSeats: 1,
  })
  await save([])
  expect((await figuresOf(CONTOSO))?.savings).toMatchObject({ monthlyAmount: 140 })
})

test('a hidden license is gone from figures, totals, details and history at once', async () => {
  const before = await history(CONTOSO, 1)
  expect(before.days).toMatchObject([{ paidSeats: 15, assignedPaidSeats: 7 }])
  await setVisible(false)
  expect(await figuresOf(CONTOSO)).toMatchObject({
    paidSeats: 10,
    assignedPaidSeats: 6,
    unassignedPaidSeats: 4,
    savings: { removableSeats: 6, monthlyAmount: 60 },
  })
  const list = await viewer.call(listTenants, {})
  expect(list.savings).toMatchObject({ removableSeats: 6, monthlyAmount: 60 })
  const { licenses, hiddenLicenses, licenseSummary, tenant } = await details(CONTOSO)
  expect(licenses.map(({ skuId }) => skuId).toSorted()).toEqual([SPB, FREE])
  expect(hiddenLicenses).toBe(1)
  expect(licenseSummary).toMatchObject({ totalLicenses: 10, totalSkus: 2, paidSkus: 1 })
  expect(tenant.figures).toMatchObject({ paidSeats: 10 })
  expect((await history(CONTOSO, 1)).days).toMatchObject([{ paidSeats: 10, assignedPaidSeats: 6 }])
  await setVisible(true)
  expect(await history(CONTOSO, 1)).toEqual(before)
  expect(await figuresOf(CONTOSO)).toMatchObject({ paidSeats: 15 })
})

test('the sum of the estate is that of the tenants that the reader may see', async () => {
  const [forViewer, forAdmin, forUngranted] = await Promise.all(
    [viewer, admin, ungranted].map((person) => person.call(listTenants, {})),
  )
  expect(forViewer?.savings).toEqual(forAdmin?.savings)
  expect(forViewer?.savings).toMatchObject({ monthlyAmount: 140 })
  expect(forUngranted).toMatchObject({ total: 0, savings: { monthlyAmount: 0, removableSeats: 0 } })
})

test('history is oldest first, and a day without a reading of licenses has no seats, not zero', async () => {
  const { days } = await history(CONTOSO, 90)
  expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
  expect(days.map(({ paidSeats, assignedPaidSeats }) => [paidSeats, assignedPaidSeats])).toEqual([
    [null, null],
    [8, 8],
    [15, 7],
  ])
  expect(days.at(-1)).toMatchObject({ people: 4, licensedPeople: 3, policies: null })
  expect((await history(CONTOSO, 2)).days).toHaveLength(2)
  expect((await history(REFUSED, 1)).days).toMatchObject([{ paidSeats: null, people: 0 }])
  expect((await history(HELD, 1)).days).toMatchObject([{ paidSeats: 0, people: 1 }])
  expect((await history(UNREAD, 90)).days).toEqual([])
  const query = { days: 401 }
  const refused = await viewer.refusal(getTenantHistory, { params: { tenantId: CONTOSO }, query })
  expect([refused.status, refused.body.fields?.[0]?.field]).toEqual([400, 'query.days'])
})

test('without licenses the reason is returned, with the next step', async () => {
  const refused = await details(REFUSED)
  expect(refused).toMatchObject({
    tenant: { figures: null },
    licenses: [],
    licenseSummary: null,
    licenseDiagnostic: {
      message: licensesRefused.message,
      requiredPermissions: ['Organization.Read.All', 'Directory.Read.All'],
    },
  })
  const { licenseDiagnostic } = await details(HELD)
  expect(licenseDiagnostic?.message).toContain('1 user has licenses')
  expect(licenseDiagnostic?.recommendation).toContain('CSP License Decoder')
  expect((await details(CONTOSO)).licenseDiagnostic).toBeNull()
  expect((await details(UNREAD)).licenseDiagnostic).toBeNull()
  expect((await details(PARTNER, admin)).licenseDiagnostic).toBeNull()
})

test("the partner's own directory is shown to whom it is granted, and is not there for others", async () => {
  const refused = await viewer.refusal(getOwnTenantDetails)
  const missing = await viewer.refusal(getTenantDetails, { params: { tenantId: guidOf(404) } })
  expect(refused.status).toBe(404)
  expect({ ...refused.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  const { timestamp: _, ...own } = await admin.call(getOwnTenantDetails, {})
  expect(own.tenant).toMatchObject({ id: PARTNER, isPartnerTenant: true })
  const granted = await app.signIn('viewer', { tenants: [PARTNER] })
  const { timestamp: __, ...shown } = await granted.call(getOwnTenantDetails, {})
  expect(shown).toEqual(own)
})

test('permissions are those of the tenants that the reader may see, where they are known', async () => {
  const dataAsOf = app.clock.now().toISOString()
  const contoso = {
    tenantId: CONTOSO,
    displayName: 'Contoso',
    hasDirectoryRead: false,
    hasCSPAccess: false,
    accessMethod: 'unknown',
  }
  expect(await viewer.call(getAzurePermissions, {})).toMatchObject({
    tenantPermissions: [contoso],
    // Of two tenants the token's permissions are unknown; one was never read.
    evaluationMetrics: {
      evaluatedTenants: 3,
      fullAccess: 0,
      limitedAccess: 3,
      failedTenants: 1,
      inactiveTenants: 0,
    },
    scanTimestamp: dataAsOf,
    scanMetadata: { timestamp: dataAsOf, oldest: dataAsOf },
  })
  expect(await admin.call(getAzurePermissions, {})).toMatchObject({
    tenantPermissions: [contoso, { tenantId: PARTNER, hasDirectoryRead: true }],
    evaluationMetrics: { evaluatedTenants: 4, fullAccess: 1, limitedAccess: 3 },
  })
  expect(await ungranted.call(getAzurePermissions, {})).toMatchObject({
    tenantPermissions: [],
    scanTimestamp: null,
  })
  const { tenants } = await admin.call(listTenants, {})
  const missing = Object.fromEntries(tenants.map((each) => [each.id, each.missingPermissions]))
  expect(missing).toMatchObject({
    [PARTNER]: ['Organization.Read.All', 'Policy.Read.All'],
    [CONTOSO]: ['Directory.Read.All'],
    [UNREAD]: [],
  })
})

test('a newer reading is returned immediately, also by a process that has returned the previous one', async () => {
  expect(await figuresOf(HELD)).toMatchObject({ paidSeats: 0, people: 1 })
  const held = { id: HELD, displayName: 'Held', at: app.clock.now() }
  await storeReading(app.database.handle.db, held, { skus: [sku(SPB, 4, 1)] })
  expect(await figuresOf(HELD)).toMatchObject({ paidSeats: 4, savings: { removableSeats: 3 } })
})
