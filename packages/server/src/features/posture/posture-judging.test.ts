import { TenantId } from '@tenantscope/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { quietLogger } from '../../testing/database-template.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import type { StoredReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createActivityRepo } from '../activity/activity.repo.ts'
import { createEraseTenantRepo } from '../system/erase-tenant.repo.ts'
import { createJudgingThread } from './judging/judging-thread.ts'
import type { JudgingThread, TenantToJudge } from './judging/judging-thread.ts'
import { createPostureDueRepo } from './posture-due.repo.ts'
import { createPostureJudging } from './posture-judging.service.ts'
import { RULES } from './rules.ts'
import { createStoredFactsRepo } from './stored-facts.repo.ts'

const tenantId = TenantId.parse(guidOf(1))
const person = guidOf(100)
const DAY_MS = 86_400_000

let app: TestApp
let thread: JudgingThread
beforeAll(async () => {
  app = await createTestApp()
  // The product itself judges tenants every hour.
  await app.database.handle.executeSql('delete from pgboss.schedule')
  thread = createJudgingThread()
})
beforeEach(() => app.reset())
afterAll(async () => {
  await thread.close()
  await app.close()
})

/** `beforeJudging` happens between the reading of the facts and the verdicts. */
function judging(beforeJudging: () => Promise<void> = () => Promise.resolve()) {
  const { db } = app.database.handle
  return createPostureJudging({
    facts: createStoredFactsRepo(db),
    due: createPostureDueRepo(db),
    thread: {
      async judge(tenant: TenantToJudge) {
        await beforeJudging()
        return thread.judge(tenant)
      },
    },
    sendAgain: () => Promise.resolve(),
    clock: app.clock,
    logger: quietLogger,
  })
}

const signal = new AbortController().signal
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS)

const store = (reading: StoredReading, id: string = tenantId) =>
  storeReading(app.database.handle.db, { id, displayName: 'Contoso', at: daysAgo(0.5) }, reading)

const PEOPLE: StoredReading = { people: [{ id: person, createdDateTime: '2020-01-01T00:00:00Z' }] }

/** The nightly reading of sign-in dates, two days ago. */
async function storeSignIn(lastSignInAt: Date): Promise<void> {
  const activity = createActivityRepo(app.database.handle.db)
  const readingId = await activity.begin(tenantId, 'signIns', daysAgo(2))
  const never = { lastNonInteractiveSignInAt: null, lastSuccessfulSignInAt: null }
  await activity.insert('signIns', readingId, [{ userId: person, lastSignInAt, ...never }])
  const unset = {
    reportDate: null,
    isConcealed: false,
    unattributedRows: 0,
    malformedRows: null,
  }
  await activity.publish(tenantId, 'signIns', { readingId, at: daysAgo(2), ...unset })
}

async function declareEmergencyAccount(): Promise<void> {
  const { db } = app.database.handle
  const account = { reason: 'Break glass', declaredBy: 'admin' }
  await db
    .insertInto('emergencyAccounts')
    .values({ tenantId, userId: person, ...account })
    .execute()
  await db
    .updateTable('tenants')
    .set((eb) => ({ emergencyAccountsVersion: eb('emergencyAccountsVersion', '+', 1) }))
    .where('id', '=', tenantId)
    .execute()
}

const historyOf = (checkId: string) =>
  app.database.handle.db
    .selectFrom('postureIntervals')
    .select(['verdict', 'change'])
    .where('tenantId', '=', tenantId)
    .where('checkId', '=', checkId)
    .orderBy('id')
    .execute()

const evidenceOf = (checkId: string) =>
  app.database.handle.db
    .selectFrom('postureEvidence')
    .select(['dataAsOf', 'objects', 'counts', 'more'])
    .where('tenantId', '=', tenantId)
    .where('checkId', '=', checkId)
    .executeTakeFirst()

const posturesOf = () =>
  app.database.handle.db.selectFrom('tenantPostures').selectAll().orderBy('tenantId').execute()

