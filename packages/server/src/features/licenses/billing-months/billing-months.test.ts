import {
  correctBillingMonth,
  getBillingMonth,
  listBillingMonths,
  listTenantBillingMonths,
  setBillingTimeZone,
} from '@tenantscope/contract/billing-months'
import { eraseTenant } from '@tenantscope/contract/system'
import { createTenantGroup } from '@tenantscope/contract/tenant-groups'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  ALPINE,
  BERG,
  createBillingWorld,
  readingOf,
  refused,
} from '../../../testing/billing-world.ts'
import type { BillingWorld } from '../../../testing/billing-world.ts'
import { guidOf } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'

let world: BillingWorld
let admin: TestBrowser
let technician: TestBrowser
let viewer: TestBrowser

beforeAll(async () => {
  world = await createBillingWorld('2026-10-15T12:00:00Z')
})
beforeEach(async () => {
  await world.app.reset()
  world.clock.set('2026-10-15T12:00:00Z')
  await world.setTimeZone('Europe/Berlin')
  await world.read(ALPINE, readingOf(['ada', 'ben', 'gone']))
  await world.read(BERG, readingOf(['x'], { partFailures: [refused('users')] }))
  await world.freeze()
  world.clock.set('2026-11-15T12:00:00Z')
  await world.read(ALPINE, readingOf(['ada', 'ben', 'cleo', 'dan']))
  await world.read(BERG, readingOf(['x']))
  world.clock.set('2026-11-30T23:10:00Z')
  await world.freeze()
  // In the current directory Ben and a person without a license are listed.
  await world.read(ALPINE, readingOf(['ben', 'cleo']))
  admin = await world.app.signIn('admin')
  technician = await world.app.signIn('technician', { tenants: [ALPINE] })
  viewer = await world.app.signIn('viewer', { tenants: [ALPINE] })
})
afterAll(() => world.app.close())

const list = (browser: TestBrowser, query: object = {}) =>
  browser.call(listBillingMonths, { query })
const november = { params: { tenantId: ALPINE, month: '2026-11' } }
const correction = (rest: object = {}) => ({
  ...november,
  body: { billedPeople: 5, blockedPeople: 1, guests: 0, reason: ' By hand ', number: 1, ...rest },
})

const reasonOf = async (tenantId: string, month: string) => {
  const { moves } = await admin.call(getBillingMonth, { params: { tenantId, month } })
  return moves.kind === 'unknown' ? moves.reason : moves.kind
}

const statusOf = async (browser: TestBrowser, tenantId: string, month: string) =>
  (await browser.refusal(getBillingMonth, { params: { tenantId, month } })).status

const set = (timeZone: string | null, version: number) => ({
  params: { tenantId: ALPINE },
  body: { timeZone, version },
})

const open = async () =>
  await technician.call(listTenantBillingMonths, { params: { tenantId: ALPINE } })

describe('the list', () => {
  test('has each tenant of the latest month with the month before, and the sums of every month', async () => {
    const { months, month, tenants, open } = await list(admin)
    expect(month).toBe('2026-11')
    expect(tenants.map(({ tenantName, people, before }) => [tenantName, people, before])).toEqual([
      ['Alpine', { billedPeople: 4, blockedPeople: 0, guests: 0 }, 3],
      ['Berg', { billedPeople: 1, blockedPeople: 0, guests: 0 }, null],
    ])
    expect(tenants.every(({ isIntact }) => isIntact)).toBe(true)
    const none = { blockedPeople: 0, guests: 0 }
    expect(months).toEqual([
      { month: '2026-11', billedPeople: 5, ...none, tenants: 2, notRead: 0 },
      { month: '2026-10', billedPeople: 3, ...none, tenants: 1, notRead: 1 },
    ])
    expect(open).toEqual({
      month: '2026-12',
      timeZone: 'Europe/Berlin',
      endsAt: '2026-12-31T23:00:00.000Z',
      frozenFrom: '2026-12-31T23:10:00.000Z',
    })
    const october = await list(admin, { month: '2026-10' })
    expect(october.tenants.map(({ people, readAt }) => [people?.billedPeople, readAt])).toEqual([
      [3, '2026-10-15T12:00:00.000Z'],
      [undefined, null],
    ])
  })

  test('is limited to the tenants of the technician and to a group', async () => {
    const own = await list(technician)
    expect(own.tenants.map(({ tenantName }) => tenantName)).toEqual(['Alpine'])
    expect(own.months.map(({ billedPeople, tenants }) => [billedPeople, tenants])).toEqual([
      [4, 1],
      [3, 1],
    ])
    const { id: groupId } = await admin.call(createTenantGroup, {
      body: { name: 'North', tenantIds: [BERG] },
    })
    expect((await list(admin, { groupId })).tenants).toMatchObject([{ tenantName: 'Berg' }])
    expect((await list(technician, { groupId })).tenants).toEqual([])
  })

  test('the sums of a year are those of its tenants and months', async () => {
    for (let month = 1; month <= 12; month += 1) {
      const name = `2027-${String(month).padStart(2, '0')}`
      world.clock.set(`${name}-10T00:00:00Z`)
      await world.freeze()
      await world.read(ALPINE, readingOf(Array.from({ length: month }, (_, at) => `p${at}`)))
      if (month % 3 === 0) await world.read(BERG, readingOf(['x', 'y']))
    }
    world.clock.set('2028-01-01T00:00:00Z')
    await world.freeze()
    const { months } = await list(await world.app.signIn('admin'))
    const year = months.filter(({ month }) => month.startsWith('2027'))
    expect(year).toHaveLength(12)
    const sum = year.reduce((total, { billedPeople }) => total + billedPeople, 0)
    expect(sum).toBe(78 + 4 * 2)
    const read = (await world.records()).filter(({ month }) => month.startsWith('2027'))
    expect(read.reduce((total, { billedPeople }) => total + (billedPeople ?? 0), 0)).toBe(sum)
    expect(year.reduce((total, { notRead }) => total + notRead, 0)).toBe(8)
  })

  test('shows nothing frozen, and when the first month will be', async () => {
    await world.app.reset()
    world.clock.set('2026-11-20T00:00:00Z')
    await world.read(ALPINE, readingOf(['a']))
    expect(await list(await world.app.signIn('admin'))).toMatchObject({
      months: [],
      month: null,
      tenants: [],
      open: { month: '2026-11' },
    })
  })
})

