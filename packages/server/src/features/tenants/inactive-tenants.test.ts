import { getAzurePermissions } from '@tenantscope/contract/azure'
import { TenantId } from '@tenantscope/contract/ids'
import { listTenantLicenses, setLicensePrice } from '@tenantscope/contract/licenses'
import { searchEstate } from '@tenantscope/contract/search'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { generatedDocument } from '../../testing/report-world.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const E5 = '06ebc4ee-1bb5-47dd-8120-11324bc54e06'
const REQUIRED = ['Directory.Read.All', 'Organization.Read.All', 'User.Read.All', 'Policy.Read.All']
const idOf = (number: number) => TenantId.parse(guidOf(number))
const [FULL, LIMITED, FAILED, GONE, ENDED] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)]
const HOUR_MS = 3_600_000

let app: TestApp
let admin: TestBrowser

/** Five tenants with ten unused and two over-allocated seats each, read one hour apart; Gone is the oldest but one. */
beforeAll(async () => {
  app = await createTestApp()
  const { db } = app.database.handle
  const skus = [
    { skuId: SPB, skuPartNumber: 'SPB', enabledUnits: 10, consumedUnits: 0 },
    { skuId: E5, skuPartNumber: 'SPE_E5', enabledUnits: 3, consumedUnits: 5 },
  ]
  const people = [{ id: 'ada', displayName: 'Ada', holds: [{ skuId: E5 }] }]
  for (const [hoursAgo, [id, displayName]] of [
    [FULL, 'Full'],
    [LIMITED, 'Limited'],
    [FAILED, 'Failed'],
    [GONE, 'Gone'],
    [ENDED, 'Ended'],
  ].entries()) {
    const at = new Date(app.clock.now().getTime() - hoursAgo * HOUR_MS)
    await storeReading(db, { id: id ?? '', displayName: displayName ?? '', at }, { skus, people })
  }
  const uncovered = [FULL, GONE].map((tenantId) => ({ tenantId, userId: 'ada' }))
  await db.insertInto('peopleNotCovered').values(uncovered).execute()
  const set = (id: TenantId, changes: object) =>
    db.updateTable('tenants').set(changes).where('id', '=', id).execute()
  for (const id of [FULL, FAILED, GONE, ENDED])
    await set(id, { grantedPermissions: REQUIRED, status: 'Active' })
  await set(LIMITED, { grantedPermissions: ['User.Read.All'], status: 'Active' })
  const failure = { failureCode: 'APP_NOT_FOUND', failureAt: app.clock.now() }
  await set(FAILED, failure)
  await set(GONE, { ...failure, status: 'Inactive', goneAt: app.clock.now() })
  await set(ENDED, { status: 'Inactive', relationship: 'ended' })
  admin = await app.signIn('admin')
  await admin.call(setLicensePrice, { params: { skuId: SPB }, body: { monthlyPrice: 10 } })
})
afterAll(() => app.close())

const details = (tenantId: TenantId) => admin.call(getTenantDetails, { params: { tenantId } })

test('inactive tenants are in no seats and no money, and are still counted by status', async () => {
  const { tenants, total, stats, savings } = await admin.call(listTenants, {})
  expect(total).toBe(5)
  expect(stats).toMatchObject({ totalTenants: 5, activeTenants: 3, inactiveTenants: 2 })
  expect(savings).toMatchObject({ removableSeats: 30, monthlyAmount: 300 })
  const inactive = tenants.filter(({ status }) => status === 'Inactive')
  expect(inactive.map(({ figures, failure }) => [figures, failure])).toEqual([
    [null, null],
    [null, null],
  ])
})

