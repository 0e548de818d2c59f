import { TenantId } from '@tenantscope/contract/ids'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { readSignIns, readUsage, startActivity } from './activity.jobs.ts'
import { createActivityRepo } from './activity.repo.ts'

const WITHIN = { timeout: 20_000, interval: 50 }

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

const OPTIONAL = ['AuditLog.Read.All', 'Reports.Read.All', 'SecurityEvents.Read.All']

function tenantOf(story: string): Tenant {
  const tenant = world.simulator.world.tenants.find((each) => each.story === story)
  if (!tenant) throw new Error(`No tenant tells the story ${story}`)
  return tenant
}

const idOf = (tenant: Tenant) => TenantId.parse(tenant.id)

const standingOf = async (tenant: Tenant) => {
  const rows = await world.database.handle.db
    .selectFrom('tenantActivity')
    .select(['part', 'failureCode', 'currentReadingId', 'asOf', 'triedAt'])
    .where('tenantId', '=', tenant.id)
    .execute()
  return new Map(rows.map((row) => [row.part, row]))
}

const codesOf = async (tenant: Tenant) =>
  Object.fromEntries([...(await standingOf(tenant))].map(([part, row]) => [part, row.failureCode]))

/** Waits until all four parts were tried since then. */
const tried = (tenant: Tenant, since: Date) =>
  vi.waitFor(async () => {
    const standing = [...(await standingOf(tenant)).values()]
    expect(standing).toHaveLength(4)
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
  const standing = await standingOf(tenant)
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
  return { signIns, registrations, usage }
}

const usageReading = async () => {
  const readingId = (await standingOf(whole)).get('usage')?.currentReadingId ?? -1
  return world.database.handle.db
    .selectFrom('activityReadings')
    .select(['isConcealed', 'reportDate'])
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
  test('begins at once for tenants that were never tried, and reads each in turn', async () => {
    const since = world.clock.now()
    await world.jobs.send(startActivity, {})
    await tried(whole, since)
    await tried(basic, since)
    expect(await codesOf(whole)).toEqual({
      usage: null,
      registrations: null,
      secureScore: null,
      signIns: null,
    })
  })

  test('leaves alone whoever had a turn', async () => {
    const before = await standingOf(whole)
    await world.jobs.send(startActivity, {})
    await vi.waitFor(async () => {
      const { rows } = await world.database.handle.executeSql(
        `select count(*)::int as waiting from pgboss.job
         where name = 'start-activity' and state in ('created', 'active', 'retry')`,
      )
      expect(rows[0]?.['waiting']).toBe(0)
    }, WITHIN)
    expect(await standingOf(whole)).toEqual(before)
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
        .where('id', '=', whole.id)
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
    expect(concealed.usage).toHaveLength(open.usage.length)
    expect(concealed.usage.some((row) => names.has(row.userPrincipalName))).toBe(false)
    const reading = await usageReading()
    expect(reading.isConcealed).toBe(true)
    expect(reading.reportDate).toMatch(/^\d{4}-\d{2}-\d{2}$/u)
  })

  test('the score of a day, once', async () => {
    await read(whole)
    const scores = await world.database.handle.db
      .selectFrom('tenantSecureScores')
      .select(['day', 'currentScore', 'maxScore'])
      .where('tenantId', '=', whole.id)
      .execute()
    expect(scores).toHaveLength(1)
    expect(scores[0]?.maxScore).toBeGreaterThan(0)
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

  test('a part that fails leaves the others whole', async () => {
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
      .where('tenantId', '=', whole.id)
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
  expect(await readings()).toBe(3)
  expect(await rowsOf(whole)).toEqual(current)
  const rowsLeft = await db
    .selectFrom('activitySignIns')
    .select('userId')
    .where('readingId', '=', abandonedId)
    .execute()
  expect(rowsLeft).toEqual([])
})