describe('a month of a tenant', () => {
  test('names who came and went, with current names; who is no longer listed by id', async () => {
    const { moves, licenses, records } = await technician.call(getBillingMonth, november)
    expect(moves).toEqual({
      kind: 'known',
      since: '2026-10',
      cameCount: 2,
      wentCount: 1,
      came: [
        { id: 'cleo', displayName: 'Person cleo', userPrincipalName: null },
        { id: 'dan', displayName: null, userPrincipalName: null },
      ],
      went: [{ id: 'gone', displayName: null, userPrincipalName: null }],
      areNamesKnown: true,
    })
    expect(licenses).toMatchObject([{ seats: 30, members: 4, guests: 0 }, { members: 0 }])
    expect(records).toMatchObject([{ number: 1, isIntact: true, correction: null }])
  })

  test('says why it is not known who came and went', async () => {
    expect(await reasonOf(ALPINE, '2026-10')).toBe('first')
    expect(await reasonOf(BERG, '2026-10')).toBe('notRead')
    expect(await reasonOf(BERG, '2026-11')).toBe('beforeNotRead')
    await world.db.deleteFrom('billingPeople').where('month', '=', '2026-10').execute()
    expect(await reasonOf(ALPINE, '2026-11')).toBe('removed')
  })

  test('does not call people "no longer listed" while the users are not read', async () => {
    await world.read(ALPINE, readingOf([], { partFailures: [refused('users')] }))
    const { moves } = await technician.call(getBillingMonth, november)
    expect(moves).toMatchObject({ kind: 'known', areNamesKnown: false })
  })

  test('lists the months of the tenant and when the next one ends', async () => {
    const billing = await technician.call(listTenantBillingMonths, { params: { tenantId: ALPINE } })
    expect(billing).toMatchObject({
      tenantName: 'Alpine',
      months: [{ month: '2026-11' }, { month: '2026-10' }],
      open: { month: '2026-12', readAt: '2026-11-30T23:10:00.000Z' },
      timeZone: { effective: 'Europe/Berlin', own: null, version: 0 },
    })
  })

  test('a month that is not frozen is not found; other tenants are as if absent', async () => {
    expect(await statusOf(technician, ALPINE, '2026-12')).toBe(404)
    expect(await statusOf(technician, ALPINE, '2026-13')).toBe(400)
    expect(await statusOf(technician, BERG, '2026-11')).toBe(404)
    expect(await statusOf(technician, guidOf(404), '2026-11')).toBe(404)
    expect(await statusOf(viewer, ALPINE, '2026-11')).toBe(403)
    expect((await viewer.refusal(listBillingMonths, { query: {} })).status).toBe(403)
  })
})

