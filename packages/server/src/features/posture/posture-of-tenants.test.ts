import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import type { TenantId } from '@tenantscope/contract/ids'
import { getPosture } from '@tenantscope/contract/posture'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { objectOf, storePosture } from '../../testing/stored-posture.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const DAY_MS = 86_400_000
const [FIRST = '', SECOND = '', THIRD = ''] = CHECKS.filter(
  ({ severity }) => severity === 'critical',
).map(({ id }) => id)
const HIGH = CHECKS.find(({ severity }) => severity === 'high')?.id ?? ''

let app: TestApp
let viewer: TestBrowser
let fabrikam: TenantId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  fabrikam = await app.addTenant(guidOf(1), 'Fabrikam')
  await app.addTenant(guidOf(2), 'Contoso')
  viewer = await app.signIn('viewer', { tenants: [fabrikam] })
})
afterAll(() => app.close())

const db = () => app.database.handle.db
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS)

const scoreOf = (
  shown: { readonly score: number | null; readonly grade: string | null } | null | undefined,
) => [shown?.score ?? null, shown?.grade ?? null]

/** The posture of the viewer's tenant in the list, which its own page and the estate repeat. */
async function listed() {
  const [tenant] = (await viewer.call(listTenants, {})).tenants
  const posture = tenant?.posture ?? null
  const { tenant: own } = await viewer.call(getTenantDetails, { params: { tenantId: fabrikam } })
  expect(own.posture).toEqual(posture)
  const [shown] = (await viewer.call(getPosture, {})).tenants
  expect(scoreOf(shown)).toEqual(scoreOf(posture))
  return posture
}

test('the list of tenants has the score of the estate and counts failed critical checks without excepted ones', async () => {
  const failed = {
    [FIRST]: 'failed',
    [SECOND]: 'failed',
    [THIRD]: 'failed',
    [HIGH]: 'failed',
  } as const
  const objects = { [SECOND]: [objectOf('a')] }
  await storePosture(db(), { tenantId: fabrikam, at: daysAgo(1), verdicts: failed, objects })
  const before = await listed()
  expect(before).toMatchObject({ criticalFailed: 3, isOld: false })
  const exception = { reason: 'Accepted for a test', ownerName: 'A', createdBy: 'A' }
  await db()
    .insertInto('postureExceptions')
    .values([
      { ...exception, checkId: FIRST, tenantId: fabrikam, endsAt: daysAgo(-1) },
      { ...exception, checkId: SECOND, objectId: 'a', endsAt: daysAgo(-1) },
      { ...exception, checkId: THIRD, endsAt: daysAgo(1) },
    ])
    .execute()
  const after = await listed()
  expect(after).toMatchObject({ criticalFailed: 1 })
  expect(after?.score).toBeGreaterThan(before?.score ?? 100)
})

test('a tenant that was not judged, that was not read for 7 days or that is Inactive has no score in the list', async () => {
  expect(await listed()).toBeNull()
  await storePosture(db(), { tenantId: fabrikam, at: daysAgo(7), verdicts: { [FIRST]: 'failed' } })
  expect(await listed()).toMatchObject({ criticalFailed: 1, isOld: false })
  app.clock.advance({ minutes: 1 })
  expect(await listed()).toEqual({ score: null, grade: null, criticalFailed: 0, isOld: true })
  await db().updateTable('tenants').set({ status: 'Inactive' }).where('id', '=', fabrikam).execute()
  expect(await listed()).toBeNull()
})
