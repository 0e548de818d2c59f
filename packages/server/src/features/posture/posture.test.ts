import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { UserId } from '@tenantscope/contract/ids'
import type { TenantId } from '@tenantscope/contract/ids'
import {
  getPosture,
  getPostureChanges,
  getPostureCheck,
  getTenantPosture,
  getTenantPostureChanges,
  getTenantPostureCheck,
} from '@tenantscope/contract/posture'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { objectOf, storeIntervals, storePosture } from '../../testing/stored-posture.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createPostureRepo } from './posture.repo.ts'
import { createPostureService } from './posture.service.ts'

const MFA = 'ca.mfa-all-users'
const DAY_MS = 86_400_000

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
  contoso = await app.addTenant(guidOf(2), 'contoso')
  admin = await app.signIn('admin')
  viewer = await app.signIn('viewer', { tenants: [fabrikam] })
})
afterAll(() => app.close())

const db = () => app.database.handle.db
const of = (tenantId: TenantId) => ({ params: { tenantId } })
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS)
const SINCE = { query: { since: '2020-01-01T00:00:00Z' } }
const at = CHECKS.findIndex(({ id }) => id === MFA)

const COUNTS = {
  members: 10,
  membersCovered: 4,
  membersNotCovered: 5,
  membersNotKnown: 1,
  guests: 7,
  guestsCovered: 0,
  blocked: 2,
  agents: 0,
  emergencyAccounts: 1,
}

/** The coverage that a refresh of now stored. */
async function storeCounts(tenantId: TenantId, counts: typeof COUNTS): Promise<void> {
  const now = app.clock.now()
  const displayName = tenantId === fabrikam ? 'Fabrikam' : 'contoso'
  await storeReading(db(), { id: tenantId, displayName, at: now }, {})
  const mfaCoverage = JSON.stringify({ verdict: 'partial', counts, reasons: [] })
  await db()
    .updateTable('generations')
    .set({ mfa: 'partial', mfaCoverage })
    .where('tenantId', '=', tenantId)
    .execute()
  await storePosture(db(), { tenantId, at: now })
}

/** The verdict and the members not covered in All Tenants, which the tenant's page repeats. */
async function mfaOf(browser: TestBrowser) {
  const [listed] = (await browser.call(listTenants, {})).tenants
  const { tenant } = await browser.call(getTenantDetails, of(fabrikam))
  expect(tenant.figures).toEqual(listed?.figures)
  return [listed?.figures?.mfa, listed?.figures?.mfaNotCovered]
}

