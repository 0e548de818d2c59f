import { listAudit } from '@tenantscope/contract/audit'
import { getCurrentUser } from '@tenantscope/contract/auth'
import { TenantId } from '@tenantscope/contract/ids'
import { addLicense } from '@tenantscope/contract/license-management'
import { setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import type { PartFailure } from '@tenantscope/contract/parts'
import {
  countDueRenewals,
  decideRenewal,
  listRenewalOwners,
  listRenewals,
  removeRenewalDecision,
} from '@tenantscope/contract/renewals'
import { createTenantGroup } from '@tenantscope/contract/tenant-groups'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { E3, E5, VISIO } from '../../../testing/figures-world.ts'
import { storeReading } from '../../../testing/stored-tenant.ts'
import type { StoredReading } from '../../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'

const ALPINE = TenantId.parse(guidOf(31))
const BERG = TenantId.parse(guidOf(32))
const CREEK = TenantId.parse(guidOf(33))
const GONE = TenantId.parse(guidOf(34))
const UNREAD = TenantId.parse(guidOf(35))
const NOTE = 'Agreed with the customer'

const refused = (part: PartFailure['part']): PartFailure => ({
  part,
  code: 'PERMISSION_MISSING',
  message: 'This tenant has not granted a required permission.',
})

let app: TestApp
let admin: TestBrowser
let technician: TestBrowser
let viewer: TestBrowser
let technicianId: number
let generations = 0

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  // The process keeps the seats of generations by their ids.
  generations += 100
  await app.database.handle.executeSql(
    `select setval(pg_get_serial_sequence('generations', 'id'), ${generations})`,
  )
  await store(ALPINE, 'Alpine', alpine())
  await store(BERG, 'Berg', {
    skus: [{ skuId: E3, skuPartNumber: 'PART_05E9', enabledUnits: 5, consumedUnits: 1 }],
    subscriptions: [
      bought('berg', { skuId: E3, totalLicenses: 5, nextLifecycleDateTime: inDays(20) }),
      // Its SKU is in no list of the tenant.
      bought('unlisted', { skuId: E5, totalLicenses: 3, nextLifecycleDateTime: inDays(45) }),
    ],
    partFailures: [refused('users')],
  })
  await store(CREEK, 'Creek', { ...alpine(), partFailures: [refused('subscriptions')] })
  await store(GONE, 'Gone', alpine())
  const { db } = app.database.handle
  await db.updateTable('tenants').set({ status: 'Inactive' }).where('id', '=', GONE).execute()
  await app.addTenant(UNREAD, 'Unread')
  admin = await app.signIn('admin')
  technician = await app.signIn('technician', { tenants: [ALPINE, CREEK] })
  viewer = await app.signIn('viewer', { tenants: [ALPINE] })
  technicianId = (await technician.call(getCurrentUser, {})).user.id
  await admin.call(setLicensePrice, { params: { skuId: E3 }, body: { monthlyPrice: 10.1 } })
})
afterAll(() => app.close())

const inDays = (days: number): Date =>
  new Date(Date.parse(app.clock.now().toISOString().slice(0, 10)) + days * 86_400_000)

const bought = (
  id: string,
  rest: Partial<NonNullable<StoredReading['subscriptions']>[number]>,
) => ({
  id,
  skuId: E3,
  totalLicenses: 10,
  nextLifecycleDateTime: inDays(30),
  ...rest,
})

const alpine = (a: Parameters<typeof bought>[1] = {}): StoredReading => ({
  skus: [
    { skuId: E3, skuPartNumber: 'PART_05E9', enabledUnits: 30, consumedUnits: 18 },
    { skuId: VISIO, skuPartNumber: 'PART_C592', enabledUnits: 4, consumedUnits: 4 },
  ],
  subscriptions: [
    bought('a', a),
    bought('b', { totalLicenses: 20, nextLifecycleDateTime: inDays(90) }),
    bought('visio', { skuId: VISIO, status: 'Suspended', nextLifecycleDateTime: inDays(61) }),
    bought('never', { nextLifecycleDateTime: null }),
    bought('far', { nextLifecycleDateTime: inDays(800) }),
  ],
  people: [{ id: 'ada' }],
})

