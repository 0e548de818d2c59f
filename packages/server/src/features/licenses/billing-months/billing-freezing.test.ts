import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  ALPINE,
  BERG,
  createBillingWorld,
  readingOf,
  refused,
} from '../../../testing/billing-world.ts'
import type { BillingWorld } from '../../../testing/billing-world.ts'
import { E3, E5, VISIO } from '../../../testing/figures-world.ts'

const FREE = 'f30db892-07e9-47e9-837c-80727f46fd3d'

let world: BillingWorld

beforeAll(async () => {
  world = await createBillingWorld('2026-11-20T12:00:00Z')
})
beforeEach(async () => {
  await world.app.reset()
  world.clock.set('2026-11-20T12:00:00Z')
  await world.setTimeZone('Europe/Berlin')
})
afterAll(() => world.app.close())

const month = (name: string, people: number | null, readAt: string | null = null) => ({
  month: name,
  number: 1,
  billedPeople: people,
  readAt: readAt === null ? null : new Date(readAt),
})
const recordsOf = async (tenantId: string) =>
  (await world.records()).filter((record) => record.tenantId === tenantId)
const openOf = (tenantId: TenantId) =>
  world.db
    .selectFrom('billingOpenMonths')
    .select(['month', 'timeZone', 'endsAt', 'readAt'])
    .where('tenantId', '=', tenantId)
    .orderBy('month')
    .execute()
const audited = () =>
  world.db
    .selectFrom('securityAuditLog')
    .select(['tenantId', 'newValue', 'details', 'changedBy'])
    .where('action', '=', 'billing month frozen')
    .orderBy('id')
    .execute()

const held = (...ids: string[]) => ids.map((skuId) => ({ skuId }))

describe('who is counted', () => {
  test('members with a seat that counts as paid, once each; blocked ones also apart; guests apart', async () => {
    await world.read(ALPINE, {
      skus: [
        { skuId: E3, skuPartNumber: 'SPE_E3' },
        { skuId: E5, skuPartNumber: 'SPE_E5' },
        { skuId: VISIO, skuPartNumber: 'VISIOCLIENT' },
        { skuId: FREE, skuPartNumber: 'POWER_BI_STANDARD' },
        { skuId: 'company', skuPartNumber: 'COMPANY_1', appliesTo: 'Company' },
      ],
      // All live subscriptions of Visio are trials.
      subscriptions: [{ skuId: VISIO, isTrial: true, totalLicenses: 10 }],
      people: [
        { id: 'two-licenses', holds: held(E3, E5) },
        { id: 'twice', holds: [{ skuId: E3 }, { skuId: E3, group: 'group' }] },
        { id: 'blocked', holds: held(E5), accountEnabled: false },
        { id: 'unknown-type', holds: held(E3.toUpperCase()), userType: null, accountEnabled: null },
        { id: 'guest', holds: held(E3), userType: 'Guest' },
        { id: 'blocked-guest', holds: held(E3), userType: 'guest', accountEnabled: false },
        { id: 'free', holds: held(FREE) },
        { id: 'trial', holds: held(VISIO) },
        { id: 'company', holds: held('company') },
        { id: 'failed', holds: [{ skuId: E3, state: 'Error' }] },
        { id: 'nothing' },
      ],
      malformedRows: [{ part: 'users', malformed: 2, named: [] }],
    })
    world.clock.set('2026-12-01T00:00:00Z')
    await world.freeze()
    const frozen = await world.db.selectFrom('billingMonths').selectAll().execute()
    expect(frozen).toMatchObject([
      {
        month: '2026-11',
        billedPeople: 4,
        blockedPeople: 1,
        guests: 2,
        malformedRows: 2,
        timeZone: 'Europe/Berlin',
        startsAt: new Date('2026-10-31T23:00:00Z'),
        endsAt: new Date('2026-11-30T23:00:00Z'),
        readAt: new Date('2026-11-20T12:00:00Z'),
      },
    ])
    const licenses = frozen[0]?.licenses.map(({ skuPartNumber, seats, members, guests }) => [
      skuPartNumber,
      seats,
      members,
      guests,
    ])
    expect(licenses).toEqual([
      ['SPE_E3', 10, 3, 2],
      ['SPE_E5', 10, 2, 0],
    ])
    const kept = await world.db.selectFrom('billingPeople').select('personIds').execute()
    expect(kept[0]?.personIds).toEqual(['blocked', 'twice', 'two-licenses', 'unknown-type'])
  })

  test('seats of a hidden license are not counted', async () => {
    await world.read(ALPINE, readingOf(['a']))
    await world.db.updateTable('licenseVisibility').set({ isVisible: false }).execute()
    await world.read(ALPINE, readingOf(['a', 'b']))
    world.clock.set('2026-12-01T00:00:00Z')
    await world.freeze()
    expect(await recordsOf(ALPINE)).toMatchObject([month('2026-11', 0, '2026-11-20T12:00:00Z')])
  })
})