describe('the estate', () => {
  test('has a letter for each check of the tenants that the caller may see, by name', async () => {
    await storePosture(db(), { tenantId: fabrikam, at: daysAgo(1), verdicts: { [MFA]: 'failed' } })
    const estate = await admin.call(getPosture, {})
    expect(estate.checks.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id))
    expect(estate.tenants).toMatchObject([
      { tenantId: contoso, displayName: 'contoso', verdicts: null, score: null, dataAsOf: null },
      { tenantId: fabrikam, dataAsOf: daysAgo(1).toISOString(), isOld: false },
    ])
    const letters = estate.tenants[1]?.verdicts
    expect(letters).toHaveLength(CHECKS.length)
    expect([letters?.[at], new Set(letters?.replace('f', ''))]).toEqual(['f', new Set('p')])
    expect(await viewer.call(getPosture, {})).toEqual({
      ...estate,
      tenants: [estate.tenants[1]],
      members: { ...estate.members, tenantsNotKnown: 1 },
    })
  })

  test('counts members by MFA coverage per tenant and in all, without tenants that are not known', async () => {
    const dated = [
      [fabrikam, 3],
      [contoso, 5],
    ] as const
    for (const [tenantId, membersNotCovered] of dated)
      await storeCounts(tenantId, { ...COUNTS, membersNotCovered })
    await app.addTenant(guidOf(3), 'Never read')
    const both = await admin.call(getPosture, {})
    expect(both.tenants.map(({ displayName, members }) => [displayName, members])).toEqual([
      ['contoso', { covered: 4, notCovered: 5, notKnown: 1 }],
      ['Fabrikam', { covered: 4, notCovered: 3, notKnown: 1 }],
      ['Never read', null],
    ])
    expect(both.members).toEqual({ covered: 8, notCovered: 8, notKnown: 2, tenantsNotKnown: 1 })
    expect((await viewer.call(getPosture, {})).members).toEqual({
      covered: 4,
      notCovered: 3,
      notKnown: 1,
      tenantsNotKnown: 0,
    })
    expect(both.tenants.map(({ isOutdated }) => isOutdated)).toEqual([false, false, false])
    expect(await mfaOf(viewer)).toEqual(['partial', 3])
    app.clock.advance({ hours: 7 * 24 })
    const weekLater = await app.signIn('viewer', { tenants: [fabrikam] })
    expect(await mfaOf(weekLater)).toEqual(['partial', 3])
    app.clock.advance({ hours: 1 })
    const later = await app.signIn('viewer', { tenants: [fabrikam] })
    const old = await later.call(getPosture, {})
    expect(old.tenants[0]).toMatchObject({ isOld: true, isOutdated: true, members: null })
    // All Tenants and the tenant's own figures say the same.
    expect(await mfaOf(later)).toEqual(['notKnown', null])
    expect(old.members).toEqual({ covered: 0, notCovered: 0, notKnown: 0, tenantsNotKnown: 1 })
  })

  test('leaves out Inactive tenants, also with their changes', async () => {
    await storePosture(db(), { tenantId: fabrikam, at: daysAgo(1) })
    await storeIntervals(db(), fabrikam, [
      { checkId: MFA, verdict: 'failed', since: daysAgo(1), change: 'new' },
    ])
    await db()
      .updateTable('tenants')
      .set({ status: 'Inactive' })
      .where('id', '=', fabrikam)
      .execute()
    expect((await viewer.call(getPosture, {})).tenants).toEqual([])
    expect((await viewer.call(getPostureChanges, SINCE)).changes).toEqual([])
    const params = { checkId: MFA }
    expect((await viewer.call(getPostureCheck, { params })).tenants).toEqual([])
  })

  test('counts every check of a tenant that was not read for 7 days as not read', async () => {
    await storePosture(db(), { tenantId: fabrikam, at: daysAgo(7) })
    expect((await viewer.call(getPosture, {})).tenants[0]).toMatchObject({
      isOld: false,
      score: 100,
    })
    app.clock.advance({ minutes: 1 })
    expect((await viewer.call(getPosture, {})).tenants[0]).toMatchObject({
      isOld: true,
      score: null,
      grade: null,
      verdicts: 'r'.repeat(CHECKS.length),
    })
    const { tenants } = await viewer.call(getPostureCheck, { params: { checkId: MFA } })
    expect(tenants).toMatchObject([
      { verdict: 'notRead', since: null, reason: 'The tenant was not read for 7 days.' },
    ])
  })

  test('shows no verdicts of other rules', async () => {
    await storePosture(db(), { tenantId: fabrikam, at: daysAgo(1), rules: 'earlier' })
    expect((await viewer.call(getPosture, {})).tenants[0]).toMatchObject({ verdicts: null })
    expect(await viewer.call(getTenantPosture, of(fabrikam))).toMatchObject({
      judgedAt: null,
      checks: [],
      score: { percent: null },
    })
  })

  test('needs as many statements for many tenants as for one, and some bytes for each', async () => {
    let statements = 0
    const counted = db().withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const posture = createPostureService({
      repo: createPostureRepo(counted),
      emergencyAccounts: { list: () => Promise.resolve([]) },
      settings: { read: () => Promise.resolve({ refreshHours: 6 }) },
      clock: app.clock,
    })
    const everyone = { userId: UserId.parse(1), seesAllTenants: true }
    const failed = { at: daysAgo(1), verdicts: { [MFA]: 'failed' } } as const
    const objects = { [MFA]: [objectOf('a')] }
    for (let index = 0; index < 40; index += 1) {
      const tenantId = await app.addTenant(guidOf(100 + index), `Tenant ${index}`)
      await storePosture(db(), { tenantId, ...failed, objects })
    }
    const exception = { reason: 'Accepted for a test', ownerName: 'A', createdBy: 'A' }
    await db()
      .insertInto('postureExceptions')
      .values({ ...exception, checkId: MFA, objectId: 'a', endsAt: daysAgo(-1) })
      .execute()
    const { tenants } = await posture.estate(everyone)
    expect([tenants.length, statements]).toEqual([42, 4])
    expect(tenants.filter(({ verdicts }) => verdicts?.[at] === 'e')).toHaveLength(40)
    expect(JSON.stringify(tenants).length).toBeLessThan(42 * 400)
  })
})