describe('judging stored data again', () => {
  test('uses nightly readings, whose date the evidence has when it is older', async () => {
    await store(PEOPLE)
    await storeSignIn(daysAgo(100))
    await judging().judgeCurrent(tenantId)
    expect(await historyOf('usr.stale')).toEqual([{ verdict: 'failed', change: 'baseline' }])
    expect(await evidenceOf('usr.stale')).toMatchObject({
      dataAsOf: daysAgo(2),
      objects: [{ kind: 'user', id: person, name: null }],
    })
    // That of the posture.
    expect(await evidenceOf('grp.public')).toMatchObject({ dataAsOf: null })
    expect(await posturesOf()).toMatchObject([{ dataAsOf: daysAgo(0.5) }])
  })

  test('leaves out a declared emergency account', async () => {
    await store(PEOPLE)
    await storeSignIn(daysAgo(100))
    await judging().judgeCurrent(tenantId)
    await declareEmergencyAccount()
    await judging().judgeCurrent(tenantId)
    expect(await historyOf('usr.stale')).toEqual([
      { verdict: 'failed', change: 'baseline' },
      { verdict: 'passed', change: 'fixed' },
    ])
    expect(await evidenceOf('usr.stale')).toMatchObject({ objects: [] })
  })

  test('begins again when accounts were declared while it ran', async () => {
    await store(PEOPLE)
    await storeSignIn(daysAgo(100))
    let judgings = 0
    await judging(async () => {
      judgings += 1
      if (judgings === 1) await declareEmergencyAccount()
    }).judgeCurrent(tenantId)
    expect(judgings).toBe(2)
    expect(await historyOf('usr.stale')).toEqual([{ verdict: 'passed', change: 'baseline' }])
  })

  test('begins again when newer data were published while it ran', async () => {
    await store({ groups: [] })
    let judgings = 0
    await judging(async () => {
      judgings += 1
      const open = { id: guidOf(7), groupTypes: ['Unified'], visibility: 'Public' }
      if (judgings === 1) await store({ groups: [open] })
    }).judgeCurrent(tenantId)
    expect(judgings).toBe(2)
    expect(await historyOf('grp.public')).toEqual([{ verdict: 'failed', change: 'baseline' }])
  })

  test('does nothing for a tenant without data', async () => {
    await app.addTenant(tenantId, 'Contoso')
    await judging().judgeCurrent(tenantId)
    expect(await posturesOf()).toEqual([])
  })

  test('reads each part that failed or has rows that cannot be read as such', async () => {
    await store({
      ...PEOPLE,
      partFailures: [{ part: 'groups', code: 'PERMISSION_MISSING', message: '' }],
      malformedRows: [{ part: 'domains', malformed: 1, named: [] }],
    })
    await judging().judgeCurrent(tenantId)
    expect(await historyOf('grp.public')).toEqual([{ verdict: 'noPermission', change: 'baseline' }])
    expect(await historyOf('dom.unverified')).toEqual([{ verdict: 'notRead', change: 'baseline' }])
  })
})

/** The versions of rows by what they hold: PostgreSQL gives a written row another one. */
async function rowVersions(): Promise<Map<unknown, unknown>> {
  const { rows } = await app.database.handle.executeSql(
    `select 'evidence ' || check_id as name, xmin::text as version from posture_evidence
     union all select 'interval ' || check_id || id, xmin::text from posture_intervals`,
  )
  return new Map(rows.map(({ name, version }) => [name, version]))
}

describe('an equal judging', () => {
  test('writes only its dates', async () => {
    await store(PEOPLE)
    await storeSignIn(daysAgo(100))
    await judging().judgeCurrent(tenantId)
    const [before] = await posturesOf()
    const rows = await rowVersions()
    expect(rows.size).toBeGreaterThan(200)
    app.clock.advance({ hours: 1 })
    await judging().judgeCurrent(tenantId)
    const [after] = await posturesOf()
    expect(after).toEqual({ ...before, judgedAt: app.clock.now() })
    expect(await rowVersions()).toEqual(rows)
  })

  test('with other facts writes what changed', async () => {
    await store(PEOPLE)
    await storeSignIn(daysAgo(100))
    await judging().judgeCurrent(tenantId)
    const rows = await rowVersions()
    await storeSignIn(daysAgo(1))
    await judging().judgeCurrent(tenantId)
    expect(await historyOf('usr.stale')).toContainEqual({ verdict: 'passed', change: 'fixed' })
    const written = [...(await rowVersions())].filter(
      ([name, version]) => rows.get(name) !== version,
    )
    expect(written.map(([name]) => name)).toContain('evidence usr.stale')
    expect(written.length).toBeLessThan(20)
  })

  test('after an upgrade that changed rules is stored again', async () => {
    await store(PEOPLE)
    await judging().judgeCurrent(tenantId)
    await app.database.handle.executeSql(`update tenant_postures set rules = 'earlier'`)
    await judging().judgeCurrent(tenantId)
    expect(await posturesOf()).toMatchObject([{ rules: RULES }])
  })
})