describe('a correction', () => {
  test('is a second record with a reason; the frozen one stays, and both hashes are in the audit', async () => {
    expect(await admin.call(correctBillingMonth, correction())).toEqual({ number: 2 })
    const { records, moves } = await technician.call(getBillingMonth, november)
    expect(records).toMatchObject([
      { number: 2, people: { billedPeople: 5 }, correction: { reason: 'By hand' }, isIntact: true },
      { number: 1, people: { billedPeople: 4 }, correction: null, isIntact: true },
    ])
    // Ids are those of the frozen month.
    expect(moves).toMatchObject({ cameCount: 2, wentCount: 1 })
    const { tenants, months } = await list(admin)
    expect(tenants[0]).toMatchObject({ number: 2, people: { billedPeople: 5, blockedPeople: 1 } })
    expect(months[0]).toMatchObject({ billedPeople: 6, tenants: 2 })
    const trail = await world.db
      .selectFrom('securityAuditLog')
      .select(['oldValue', 'newValue', 'details', 'tenantId'])
      .where('action', '=', 'billing month corrected')
      .execute()
    expect(trail).toEqual([
      {
        oldValue: '4 licensed people (0 blocked), 0 guests',
        newValue: '5 licensed people (1 blocked), 0 guests',
        details: JSON.stringify({ month: '2026-11', number: 2, sha256: records[0]?.hash }),
        tenantId: ALPINE,
      },
    ])
  })

  test('gives a month that was not read its numbers', async () => {
    const params = { tenantId: BERG, month: '2026-10' }
    await admin.call(correctBillingMonth, { ...correction(), params })
    expect((await list(admin, { month: '2026-10' })).months[1]).toMatchObject({
      billedPeople: 8,
      notRead: 0,
    })
  })

  test('of what another administrator has corrected meanwhile is refused', async () => {
    await admin.call(correctBillingMonth, correction())
    const refusal = await admin.refusal(correctBillingMonth, correction({ billedPeople: 6 }))
    expect(refusal).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const both = await Promise.all(
      [7, 8].map((billedPeople) =>
        admin.call(correctBillingMonth, correction({ billedPeople, number: 2 })).then(
          () => 'written',
          () => 'refused',
        ),
      ),
    )
    expect(both.toSorted()).toEqual(['refused', 'written'])
  })

  test.each([
    [{ reason: '  ' }, 'body.reason'],
    [{ billedPeople: -1 }, 'body.billedPeople'],
    [{ billedPeople: 1.5 }, 'body.billedPeople'],
    [{ blockedPeople: 6 }, 'body.blockedPeople'],
    [{ billedPeople: 4, blockedPeople: 0 }, 'body.billedPeople'],
  ])('with %o names the field %s, and nothing is written', async (bad, field) => {
    const { status, body } = await admin.refusal(correctBillingMonth, correction(bad))
    expect([status, body.fields?.[0]?.field]).toEqual([400, field])
    expect((await technician.call(getBillingMonth, november)).records).toHaveLength(1)
  })

  test('is for administrators, of frozen months', async () => {
    expect((await technician.refusal(correctBillingMonth, correction())).status).toBe(403)
    const params = { tenantId: ALPINE, month: '2026-12' }
    expect((await admin.refusal(correctBillingMonth, { ...correction(), params })).status).toBe(404)
  })

  test('a record that was changed outside of the product is shown as such', async () => {
    await world.app.database.handle.executeSql(
      'alter table billing_months disable trigger billing_months_kept',
    )
    await world.db
      .updateTable('billingMonths')
      .set({ billedPeople: 3 })
      .where('tenantId', '=', ALPINE)
      .where('month', '=', '2026-11')
      .execute()
    await world.app.database.handle.executeSql(
      'alter table billing_months enable trigger billing_months_kept',
    )
    expect((await list(admin)).tenants.map(({ isIntact }) => isIntact)).toEqual([false, true])
  })
})

describe('the time zone', () => {
  test('of a tenant moves its open month at once, and back', async () => {
    expect(await admin.call(setBillingTimeZone, set('America/Los_Angeles', 0))).toEqual({
      version: 1,
    })
    expect(await open()).toMatchObject({
      open: { endsAt: '2027-01-01T08:00:00.000Z', timeZone: 'America/Los_Angeles' },
      timeZone: { own: 'America/Los_Angeles', effective: 'America/Los_Angeles', version: 1 },
    })
    await admin.call(setBillingTimeZone, set(null, 1))
    expect(await open()).toMatchObject({
      open: { endsAt: '2026-12-31T23:00:00.000Z' },
      timeZone: { own: null, effective: 'Europe/Berlin', version: 2 },
    })
    // Frozen months keep theirs.
    expect((await open()).months.map(({ timeZone }) => timeZone)).toEqual([
      'Europe/Berlin',
      'Europe/Berlin',
    ])
  })

  test('is set by administrators; an unknown one and an old version are refused', async () => {
    expect((await technician.refusal(setBillingTimeZone, set('UTC', 0))).status).toBe(403)
    expect(await admin.refusal(setBillingTimeZone, set('Mars/Olympus', 0))).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'body.timeZone' }] },
    })
    expect((await admin.refusal(setBillingTimeZone, set('UTC', 7))).status).toBe(409)
  })
})

test('erasing a tenant keeps its numbers and removes ids and reasons', async () => {
  await admin.call(correctBillingMonth, correction())
  await admin.call(eraseTenant, { params: { tenantId: ALPINE }, body: { name: 'Alpine' } })
  for (const table of [
    'billingPeople',
    'billingCorrections',
    'billingReadings',
    'billingOpenMonths',
  ] as const)
    expect(
      await world.db.selectFrom(table).select('tenantId').where('tenantId', '=', ALPINE).execute(),
    ).toEqual([])
  await expect
    .poll(async () => (await list(admin)).tenants.map(({ tenantName }) => tenantName), {
      timeout: 30_000,
    })
    .toEqual(['Berg', null])
  const { tenants } = await list(admin)
  expect(tenants[1]).toMatchObject({ people: { billedPeople: 5 }, isIntact: true })
  expect((await technician.refusal(getBillingMonth, november)).status).toBe(404)
})