describe('a tenant', () => {
  test('shows each check with its evidence, and the score that the estate shows', async () => {
    const objects = Array.from({ length: 60 }, (_, index) => objectOf(`u${index}`))
    await storePosture(db(), {
      tenantId: fabrikam,
      at: daysAgo(1),
      verdicts: { [MFA]: 'failed', 'lic.unassigned': 'notRead', 'dev.stale': 'noPermission' },
      objects: { [MFA]: objects },
      more: { [MFA]: 5 },
    })
    const posture = await viewer.call(getTenantPosture, of(fabrikam))
    expect(posture).toMatchObject({
      judgedAt: daysAgo(1).toISOString(),
      dataAsOf: daysAgo(1).toISOString(),
      emergencyAccounts: [],
      emergencyAccountsVersion: 0,
    })
    expect(posture.checks.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id))
    const check = posture.checks[at]
    expect(check).toMatchObject({
      verdict: 'failed',
      reason: `${MFA} was judged.`,
      counts: { people: 3 },
      more: 15,
    })
    expect(check?.objects).toEqual(
      objects.slice(0, 50).map((object) => ({ ...object, isExcepted: false })),
    )
    const [shown] = (await viewer.call(getPosture, {})).tenants
    expect([shown?.score, shown?.grade]).toEqual([posture.score.percent, posture.score.grade])
    expect(posture.score.checks).toMatchObject({ failed: 1, notRead: 1, noPermission: 1 })
  })

  test('that was never judged has no checks', async () => {
    expect(await viewer.call(getTenantPosture, of(fabrikam))).toMatchObject({
      judgedAt: null,
      dataAsOf: null,
      checks: [],
    })
    const params = { tenantId: fabrikam, checkId: MFA }
    expect(await viewer.call(getTenantPostureCheck, { params })).toMatchObject({
      check: { id: MFA },
      found: null,
      history: [],
    })
  })

  test('shows the history of a check, the newest first, and since when the verdict is what it is', async () => {
    await storePosture(db(), {
      tenantId: fabrikam,
      at: daysAgo(1),
      verdicts: { [MFA]: 'failed', 'ca.mfa-admins': 'notRead' },
      objects: { [MFA]: [objectOf('u1')] },
    })
    await storeIntervals(db(), fabrikam, [
      {
        checkId: MFA,
        verdict: 'passed',
        since: daysAgo(9),
        until: daysAgo(5),
        change: 'baseline',
      },
      { checkId: MFA, verdict: 'failed', since: daysAgo(5), change: 'regressed' },
      {
        checkId: MFA,
        verdict: 'notRead',
        since: daysAgo(4),
        until: daysAgo(3),
        change: 'unreadable',
      },
      { checkId: 'ca.mfa-admins', verdict: 'passed', since: daysAgo(9), change: 'baseline' },
      { checkId: 'ca.mfa-admins', verdict: 'notRead', since: daysAgo(2), change: 'unreadable' },
    ])
    const params = { tenantId: fabrikam, checkId: MFA }
    const details = await viewer.call(getTenantPostureCheck, { params })
    expect(details.check.why).toBe(CHECKS[at]?.why)
    expect(details.found).toMatchObject({ verdict: 'failed', since: daysAgo(5).toISOString() })
    expect(details.history.map(({ verdict, change }) => `${verdict} ${change}`)).toEqual([
      'notRead unreadable',
      'failed regressed',
      'passed baseline',
    ])
    const { checks } = await viewer.call(getTenantPosture, of(fabrikam))
    const sinceOf = (id: string) => checks.find((check) => check.id === id)?.since
    expect(sinceOf(MFA)).toBe(daysAgo(5).toISOString())
    expect(sinceOf('ca.mfa-admins')).toBe(daysAgo(2).toISOString())
    const overview = await viewer.call(getPostureCheck, { params: { checkId: MFA } })
    expect(overview.tenants).toEqual([
      {
        tenantId: fabrikam,
        displayName: 'Fabrikam',
        verdict: 'failed',
        since: daysAgo(5).toISOString(),
        dataAsOf: daysAgo(1).toISOString(),
        reason: `${MFA} was judged.`,
        objectCount: 1,
        isOutdated: true,
      },
    ])
  })
})