const store = (id: string, displayName: string, reading: StoredReading) =>
  storeReading(app.database.handle.db, { id, displayName, at: app.clock.now() }, reading)

const list = (browser = admin, query: object = {}) => browser.call(listRenewals, { query })
const history = (browser = admin) => list(browser, { from: '2020-01-01' })

type Body = Parameters<typeof technician.call<typeof decideRenewal>>[1]['body']
const given = (rest: Partial<Body> = {}, subscriptionId = 'a', tenantId: string = ALPINE) => ({
  params: { tenantId, subscriptionId },
  body: {
    renewsAt: inDays(30).toISOString(),
    kind: 'reduce',
    reduceTo: 6,
    note: ` ${NOTE} `,
    ownerId: technicianId,
    version: null,
    ...rest,
  } satisfies Body,
})
const removal = (version: number, subscriptionId = 'a') => ({
  params: { tenantId: ALPINE, subscriptionId },
  query: { renewsAt: inDays(30).toISOString(), version },
})

describe('the list', () => {
  test('shows each subscription with its own date; an unknown figure is null', async () => {
    const { renewals } = await list()
    const shown = renewals.map((each) => [
      each.tenantName,
      each.subscriptionId,
      each.event,
      each.seats,
      each.monthlyCost,
      each.removableSeats,
    ])
    expect(shown).toEqual([
      // Its users were not read, so the seats of blocked users are not known.
      ['Berg', 'berg', 'renewsOrEnds', 5, 50.5, null],
      ['Alpine', 'a', 'renewsOrEnds', 10, 101, 10],
      ['Berg', 'unlisted', 'renewsOrEnds', 3, expect.any(Number), null],
      ['Alpine', 'visio', 'deleted', 10, null, null],
      ['Alpine', 'b', 'renewsOrEnds', 20, 202, 2],
    ])
    expect(renewals[1]).toMatchObject({
      renewsAt: inDays(30).toISOString(),
      price: { monthly: 10.1, source: 'own' },
      isOutdated: false,
      decision: null,
    })
  })

  test('names tenants whose subscriptions were not read, and leaves out Inactive ones', async () => {
    const { tenants } = await list()
    expect(tenants).toMatchObject({ read: 2, inactive: 1 })
    expect(tenants.notRead.map(({ displayName }) => displayName)).toEqual(['Creek', 'Unread'])
  })

  test('is limited to days, a tenant group and the tenants of the reader', async () => {
    const query = { from: inDays(30).toISOString().slice(0, 10), to: '2099-01-01' }
    expect((await list(viewer, query)).renewals.map((each) => each.subscriptionId)).toEqual([
      'a',
      'visio',
      'b',
      'far',
    ])
    const own = await list(viewer)
    expect(own.renewals.every(({ tenantId }) => tenantId === ALPINE)).toBe(true)
    expect(own.tenants).toEqual({ read: 1, notRead: [], inactive: 0 })
    const { id: groupId } = await admin.call(createTenantGroup, {
      body: { name: 'North', tenantIds: [CREEK] },
    })
    const group = await list(admin, { groupId })
    expect(group).toMatchObject({ renewals: [], tenants: { read: 0, notRead: [{}] } })
  })

  test('does not show a hidden license', async () => {
    await admin.call(addLicense, { body: { skuId: E5 } })
    await admin.call(setLicenseVisibility, { params: { skuId: E5 }, body: { isVisible: false } })
    await technician.call(decideRenewal, given())
    await admin.call(setLicenseVisibility, { params: { skuId: E3 }, body: { isVisible: false } })
    const { renewals, pastDecisions } = await history()
    expect(renewals.map(({ subscriptionId }) => subscriptionId)).toEqual(['visio'])
    expect(pastDecisions).toEqual([])
    const hidden = await technician.refusal(decideRenewal, given({ version: 1 }))
    expect(hidden.status).toBe(404)
  })

  test('is counted for 30, 60 and 90 days', async () => {
    await technician.call(decideRenewal, given())
    const { due, tenants } = await admin.call(countDueRenewals, { query: {} })
    expect(due).toEqual([
      { withinDays: 30, renewals: 2, undecided: 1 },
      { withinDays: 60, renewals: 3, undecided: 2 },
      { withinDays: 90, renewals: 5, undecided: 4 },
    ])
    expect(tenants.notRead).toHaveLength(2)
  })
})