describe('what a month rests on', () => {
  test('the last good reading before the end, also when nothing ran at midnight', async () => {
    await world.read(ALPINE, readingOf(['a']))
    world.clock.set('2026-11-30T22:59:59.999Z')
    await world.read(ALPINE, readingOf(['a', 'b']))
    world.clock.set('2026-11-30T23:00:00Z')
    await world.read(ALPINE, readingOf(['a', 'b', 'c']))
    world.clock.set('2026-12-03T10:00:00Z')
    await world.read(ALPINE, readingOf(['a', 'b', 'c', 'd']))
    await world.freeze()
    expect(await recordsOf(ALPINE)).toMatchObject([month('2026-11', 2, '2026-11-30T22:59:59.999Z')])
    expect(await openOf(ALPINE)).toMatchObject([
      { month: '2026-12', readAt: new Date('2026-12-03T10:00:00Z') },
    ])
    // Nothing is left of readings on which no open month rests.
    expect(await world.db.selectFrom('billingReadings').select('billedPeople').execute()).toEqual([
      { billedPeople: 4 },
    ])
  })

  test.each(['users', 'licenses', 'subscriptions'] as const)(
    'a reading without %s on the last day is not good: the one before counts, with its date',
    async (part) => {
      await world.read(ALPINE, readingOf(['a', 'b']))
      world.clock.set('2026-11-30T20:00:00Z')
      await world.read(ALPINE, readingOf(['a'], { partFailures: [refused(part)] }))
      world.clock.set('2026-12-01T00:00:00Z')
      await world.freeze()
      expect(await recordsOf(ALPINE)).toMatchObject([month('2026-11', 2, '2026-11-20T12:00:00Z')])
    },
  )

  test('without a good reading in the month there is no number, although the month before had one', async () => {
    await world.read(ALPINE, readingOf(['a']))
    world.clock.set('2026-12-15T10:00:00Z')
    await world.read(ALPINE, readingOf([], { partFailures: [refused('users')] }))
    world.clock.set('2027-01-01T00:00:00Z')
    await world.freeze()
    expect(await recordsOf(ALPINE)).toMatchObject([
      month('2026-11', 1, '2026-11-20T12:00:00Z'),
      month('2026-12', null),
    ])
    expect((await audited()).map(({ newValue }) => newValue)).toEqual([
      '1 licensed people (0 blocked), 0 guests',
      'not read',
    ])
  })

  test('a reading of before the upgrade counts for the month that is opened later', async () => {
    await world.read(ALPINE, readingOf(['a', 'b']))
    await sql`truncate billing_open_months, billing_readings`.execute(world.db)
    world.clock.set('2026-11-30T10:00:00Z')
    await world.freeze()
    world.clock.set('2026-12-01T00:00:00Z')
    await world.freeze()
    expect(await recordsOf(ALPINE)).toMatchObject([month('2026-11', 2, '2026-11-20T12:00:00Z')])
  })
})

