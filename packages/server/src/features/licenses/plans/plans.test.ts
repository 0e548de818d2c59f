import { TenantId } from '@tenantscope/contract/ids'
import { getLicenseProposal } from '@tenantscope/contract/license-proposal'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { storeReading } from '../../../testing/stored-tenant.ts'
import type { StoredReading } from '../../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'

const E3 = '6fd2c87f-b296-42f0-b197-1e91e994b900'
const EXCHANGE_1 = '4b9405b0-7788-4568-add1-99614e613b69'
const tenantId = TenantId.parse(guidOf(81))
const elsewhere = TenantId.parse(guidOf(82))

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await app.database.handle.db
    .insertInto('tenants')
    .values([tenantId, elsewhere].map((id) => ({ id, displayName: 'Contoso', isConsented: true })))
    .execute()
})
afterAll(() => app.close())

const proposal = async (id: TenantId) => {
  const technician = await app.signIn('technician', { tenants: [tenantId] })
  return technician.call(getLicenseProposal, { params: { tenantId: id } })
}

/** Ada and Bob hold both licenses, which renew at `renewsAt`. */
async function readBoth(rest: Partial<StoredReading> = {}): Promise<Date> {
  const renewsAt = new Date(app.clock.now().getTime() + 90 * 86_400_000)
  const skus = [
    { skuId: E3, skuPartNumber: 'ENTERPRISEPACK', consumedUnits: 2, enabledUnits: 2 },
    { skuId: EXCHANGE_1, skuPartNumber: 'EXCHANGESTANDARD', consumedUnits: 2, enabledUnits: 2 },
  ]
  await storeReading(
    app.database.handle.db,
    { id: tenantId, displayName: 'Contoso', at: app.clock.now() },
    {
      skus,
      subscriptions: skus.map(({ skuId }) => ({
        id: skuId,
        skuId,
        totalLicenses: 2,
        nextLifecycleDateTime: renewsAt,
      })),
      people: ['ada', 'bob'].map((id) => ({ id, holds: skus.map(({ skuId }) => ({ skuId })) })),
      ...rest,
    },
  )
  return renewsAt
}

test('a license whose plans another one contains is removed at its renewal', async () => {
  const renewsAt = await readBoth()
  const { proposal: found } = await proposal(tenantId)
  expect(found).toMatchObject({
    useAsOf: null,
    isUseConcealed: false,
    now: { before: 0, after: 0 },
  })
  if (found === null) throw new Error('A proposal was expected')
  const { changes, seats, atRenewal } = found
  expect(changes).toMatchObject([{ people: 2, to: [{ skuId: E3 }], lost: [] }])
  const amount = changes.reduce((sum, { monthlyAmount }) => sum + monthlyAmount, 0)
  expect(amount).toBe(atRenewal.before - atRenewal.after)
  expect(amount).toBeGreaterThan(0)
  const dates = seats.map(({ removal }) => removal.atRenewal)
  expect(dates).toEqual([[{ date: renewsAt.toISOString(), seats: 2 }]])
})

test('there is no proposal before the first reading', async () => {
  expect(await proposal(tenantId)).toMatchObject({ failure: null, proposal: null })
})

test('a marked account keeps everything', async () => {
  await readBoth()
  await app.database.handle.db
    .insertInto('accountMarks')
    .values({
      tenantId,
      userId: 'ada',
      kind: 'sharedMailbox',
      reason: 'Info',
      markedBy: 'Megan',
      markedAt: app.clock.now(),
    })
    .execute()
  const { proposal: found } = await proposal(tenantId)
  expect(found?.changes).toMatchObject([{ people: 1 }])
})

test('a part that was not read is named in place of a proposal', async () => {
  await readBoth({
    partFailures: [
      { part: 'users', code: 'PERMISSION_MISSING', message: 'A permission is missing.' },
    ],
  })
  expect(await proposal(tenantId)).toMatchObject({ failure: { part: 'users' }, proposal: null })
})

test('another tenant is answered like one that does not exist', async () => {
  await expect(proposal(elsewhere)).rejects.toThrow('404')
})
