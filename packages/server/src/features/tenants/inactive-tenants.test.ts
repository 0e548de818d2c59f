import { getAzurePermissions } from '@tenantscope/contract/azure'
import { TenantId } from '@tenantscope/contract/ids'
import { setLicensePrice } from '@tenantscope/contract/licenses'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const REQUIRED = ['Directory.Read.All', 'Organization.Read.All', 'User.Read.All', 'Policy.Read.All']
const idOf = (number: number) => TenantId.parse(guidOf(number))
const [FULL, LIMITED, FAILED, GONE, ENDED] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)]
const HOUR_MS = 3_600_000

let app: TestApp
let admin: TestBrowser

/** Five tenants with ten unused seats each, read one hour apart; Gone is the oldest but one. */
beforeAll(async () => {
  app = await createTestApp()
  const { db } = app.database.handle
  const skus = [{ skuId: SPB, skuPartNumber: 'SPB', enabledUnits: 10, consumedUnits: 0 }]
  for (const [hoursAgo, [id, displayName]] of [
    [FULL, 'Full'],
    [LIMITED, 'Limited'],
    [FAILED, 'Failed'],
    [GONE, 'Gone'],
    [ENDED, 'Ended'],
  ].entries()) {
    const at = new Date(app.clock.now().getTime() - hoursAgo * HOUR_MS)
    await storeReading(db, { id: id ?? '', displayName: displayName ?? '', at }, { skus })
  }
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