describe('changes', () => {
  beforeEach(async () => {
    for (const tenantId of [fabrikam, contoso])
      await storeIntervals(db(), tenantId, [
        {
          checkId: MFA,
          verdict: 'passed',
          since: daysAgo(9),
          until: daysAgo(3),
          change: 'baseline',
        },
        { checkId: MFA, verdict: 'failed', since: daysAgo(3), change: 'regressed' },
        { checkId: 'lic.unassigned', verdict: 'failed', since: daysAgo(2), change: 'new' },
        { checkId: 'removed.check', verdict: 'failed', since: daysAgo(1), change: 'new' },
      ])
  })

  test('are those of the tenants that the caller may see, the newest first, without baselines', async () => {
    const { changes, more } = await viewer.call(getPostureChanges, SINCE)
    expect(changes.map(({ tenantId, checkId, change }) => [tenantId, checkId, change])).toEqual([
      [fabrikam, 'lic.unassigned', 'new'],
      [fabrikam, MFA, 'regressed'],
    ])
    expect(more).toBe(0)
    expect((await admin.call(getPostureChanges, SINCE)).changes).toHaveLength(4)
    const ofTenant = await viewer.call(getTenantPostureChanges, { ...of(fabrikam), ...SINCE })
    expect(ofTenant.changes).toEqual(
      changes.map(({ checkId, title, severity, change, verdict, at: changedAt }) => ({
        checkId,
        title,
        severity,
        change,
        verdict,
        at: changedAt,
      })),
    )
  })

  test('begin at the time that is given', async () => {
    const query = { since: daysAgo(2).toISOString() }
    const { changes } = await viewer.call(getPostureChanges, { query })
    expect(changes.map(({ checkId }) => checkId)).toEqual(['lic.unassigned'])
    const refused = await viewer.refusal(getPostureChanges, { query: { since: 'yesterday' } })
    expect(refused.body.fields).toMatchObject([{ field: 'query.since' }])
  })

  test('beyond 500 are counted', async () => {
    const change = {
      tenantId: fabrikam,
      checkId: 'ca.mfa-admins',
      verdict: 'failed',
      since: daysAgo(1),
      until: daysAgo(1),
      change: 'regressed',
      checkVersion: 1,
    } as const
    await db()
      .insertInto('postureIntervals')
      .values(Array.from({ length: 510 }, () => change))
      .execute()
    const { changes, more } = await viewer.call(getPostureChanges, SINCE)
    expect([changes.length, more]).toEqual([500, 12])
  })
})

test.each(['ca.unknown', 'no-check', 'CA.MFA'])('the check %s is not found', async (checkId) => {
  const overview = await viewer.refusal(getPostureCheck, { params: { checkId } })
  expect(overview.status).toBe(404)
  const params = { tenantId: fabrikam, checkId }
  expect((await viewer.refusal(getTenantPostureCheck, { params })).status).toBe(404)
})

test('a tenant without a grant is as absent as one that does not exist', async () => {
  await storePosture(db(), { tenantId: contoso, at: daysAgo(1) })
  const absent = await viewer.refusal(getTenantPosture, { params: { tenantId: guidOf(404) } })
  for (const endpoint of [getTenantPosture, getTenantPostureChanges, getTenantPostureCheck]) {
    const params = { tenantId: contoso, checkId: MFA }
    const { status, body } = await viewer.refusal(endpoint, { params, ...SINCE })
    expect([status, body.message]).toEqual([absent.status, absent.body.message])
  }
})