test('permission verification is a partition that adds up to all tenants', async () => {
  const { evaluationMetrics, tenantPermissions } = await admin.call(getAzurePermissions, {})
  expect(evaluationMetrics).toEqual({
    evaluatedTenants: 2,
    fullAccess: 1,
    limitedAccess: 1,
    failedTenants: 1,
    inactiveTenants: 2,
  })
  expect(tenantPermissions.map(({ displayName }) => displayName)).toEqual([
    'Failed',
    'Full',
    'Limited',
  ])
  const { tenants } = await admin.call(listTenants, {})
  expect(tenants.map((tenant) => [tenant.displayName, tenant.verification])).toEqual([
    ['Ended', 'inactive'],
    ['Failed', 'notReadable'],
    ['Full', 'full'],
    ['Gone', 'inactive'],
    ['Limited', 'limited'],
  ])
})

const hoursAgo = (hours: number) =>
  new Date(app.clock.now().getTime() - hours * HOUR_MS).toISOString()

test('the age of the data is the oldest and the newest of the tenants that can be read', async () => {
  const { dataAge } = await admin.call(listTenants, {})
  expect(dataAge).toEqual({ oldest: hoursAgo(1), newest: hoursAgo(0), refreshHours: 6 })
  const { scanMetadata } = await admin.call(getAzurePermissions, {})
  expect(scanMetadata).toMatchObject({ oldest: hoursAgo(1) })
})

test('the details of an inactive tenant say why it is inactive, and claim no access', async () => {
  const since = app.clock.now().toISOString()
  expect(await details(GONE)).toMatchObject({
    fullAccess: false,
    message: expect.stringMatching(/the directory of this tenant: it was deleted\./u) as unknown,
    tenant: {
      accessLevel: 'unknown',
      missingPermissions: [],
      end: { reason: 'directoryGone', since },
    },
  })
  expect((await details(ENDED)).tenant.end).toEqual({ reason: 'relationshipEnded', since: null })
  expect((await details(FULL)).tenant.end).toBeNull()
})

/** The part number, usable seats, removable seats and problems of each license of a tenant. */
const findings = async (tenantId: TenantId) => {
  const { licenses } = await details(tenantId)
  const listed = await admin.call(listTenantLicenses, { params: { tenantId } })
  expect(listed.licenses).toEqual(licenses)
  return licenses.map(({ skuPartNumber, enabledUnits, savings, issues }) => [
    skuPartNumber,
    enabledUnits,
    savings?.removableSeats,
    issues.length,
  ])
}

test('the page of an inactive tenant keeps its seats, without savings and problems', async () => {
  expect(await findings(FULL)).toEqual([
    ['SPB', 10, 10, 0],
    ['SPE_E5', 3, 0, 1],
  ])
  for (const tenantId of [GONE, ENDED])
    expect(await findings(tenantId)).toEqual([
      ['SPB', 10, undefined, 0],
      ['SPE_E5', 3, undefined, 0],
    ])
})

test('a search marks neither licenses nor people of an inactive tenant', async () => {
  const { licenses, people, tenants } = await admin.call(searchEstate, { query: { q: 'e5' } })
  expect(licenses.items.map(({ tenantName, issues }) => [tenantName, issues.length])).toEqual([
    ['Ended', 0],
    ['Failed', 1],
    ['Full', 1],
    ['Gone', 0],
    ['Limited', 1],
  ])
  expect([people.items, tenants.items]).toEqual([[], []])
  const found = await admin.call(searchEstate, { query: { q: 'ada' } })
  expect(found.people.items.flatMap((each) => (each.isNotCovered ? each.tenantName : []))).toEqual([
    'Full',
  ])
  const gone = await admin.call(searchEstate, { query: { q: 'gone' } })
  expect(gone.tenants.items.map(({ issues }) => issues)).toEqual([[]])
})

const statementOf = async (tenantId: TenantId) => {
  const wanted = { tenantId, licenseIds: [SPB, E5], userIds: ['ada'] }
  return (await generatedDocument(admin, wanted)).statement
}

test('a report of an inactive tenant claims no savings', async () => {
  expect(await statementOf(FULL)).toMatch(/^USD 100\.00 per month could be saved on 10 of 13/u)
  expect(await statementOf(GONE)).toBe('It is not known how many of 13 paid seats can be removed.')
})
