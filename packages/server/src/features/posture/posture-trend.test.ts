import type { TenantId } from '@tenantscope/contract/ids'
import { getPosture, VERDICT_LETTERS } from '@tenantscope/contract/posture'
import {
  createPostureException,
  endPostureException,
} from '@tenantscope/contract/posture-exceptions'
import type { PostureException } from '@tenantscope/contract/posture-exceptions'
import { getPostureTrend } from '@tenantscope/contract/posture-trend'
import { createTenantGroup } from '@tenantscope/contract/tenant-groups'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { objectOf, storeIntervals, storePosture } from '../../testing/stored-posture.ts'
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

/** Accepts a risk as if that had been done then. */
async function accept(
  accepted: Pick<PostureException, 'scope' | 'checkId' | 'objectId'>,
  since: Date,
): Promise<PostureException['id']> {
  const endsAt = new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString()
  const body = { ...accepted, reason: 'Agreed with the customer', endsAt }
  const { id } = await admin.call(createPostureException, { body })
  await db()
    .updateTable('postureExceptionChanges')
    .set({ changedAt: since })
    .where('exceptionId', '=', id)
    .execute()
  return id
}

const failedOf = async (checkId: string) =>
  (await admin.call(getPostureTrend, { query: { days: '5' } })).checks.find(
    (check) => check.checkId === checkId,
  )?.failed

/** The tenants on which the check fails now, as the matrix counts them. */
async function failingNow(checkId: string): Promise<number> {
  const { checks, tenants } = await admin.call(getPosture, {})
  const at = checks.findIndex(({ id }) => id === checkId)
  return tenants.filter(({ verdicts }) => verdicts?.charAt(at) === VERDICT_LETTERS.failed).length
}

test('a risk does not count from the day on which it was accepted until that ended, once for each tenant', async () => {
  await storeMonth()
  for (const [tenantId, verdict] of [
    [contoso, 'failed'],
    [fabrikam, 'passed'],
  ] as const)
    await storePosture(db(), { tenantId, at: app.clock.now(), verdicts: { [MFA]: verdict } })
  const ofCheck = { checkId: MFA, objectId: null }
  const id = await accept({ scope: { kind: 'tenant', tenantId: contoso }, ...ofCheck }, daysAgo(2))
  await accept({ scope: { kind: 'all' }, ...ofCheck }, daysAgo(1))
  expect(await failedOf(MFA)).toEqual([1, 2, 0, 0, 0])
  expect(await failingNow(MFA)).toBe(0)
  await admin.call(endPostureException, { params: { exceptionId: id } })
  expect(await failedOf(MFA)).toEqual([1, 2, 0, 0, 0])
  await db().deleteFrom('postureExceptions').where('id', '<>', id).execute()
  expect(await failedOf(MFA)).toEqual([1, 2, 0, 0, 1])
  expect(await failingNow(MFA)).toBe(1)
})

test('accepted objects count as an accepted risk once each failing object is accepted', async () => {
  const store = (more: number) =>
    storePosture(db(), {
      tenantId: contoso,
      at: app.clock.now(),
      verdicts: { [LEGACY]: 'failed' },
      objects: { [LEGACY]: [objectOf('one'), objectOf('other')] },
      more: { [LEGACY]: more },
    })
  await store(0)
  await storeIntervals(db(), contoso, [
    { checkId: LEGACY, verdict: 'failed', since: daysAgo(4), change: 'baseline' },
  ])
  const scope = { kind: 'tenant', tenantId: contoso } as const
  await accept({ scope, checkId: LEGACY, objectId: 'one' }, daysAgo(3))
  expect(await failedOf(LEGACY)).toEqual([1, 1, 1, 1, 1])
  expect(await failingNow(LEGACY)).toBe(1)
  await accept({ scope, checkId: LEGACY, objectId: 'other' }, daysAgo(1))
  expect(await failedOf(LEGACY)).toEqual([1, 1, 1, 0, 0])
  expect(await failingNow(LEGACY)).toBe(0)
  // One that is not stored may not be accepted.
  await store(1)
  expect(await failedOf(LEGACY)).toEqual([1, 1, 1, 1, 1])
  expect(await failingNow(LEGACY)).toBe(1)
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
