import { TenantId } from '@tenantscope/contract/ids'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { readSignIns, readUsage, startActivity } from './activity.jobs.ts'
import { createActivityRepo } from './activity.repo.ts'

const WITHIN = { timeout: 30_000, interval: 50 }

let world: RefreshWorld
/** Entra ID P1, everything granted. */
let whole: Tenant
/** No Entra ID P1. */
let basic: Tenant

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 10, users: 12 })
  whole = tenantOf('no-mfa-policy')
  basic = tenantOf('security-defaults')
  for (const { consent } of [whole, basic])
    if (consent) consent.roles = [...new Set([...consent.roles, ...OPTIONAL])]
  await world.refresh(await world.signIn('admin'))
})
afterAll(() => world.close())
// A job that a test left for a later retry would hold back the next one of its tenant.
beforeEach(() =>
  world.database.handle.executeSql("delete from pgboss.job where state in ('created', 'retry')"),
)

/** In hours before now. */
const AFTER_YEAR_9999 = -100_000_000
const OPTIONAL = ['AuditLog.Read.All', 'Reports.Read.All', 'SecurityEvents.Read.All']

function tenantOf(story: string): Tenant {
  const tenant = world.simulator.world.tenants.find((each) => each.story === story)
  if (!tenant) throw new Error(`No tenant has the story ${story}`)
  return tenant
}

const idOf = (tenant: Tenant) => TenantId.parse(tenant.id)

const stateOf = async (tenant: Tenant) => {
  const rows = await world.database.handle.db
    .selectFrom('tenantActivity')
    .select(['part', 'failureCode', 'currentReadingId', 'asOf', 'triedAt'])
    .where('tenantId', '=', TenantId.parse(tenant.id))
    .execute()
  return new Map(rows.map((row) => [row.part, row]))
}

const codesOf = async (tenant: Tenant) =>
  Object.fromEntries([...(await stateOf(tenant))].map(([part, row]) => [part, row.failureCode]))

/** Waits until all seven parts were tried since then. */
const tried = (tenant: Tenant, since: Date) =>
  vi.waitFor(async () => {
    const standing = [...(await stateOf(tenant)).values()]
    expect(standing).toHaveLength(8)
    expect(standing.every(({ triedAt }) => triedAt >= since)).toBe(true)
  }, WITHIN)

async function read(tenant: Tenant): Promise<void> {
  const since = world.clock.now()
  await world.jobs.send(readUsage, { tenantId: idOf(tenant) })
  await world.jobs.send(readSignIns, { tenantId: idOf(tenant) })
  await tried(tenant, since)
}

const rowsOf = async (tenant: Tenant) => {
  const { db } = world.database.handle
  const standing = await stateOf(tenant)
  const of = (part: 'signIns' | 'registrations' | 'usage') =>
    standing.get(part)?.currentReadingId ?? -1
  const [signIns, registrations, usage] = await Promise.all([
    db.selectFrom('activitySignIns').selectAll().where('readingId', '=', of('signIns')).execute(),
    db
      .selectFrom('activityRegistrations')
      .selectAll()
      .where('readingId', '=', of('registrations'))
      .execute(),
    db.selectFrom('activityUsage').selectAll().where('readingId', '=', of('usage')).execute(),
  ])
  return { signIns: sorted(signIns), registrations: sorted(registrations), usage: sorted(usage) }
}

/** Sorts rows by their content: the database returns them in any order. */
const sorted = <Row>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

const usageReading = async () => {
  const readingId = (await stateOf(whole)).get('usage')?.currentReadingId ?? -1
  return world.database.handle.db
    .selectFrom('activityReadings')
    .select(['isConcealed', 'unattributedRows', 'reportDate'])
    .where('id', '=', readingId)
    .executeTakeFirstOrThrow()
}

function requestsTo(path: string): number {
  const { requestsByPath } = world.simulator.counters.readByName()
  return Object.entries(requestsByPath)
    .filter(([template]) => template.includes(path))
    .reduce((sum, [, count]) => sum + count, 0)
}