const setStatus = (status: 'Active' | 'Inactive') =>
  app.database.handle.db.updateTable('tenants').set({ status }).execute()

describe('tenants that are due', () => {
  const others = [TenantId.parse(guidOf(2)), TenantId.parse(guidOf(3))] as const

  test('are those never judged, judged a day ago, or judged by other rules', async () => {
    for (const id of [tenantId, ...others]) await store(PEOPLE, id)
    await judging().judgeDue({ signal })
    const first = await posturesOf()
    expect(first.map((row) => row.tenantId)).toEqual([tenantId, ...others])
    expect(first.map(({ rules }) => rules)).toEqual([RULES, RULES, RULES])

    const { db } = app.database.handle
    const [byOthers, dayOld] = others
    await db
      .updateTable('tenantPostures')
      .set({ rules: 'earlier' })
      .where('tenantId', '=', byOthers)
      .execute()
    await db
      .updateTable('tenantPostures')
      .set({ judgedAt: daysAgo(1) })
      .where('tenantId', '=', dayOld)
      .execute()
    app.clock.advance({ hours: 1 })
    await judging().judgeDue({ signal })
    const at = app.clock.now()
    expect((await posturesOf()).map(({ judgedAt }) => judgedAt.getTime() === at.getTime())).toEqual(
      [false, true, true],
    )
    expect((await posturesOf())[1]).toMatchObject({ rules: RULES })
  })

  test('are never Inactive ones, until the tenant is active again', async () => {
    await store(PEOPLE)
    await setStatus('Inactive')
    await judging().judgeDue({ signal })
    expect(await posturesOf()).toEqual([])
    await setStatus('Active')
    await judging().judgeDue({ signal })
    expect(await posturesOf()).toHaveLength(1)
  })

  test('do not wait for one that cannot be judged', async () => {
    for (const id of [tenantId, ...others]) await store(PEOPLE, id)
    let judgings = 0
    await judging(() => {
      judgings += 1
      return judgings === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve()
    }).judgeDue({ signal })
    expect((await posturesOf()).map((row) => row.tenantId)).toEqual(others)
  })

  test('intervals are removed once they ended longer ago than they are kept', async () => {
    await app.addTenant(tenantId, 'Contoso')
    const { db } = app.database.handle
    const interval = { tenantId, verdict: 'passed', change: 'baseline', checkVersion: 1 } as const
    await db
      .insertInto('postureIntervals')
      .values([
        { ...interval, checkId: 'a.old', since: daysAgo(1_000), until: daysAgo(740) },
        { ...interval, checkId: 'b.recent', since: daysAgo(1_000), until: daysAgo(700) },
        { ...interval, checkId: 'c.open', since: daysAgo(1_000), until: null },
      ])
      .execute()
    await judging().judgeDue({ signal })
    const kept = await db.selectFrom('postureIntervals').select('checkId').orderBy('id').execute()
    expect(kept.map(({ checkId }) => checkId)).toEqual(['b.recent', 'c.open'])
  })
})

test('erasing the data of a tenant removes its verdicts, evidence and history', async () => {
  await store(PEOPLE)
  await judging().judgeCurrent(tenantId)
  await declareEmergencyAccount()
  const { db } = app.database.handle
  const erasing = createEraseTenantRepo(db)
  await erasing.transaction((trx) =>
    erasing.detach(trx, tenantId, { name: 'admin', at: app.clock.now() }),
  )
  const tables = [
    'tenantPostures',
    'postureEvidence',
    'postureIntervals',
    'emergencyAccounts',
  ] as const
  const left = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('tenantId').execute()),
  )
  expect(left).toEqual([[], [], [], []])
})

test('a judging under way when a tenant is erased stores nothing', async () => {
  await store(PEOPLE)
  const erasing = createEraseTenantRepo(app.database.handle.db)
  await judging(() =>
    erasing.transaction((trx) =>
      erasing.detach(trx, tenantId, { name: 'admin', at: app.clock.now() }),
    ),
  ).judgeCurrent(tenantId)
  expect(await posturesOf()).toEqual([])
})
