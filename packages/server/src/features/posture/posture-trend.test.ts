import type { TenantId } from '@tenantscope/contract/ids'
import { getPostureTrend } from '@tenantscope/contract/posture-trend'
import { createTenantGroup } from '@tenantscope/contract/tenant-groups'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { storeIntervals } from '../../testing/stored-posture.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const MFA = 'ca.mfa-all-users'
const LEGACY = 'ca.block-legacy'

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
let fabrikam: TenantId
let contoso: TenantId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  fabrikam = await app.addTenant(guidOf(1), 'Fabrikam')
  contoso = await app.addTenant(guidOf(2), 'Contoso')
  admin = await app.signIn('admin')
  viewer = await app.signIn('viewer', { tenants: [fabrikam] })
})
afterAll(() => app.close())

const db = () => app.database.handle.db
/** Noon of a day of UTC, so many days ago. */
function daysAgo(days: number): Date {
  const at = new Date(app.clock.now().getTime() - days * 86_400_000)
  at.setUTCHours(12, 0, 0, 0)
  return at
}

async function storeMonth(): Promise<void> {
  await storeIntervals(db(), fabrikam, [
    { checkId: MFA, verdict: 'failed', since: daysAgo(60), until: daysAgo(2), change: 'baseline' },
    { checkId: MFA, verdict: 'passed', since: daysAgo(2), change: 'fixed' },
    { checkId: LEGACY, verdict: 'passed', since: daysAgo(60), change: 'baseline' },
    // Ended before the first day.
    {
      checkId: LEGACY,
      verdict: 'failed',
      since: daysAgo(80),
      until: daysAgo(60),
      change: 'baseline',
    },
    { checkId: 'ca.of-a-later-version', verdict: 'failed', since: daysAgo(60), change: 'baseline' },
  ])
  await storeIntervals(db(), contoso, [
    { checkId: MFA, verdict: 'failed', since: daysAgo(3), change: 'baseline' },
    { checkId: LEGACY, verdict: 'failed', since: daysAgo(1), until: daysAgo(0), change: 'new' },
  ])
}

test('each day counts the tenants on which a check failed at its end', async () => {
  await storeMonth()
  const trend = await admin.call(getPostureTrend, { query: { days: '5' } })
  expect(trend.days).toEqual(
    [4, 3, 2, 1, 0].map((days) => daysAgo(days).toISOString().slice(0, 10)),
  )
  expect(trend.tenants).toEqual([1, 2, 2, 2, 2])
  expect(trend.checks.toSorted((one, other) => (one.checkId < other.checkId ? -1 : 1))).toEqual([
    { checkId: LEGACY, failed: [0, 0, 0, 1, 0] },
    { checkId: MFA, failed: [1, 2, 1, 1, 1] },
  ])
})

test('only tenants of the caller and of the group that was asked for count', async () => {
  await storeMonth()
  const own = await viewer.call(getPostureTrend, { query: { days: '5' } })
  expect([own.tenants, own.checks]).toEqual([
    [1, 1, 1, 1, 1],
    [{ checkId: MFA, failed: [1, 1, 0, 0, 0] }],
  ])
  const body = { name: 'North', tenantIds: [contoso] }
  const { id } = await admin.call(createTenantGroup, { body })
  const query = { days: '5', groupId: String(id) }
  expect((await admin.call(getPostureTrend, { query })).tenants).toEqual([0, 1, 1, 1, 1])
  expect((await viewer.call(getPostureTrend, { query })).tenants).toEqual([0, 0, 0, 0, 0])
})

test('Inactive tenants are left out', async () => {
  await storeMonth()
  await db().updateTable('tenants').set({ status: 'Inactive' }).where('id', '=', fabrikam).execute()
  const { tenants } = await admin.call(getPostureTrend, { query: { days: '2' } })
  expect(tenants).toEqual([1, 1])
})

test.each([['1'], ['91'], ['a month']])('%s days are refused by name', async (days) => {
  const { status, body } = await admin.refusal(getPostureTrend, { query: { days } })
  expect([status, body.fields?.[0]?.field]).toEqual([400, 'query.days'])
})