describe('the night', () => {
  test('starts at once for tenants that were never tried, reads each in turn, and skips those that had their turn', async () => {
    await world.database.handle.db.deleteFrom('tenantActivity').execute()
    const since = world.clock.now()
    await world.jobs.send(startActivity, {})
    await tried(whole, since)
    await tried(basic, since)
    expect(await codesOf(whole)).toEqual({
      usage: null,
      registrations: null,
      secureScore: null,
      signIns: null,
      devices: null,
      owners: null,
      dns: null,
      perUserMfa: null,
    })

    const before = await stateOf(whole)
    await world.jobs.send(startActivity, {})
    await vi.waitFor(async () => {
      const { rows } = await world.database.handle.executeSql(
        `select count(*)::int as waiting from pgboss.job
         where name = 'start-activity' and state in ('created', 'active', 'retry')`,
      )
      expect(rows[0]?.['waiting']).toBe(0)
    }, WITHIN)
    expect(await stateOf(whole)).toEqual(before)
  })
})

test.each([
  ['whose reading is stopped', 'readingStoppedAt'],
  ['that waits for approval', 'awaitingApprovalSince'],
] as const)(
  'a tenant %s has no turn, nor has a job of it that was sent before',
  async (_, column) => {
    const { db } = world.database.handle
    const repo = createActivityRepo(db)
    const setStopped = (at: Date | null) =>
      db
        .updateTable('tenants')
        .set({ [column]: at })
        .where('id', '=', TenantId.parse(whole.id))
        .execute()
    const hasTurn = async () => (await repo.findCandidates()).some(({ id }) => id === whole.id)
    expect(await hasTurn()).toBe(true)
    await setStopped(world.clock.now())
    expect(await hasTurn()).toBe(false)
    expect(await repo.findFacts(idOf(whole))).toBeUndefined()
    await setStopped(null)
  },
)

describe('what is read', () => {
  test('a date for everybody who ever signed in, and null for who never did', async () => {
    await read(whole)
    const { signIns } = await rowsOf(whole)
    const dates = new Map(signIns.map((row) => [row.userId, row.lastSignInAt]))
    expect([...dates.keys()].toSorted()).toEqual(whole.people.map(({ id }) => id).toSorted())
    for (const { id, hoursSinceSignIn } of whole.people)
      expect(dates.get(id) === null).toBe(hoursSinceSignIn === null)
  })

  test('the methods that people registered', async () => {
    await read(whole)
    const { registrations } = await rowsOf(whole)
    const methods = new Map(registrations.map((row) => [row.userId, row.methodsRegistered]))
    expect(methods.size).toBeGreaterThan(0)
    for (const person of whole.people.filter(({ id }) => methods.has(id)))
      expect(methods.get(person.id)).toEqual(person.methodsRegistered)
  })

  test('the use of each workload, with the day of the report and whether names are concealed', async () => {
    whole.concealsNamesInReports = false
    await read(whole)
    const names = new Set(whole.people.map(({ userPrincipalName }) => userPrincipalName))
    const open = await rowsOf(whole)
    expect(open.usage.length).toBeGreaterThan(0)
    expect(open.usage.every((row) => names.has(row.userPrincipalName))).toBe(true)
    expect(await usageReading()).toMatchObject({ isConcealed: false })

    whole.concealsNamesInReports = true
    await read(whole)
    const concealed = await rowsOf(whole)
    expect(concealed.usage).toEqual([])
    const reading = await usageReading()
    expect(reading).toMatchObject({ isConcealed: true, unattributedRows: open.usage.length })
    expect(reading.reportDate).toMatch(/^\d{4}-\d{2}-\d{2}$/u)
  })

  test('the score of a day, once', async () => {
    const { db } = world.database.handle
    await db
      .deleteFrom('tenantSecureScores')
      .where('tenantId', '=', TenantId.parse(whole.id))
      .execute()
    await read(whole)
    await read(whole)
    const scores = await db
      .selectFrom('tenantSecureScores')
      .select(['day', 'currentScore', 'maxScore'])
      .where('tenantId', '=', TenantId.parse(whole.id))
      .execute()
    expect(scores).toHaveLength(1)
    expect(scores[0]?.maxScore).toBeGreaterThan(0)
  })
})

const malformedOf = async () => {
  const admin = await world.signIn('admin')
  const details = await admin.call(getTenantDetails, { params: { tenantId: idOf(whole) } })
  return details.malformedRows
}