describe('a decision', () => {
  test('is stored for one subscription and one date, with its owner, and is audited', async () => {
    const stored = await technician.call(decideRenewal, given())
    expect(stored).toMatchObject({
      kind: 'reduce',
      reduceTo: 6,
      note: NOTE,
      ownerId: technicianId,
      version: 1,
      decidedAt: app.clock.now().toISOString(),
    })
    const { renewals, pastDecisions } = await list(viewer)
    expect(renewals.map(({ decision }) => decision)).toEqual([stored, null, null])
    expect(pastDecisions).toEqual([])
    const kept = await admin.call(
      decideRenewal,
      given({ kind: 'keep', reduceTo: null, version: 1 }),
    )
    expect(kept).toMatchObject({ kind: 'keep', version: 2, ownerId: technicianId })
    expect(await technician.call(removeRenewalDecision, removal(2))).toEqual({})
    expect((await list(viewer)).renewals.every(({ decision }) => decision === null)).toBe(true)
    const { entries } = await admin.call(listAudit, { query: { type: 'tenant' } })
    expect(
      entries.map(({ action, oldValue, newValue, tenantId }) => [
        action,
        oldValue,
        newValue,
        tenantId,
      ]),
    ).toEqual([
      ['renewal decision removed', 'Keep', null, ALPINE],
      ['renewal decided', 'Reduce to 6', 'Keep', ALPINE],
      ['renewal decided', null, 'Reduce to 6', ALPINE],
    ])
    expect(JSON.stringify(entries)).not.toContain('Agreed')
  })

  test('of an old version is refused with who changed it, and so is its removal', async () => {
    const { decidedBy } = await technician.call(decideRenewal, given())
    for (const refusal of [
      await admin.refusal(decideRenewal, given()),
      await admin.refusal(decideRenewal, given({ version: 7 })),
      await admin.refusal(removeRenewalDecision, removal(7)),
    ]) {
      expect([refusal.status, refusal.body.code]).toEqual([409, 'CONFLICT'])
      expect(refusal.body.changed?.by).toBe(decidedBy)
    }
    expect((await list()).renewals[1]?.decision?.version).toBe(1)
  })

  test('is refused to a viewer, and to a technician without the tenant', async () => {
    expect((await viewer.refusal(decideRenewal, given())).status).toBe(403)
    expect((await viewer.refusal(removeRenewalDecision, removal(1))).status).toBe(403)
    const ofBerg = given({ renewsAt: inDays(20).toISOString(), reduceTo: 1 }, 'berg', BERG)
    const hidden = await technician.refusal(decideRenewal, ofBerg)
    expect([hidden.status, hidden.body.message]).toEqual([404, 'Tenant not found'])
  })

  test.each([
    ['for an unknown subscription', 404, () => given({}, 'nothing')],
    ['for a subscription without a date', 404, () => given({}, 'never')],
    ['while the subscriptions are not read', 404, () => given({}, 'a', CREEK)],
    [
      'for a date that Microsoft has moved',
      409,
      () => given({ renewsAt: inDays(29).toISOString() }),
    ],
    ['for a date that has passed', 409, () => given({ renewsAt: inDays(-1).toISOString() })],
    ['without a number', 400, () => given({ reduceTo: null })],
    ['with a number that is not needed', 400, () => given({ kind: 'keep' })],
    ['with as many seats as before', 400, () => given({ reduceTo: 10 })],
    ['with an owner who is not the caller', 400, () => given({ ownerId: technicianId + 999 })],
    ['with a long note', 400, () => given({ note: 'x'.repeat(501) })],
  ] as const)('is refused %s', async (_name, status, asked) => {
    expect((await technician.refusal(decideRenewal, asked())).status).toBe(status)
    expect((await list()).renewals.every(({ decision }) => decision === null)).toBe(true)
  })

  test('has an owner of the staff: a technician chooses themselves, an administrator anybody', async () => {
    const viewerId = (await viewer.call(getCurrentUser, {})).user.id
    const adminId = (await admin.call(getCurrentUser, {})).user.id
    const params = { tenantId: ALPINE }
    const ownersOf = async (browser: TestBrowser) =>
      (await browser.call(listRenewalOwners, { params })).owners.map(({ userId }) => userId)
    expect(await ownersOf(technician)).toEqual([technicianId])
    expect((await ownersOf(admin)).toSorted((a, b) => a - b)).toEqual(
      [technicianId, adminId].toSorted((a, b) => a - b),
    )
    expect((await admin.refusal(decideRenewal, given({ ownerId: viewerId }))).status).toBe(400)
    expect((await technician.refusal(decideRenewal, given({ ownerId: adminId }))).status).toBe(400)
    await admin.call(decideRenewal, given({ ownerId: adminId }))
    // The owner of before may stay.
    const kept = await technician.call(decideRenewal, given({ ownerId: adminId, version: 1 }))
    expect(kept).toMatchObject({ ownerId: adminId, version: 2 })
  })
})