describe('when a month is frozen', () => {
  test('ten minutes after its end, once, however often and by how many processes it is tried', async () => {
    await world.read(ALPINE, readingOf(['a']))
    await world.read(BERG, readingOf(['x', 'y']))
    world.clock.set('2026-11-30T23:09:59Z')
    await world.freeze()
    expect(await world.records()).toEqual([])
    world.clock.set('2026-11-30T23:10:00Z')
    const processes = [world.createProcess(), world.createProcess(), world.createProcess()]
    await Promise.all(processes.map((process) => world.freeze(process)))
    await world.freeze()
    expect(await world.records()).toMatchObject([
      { tenantId: ALPINE, ...month('2026-11', 1, '2026-11-20T12:00:00Z') },
      { tenantId: BERG, ...month('2026-11', 2, '2026-11-20T12:00:00Z') },
    ])
    const trail = await audited()
    expect(trail).toHaveLength(2)
    const hashes = await world.db.selectFrom('billingMonths').select('hash').orderBy('id').execute()
    expect(trail.map(({ details }) => JSON.parse(details ?? '{}') as unknown)).toEqual(
      hashes.map(({ hash }) => ({ month: '2026-11', number: 1, sha256: hash })),
    )
    expect(trail.every(({ changedBy }) => changedBy === 'Tenantscope')).toBe(true)
  })

  test('months that ended while no process ran are all frozen, those without a reading as not read', async () => {
    await world.read(ALPINE, readingOf(['a']))
    world.clock.set('2027-04-02T08:00:00Z')
    // Its first refresh is before the first pass.
    await world.read(ALPINE, readingOf(['a', 'b']))
    await world.freeze()
    expect(await recordsOf(ALPINE)).toMatchObject([
      month('2026-11', 1, '2026-11-20T12:00:00Z'),
      month('2026-12', null),
      month('2027-01', null),
      month('2027-02', null),
      // The change of the clocks is in this month.
      { ...month('2027-03', null), endsAt: new Date('2027-03-31T22:00:00Z') },
    ])
    expect(await openOf(ALPINE)).toMatchObject([{ month: '2027-04' }])
  })

  test('in the time zone of the tenant, else in that of the installation', async () => {
    await world.read(ALPINE, readingOf(['a']))
    await world.read(BERG, readingOf(['b']))
    const zone = { updatedAt: world.clock.now(), updatedBy: 'ada' }
    await world.db
      .insertInto('tenantBillingZones')
      .values({ tenantId: BERG, timeZone: 'America/Los_Angeles', ...zone })
      .execute()
    await world.freeze()
    world.clock.set('2026-11-30T23:30:00Z')
    await world.freeze()
    expect(await world.records()).toMatchObject([{ tenantId: ALPINE }])
    await world.read(BERG, readingOf(['b', 'c']))
    world.clock.set('2026-12-01T08:10:00Z')
    await world.freeze()
    expect(await recordsOf(BERG)).toMatchObject([
      { ...month('2026-11', 2, '2026-11-30T23:30:00Z'), endsAt: new Date('2026-12-01T08:00:00Z') },
    ])
  })

  test('another time zone of the installation moves the open month, unless it would have ended', async () => {
    await world.read(ALPINE, readingOf(['a']))
    world.clock.set('2026-11-30T20:00:00Z')
    await world.read(ALPINE, readingOf(['a', 'b']))
    await world.setTimeZone('Asia/Tokyo')
    await world.freeze()
    expect(await openOf(ALPINE)).toMatchObject([{ month: '2026-11', timeZone: 'Europe/Berlin' }])
    world.clock.set('2026-11-30T23:10:00Z')
    await world.freeze()
    expect(await recordsOf(ALPINE)).toMatchObject([month('2026-11', 2, '2026-11-30T20:00:00Z')])
    expect(await openOf(ALPINE)).toMatchObject([
      { month: '2026-12', timeZone: 'Asia/Tokyo', endsAt: new Date('2026-12-31T15:00:00Z') },
    ])
    await world.setTimeZone('UTC')
    await world.freeze()
    expect(await openOf(ALPINE)).toMatchObject([
      { month: '2026-12', timeZone: 'UTC', endsAt: new Date('2027-01-01T00:00:00Z') },
    ])
  })

  test('the month in which a tenant becomes Inactive is its last, until it is back', async () => {
    await world.read(ALPINE, readingOf(['a']))
    await world.db.updateTable('tenants').set({ status: 'Inactive' }).execute()
    world.clock.set('2027-01-20T00:00:00Z')
    await world.freeze()
    expect(await recordsOf(ALPINE)).toMatchObject([month('2026-11', 1, '2026-11-20T12:00:00Z')])
    expect(await openOf(ALPINE)).toEqual([])
    await world.db.updateTable('tenants').set({ status: 'Active' }).execute()
    await world.freeze()
    expect(await openOf(ALPINE)).toMatchObject([{ month: '2027-01' }])
  })

  test('a tenant that was never read is frozen as not read; one that awaits approval is not frozen', async () => {
    await world.app.addTenant(ALPINE)
    await world.app.addTenant(BERG)
    const awaiting = world.db.updateTable('tenants').set({ awaitingApprovalSince: new Date() })
    await awaiting.where('id', '=', BERG).execute()
    await world.freeze()
    world.clock.set('2026-12-01T00:00:00Z')
    await world.freeze()
    expect(await world.records()).toMatchObject([{ tenantId: ALPINE, ...month('2026-11', null) }])
  })
})

describe('a frozen month', () => {
  test('can be neither changed nor removed', async () => {
    await world.read(ALPINE, readingOf(['a']))
    world.clock.set('2026-12-01T00:00:00Z')
    await world.freeze()
    for (const change of [
      sql`update billing_months set billed_people = 7`,
      sql`delete from billing_months`,
    ])
      await expect(change.execute(world.db)).rejects.toThrow('neither changed nor removed')
    expect(await world.records()).toMatchObject([{ billedPeople: 1 }])
  })

  test('stays when the audit is cut; the ids of its people go after their retention', async () => {
    await world.read(ALPINE, readingOf(['a']))
    world.clock.set('2026-12-01T00:00:00Z')
    await world.freeze()
    const kept = async () =>
      (await world.db.selectFrom('billingPeople').select('month').execute()).map((row) => row.month)
    world.clock.set('2028-11-30T22:00:00Z')
    await world.freeze()
    expect(await kept()).toContain('2026-11')
    world.clock.set('2028-11-30T23:30:00Z')
    await world.freeze()
    expect(await kept()).not.toContain('2026-11')
    expect((await recordsOf(ALPINE))[0]).toMatchObject(month('2026-11', 1, '2026-11-20T12:00:00Z'))
    await world.db.updateTable('settings').set({ billingPeopleMonths: 2 }).execute()
    await world.freeze()
    expect(await kept()).toEqual([])
  })
})