describe('a row that cannot be read', () => {
  test('is left out, counted and named; the others of its part are stored', async () => {
    const [first, second] = whole.people.filter(({ accountEnabled }) => accountEnabled)
    const before = structuredClone([first, second])
    Object.assign(first!, { hoursSinceSignIn: AFTER_YEAR_9999 })
    Object.assign(second!, { methodsRegistered: ['m'.repeat(1_000)] })
    await read(whole)
    expect(await codesOf(whole)).toMatchObject({ signIns: null, registrations: null })
    expect(await malformedOf()).toEqual([
      {
        part: 'registrations',
        malformed: 1,
        named: [{ id: second!.id, field: 'methodsRegistered[0]' }],
      },
      {
        part: 'signIns',
        malformed: 1,
        named: [{ id: first!.id, field: 'signInActivity.lastSignInDateTime' }],
      },
    ])
    const { signIns, registrations } = await rowsOf(whole)
    const others = whole.people.map(({ id }) => id).filter((id) => id !== first!.id)
    expect(signIns.map(({ userId }) => userId).toSorted()).toEqual(others.toSorted())
    expect(registrations.map(({ userId }) => userId)).not.toContain(second!.id)
    expect(registrations.length).toBeGreaterThan(1)

    Object.assign(first!, before[0])
    Object.assign(second!, before[1])
    await read(whole)
    expect(await malformedOf()).toEqual([])
    expect((await rowsOf(whole)).signIns).toHaveLength(whole.people.length)
  })
})

describe('what cannot be read', () => {
  test('without Entra ID P1 nothing is asked that needs it, and the reason is kept', async () => {
    const before = requestsTo('/reports/authenticationMethods')
    await read(basic)
    expect(requestsTo('/reports/authenticationMethods')).toBe(before)
    expect(await codesOf(basic)).toMatchObject({
      signIns: 'NOT_LICENSED',
      registrations: 'NOT_LICENSED',
      usage: null,
      secureScore: null,
    })
  })

  test('a permission that is not granted is named, and what was read before stays', async () => {
    await read(whole)
    const before = await rowsOf(whole)
    world.simulator.faults.add('roles-removed', {
      tenantId: whole.id,
      roles: ['AuditLog.Read.All'],
      times: 1,
    })
    await world.refresh(await world.signIn('admin'))
    await read(whole)
    expect(await codesOf(whole)).toMatchObject({
      signIns: 'PERMISSION_MISSING',
      registrations: 'PERMISSION_MISSING',
      usage: null,
    })
    expect((await rowsOf(whole)).signIns).toEqual(before.signIns)
    await world.refresh(await world.signIn('admin'))
  })

  test('a failed part leaves the others complete', async () => {
    world.simulator.faults.add('unavailable', {
      tenantId: whole.id,
      paths: ['/reports/getOffice365'],
    })
    await read(whole)
    expect(await codesOf(whole)).toMatchObject({
      usage: 'UNAVAILABLE',
      registrations: null,
      signIns: null,
    })
    world.simulator.faults.clear()
  })
})

test('a reading that was replaced, and one that a process left, go with all their rows after hours', async () => {
  const { db } = world.database.handle
  const repo = createActivityRepo(db)
  await read(whole)
  await read(whole)
  const current = await rowsOf(whole)
  const abandonedId = await repo.begin(idOf(whole), 'signIns', world.clock.now())
  const people = Array.from({ length: 501 }, (_, index) => `gone-${index}`)
  const never = {
    lastSignInAt: null,
    lastNonInteractiveSignInAt: null,
    lastSuccessfulSignInAt: null,
  }
  const left = people.map((userId) => ({ userId, ...never }))
  await repo.insert('signIns', abandonedId, left)
  const readings = async () => {
    const rows = await db
      .selectFrom('activityReadings')
      .select('id')
      .where('tenantId', '=', TenantId.parse(whole.id))
      .execute()
    return rows.length
  }
  const { signal } = new AbortController()
  const before = await readings()
  expect(before).toBeGreaterThan(4)
  await repo.sweep(new Date(0), signal)
  expect(await readings()).toBe(before)

  world.clock.advance({ hours: 7 })
  await repo.sweep(world.clock.now(), signal)
  expect(await readings()).toBe(7)
  expect(await rowsOf(whole)).toEqual(current)
  const rowsLeft = await db
    .selectFrom('activitySignIns')
    .select('userId')
    .where('readingId', '=', abandonedId)
    .execute()
  expect(rowsLeft).toEqual([])
})