/** Sessions do not last that long. */
const passDays = async (days: number) => {
  app.clock.advance({ hours: days * 24 })
  admin = await app.signIn('admin')
}

const passDate = async (reading: StoredReading | null) => {
  await technician.call(decideRenewal, given())
  await passDays(31)
  if (reading !== null) await store(ALPINE, 'Alpine', reading)
  return history()
}

describe('after the date', () => {
  test('a decision is kept and shows the seats before and after', async () => {
    const { renewals, pastDecisions } = await passDate(
      alpine({ totalLicenses: 6, nextLifecycleDateTime: inDays(395) }),
    )
    expect(pastDecisions).toMatchObject([
      {
        tenantName: 'Alpine',
        subscriptionId: 'a',
        decision: { kind: 'reduce', reduceTo: 6, note: NOTE },
        seatsBefore: 10,
        after: { seats: 6, status: 'Enabled', readAt: app.clock.now().toISOString() },
      },
    ])
    expect(renewals.every(({ decision }) => decision === null)).toBe(true)
    expect((await list()).pastDecisions).toEqual([])
  })

  test('it cannot be removed or changed', async () => {
    await passDate(alpine({ nextLifecycleDateTime: inDays(395) }))
    const query = { renewsAt: inDays(-1).toISOString(), version: 1 }
    const asked = { params: { tenantId: ALPINE, subscriptionId: 'a' }, query }
    expect((await admin.refusal(removeRenewalDecision, asked)).status).toBe(409)
    expect((await history()).pastDecisions).toHaveLength(1)
  })

  test.each([
    ['no reading yet', () => null, null],
    [
      'a reading without subscriptions',
      () => ({ ...alpine(), partFailures: [refused('subscriptions')] }),
      null,
    ],
    [
      'a subscription that is no longer listed',
      () => ({ people: [{ id: 'ada' }] }),
      expect.objectContaining({ seats: 0, status: null }),
    ],
    [
      'an unreadable row, which may be the subscription',
      () => ({
        people: [{ id: 'ada' }],
        malformedRows: [{ part: 'subscriptions' as const, malformed: 1, named: [] }],
      }),
      null,
    ],
    [
      'a subscription without a number of seats',
      () => alpine({ totalLicenses: null, nextLifecycleDateTime: inDays(395) }),
      expect.objectContaining({ seats: null, status: 'Enabled' }),
    ],
  ] satisfies [string, () => StoredReading | null, unknown][])(
    '%s: the seats after are %#',
    async (_name, reading, after) => {
      const { renewals, pastDecisions } = await passDate(reading())
      const shown = [
        ...pastDecisions,
        // Without a new reading the date is still that of the subscription.
        ...renewals.filter(({ decision }) => decision !== null).map(() => ({ after: null })),
      ]
      expect(shown).toHaveLength(1)
      expect(shown[0]?.after).toEqual(after)
    },
  )

  test('readings after more than 30 days change nothing', async () => {
    await passDate(alpine({ totalLicenses: 6, nextLifecycleDateTime: inDays(395) }))
    await passDays(40)
    await store(ALPINE, 'Alpine', alpine({ totalLicenses: 99, nextLifecycleDateTime: inDays(300) }))
    expect((await history()).pastDecisions).toMatchObject([{ after: { seats: 6 } }])
  })
})
