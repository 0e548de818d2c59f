import { TenantId } from '@tenantscope/contract/ids'
import {
  listLicenseHolders,
  listTenantLicenses,
  listTenantUsers,
  TenantUser,
} from '@tenantscope/contract/licenses'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { shapeOf } from '../../db/directory-tables.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import type { StoredReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const E3 = '05e9a617-0261-4cee-bb44-138d3ef5d965'
const TEAMS = 'f30db892-07e9-47e9-837c-80727f46fd3d'
const UNLISTED = '00000000-0000-4000-8000-0000000000ff'
const tenantId = guidOf(81)
const of = { params: { tenantId } } as const

const FORMULA = '=cmd|calc'
const HEBREW = 'שלום\u202Eabc'
const HTML = '<b>Zoë</b> 🦊'

const reading: StoredReading = {
  skus: [
    { skuId: E3, skuPartNumber: 'SPE_E3', consumedUnits: 5, enabledUnits: 5 },
    { skuId: TEAMS, skuPartNumber: 'FLOW_FREE', enabledUnits: 1_000_000 },
  ],
  people: [
    {
      id: 'both-ways',
      displayName: HTML,
      userPrincipalName: 'zoe@contoso.example',
      mail: 'zoe@mail.example',
      onPremisesSyncEnabled: true,
      holds: [
        { skuId: E3 },
        { skuId: E3, group: 'sales' },
        { skuId: E3, group: 'gone' },
        { skuId: E3, group: 'unnamed' },
        { skuId: TEAMS, group: 'sales' },
      ],
    },
    {
      id: 'failed',
      displayName: 'anna',
      holds: [
        { skuId: E3, state: 'Error' },
        { skuId: TEAMS, state: 'Disabled' },
      ],
    },
    { id: 'warned', displayName: 'Anna', holds: [{ skuId: E3, state: 'ActiveWithError' }] },
    { id: 'blocked', displayName: FORMULA, accountEnabled: false, holds: [{ skuId: E3 }] },
    {
      id: 'blocked-guest',
      userPrincipalName: 'x#EXT#@contoso.example',
      accountEnabled: false,
      userType: 'Guest',
      holds: [{ skuId: E3 }],
    },
    {
      id: 'guest',
      displayName: HEBREW,
      userType: 'guest',
      accountEnabled: null,
      holds: [{ skuId: E3 }, { skuId: UNLISTED.toUpperCase() }],
    },
    { id: 'nameless', displayName: '  ', userType: null },
  ],
  groups: [
    { id: 'sales', displayName: 'Sales & more' },
    { id: 'unnamed', displayName: ' ' },
  ],
}

let app: TestApp
let viewer: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await store(reading)
  viewer = await app.signIn('viewer', { tenants: [tenantId] })
})
afterAll(() => app.close())

const store = (read: StoredReading, id: string = tenantId) =>
  storeReading(app.database.handle.db, { id, displayName: 'Contoso', at: app.clock.now() }, read)

const refused = (part: 'users' | 'licenses') =>
  ({ part, code: 'PERMISSION_MISSING', message: `No ${part}` }) as const

const numbered = (count: number) => ({
  people: Array.from({ length: count }, (_, index) => ({ id: `p${index}`, displayName: 'Same' })),
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const holdersOf = (skuId: string, kind: 'all' | 'blocked' | 'guests' = 'all') =>
  viewer.call(listLicenseHolders, { ...of, query: { skuId, kind } })

test('a tenant’s licenses are judged with who holds them, and a free one enters no savings', async () => {
  const { licenses, hiddenLicenses, dataAsOf, failure } = await viewer.call(listTenantLicenses, of)
  expect([hiddenLicenses, dataAsOf, failure]).toEqual([0, app.clock.now().toISOString(), null])
  expect(licenses).toMatchObject([
    { skuId: TEAMS, licenseType: 'free', savings: null, enabledUnits: 1_000_000 },
    {
      skuId: E3,
      displayName: 'Microsoft 365 E3',
      savings: { blockedHolders: 2, guestHolders: 1, unassignedSeats: 0, removableSeats: 3 },
    },
  ])
})

test('all figures come from the current reading, and savings respect the spare seats', async () => {
  const id = guidOf(85)
  const [now, renewal] = [app.clock.now().toISOString(), '2027-06-30T00:00:00.000Z']
  const skus = [{ skuId: E3, skuPartNumber: 'SPE_E3', consumedUnits: 4, enabledUnits: 10 }]
  const bought = { skuId: E3.toUpperCase(), totalLicenses: 10, nextLifecycleDateTime: renewal }
  const throughGroup = { id: 'stays', holds: [{ skuId: E3, group: 'team' }] }
  const before: StoredReading = {
    skus,
    subscriptions: [{ ...bought, id: 'ended', createdDateTime: now }],
    people: [{ id: 'gave-back', holds: [{ skuId: E3 }] }, throughGroup],
    groups: [{ id: 'team', displayName: 'Old name' }],
  }
  await store(before, id)
  await store(
    {
      skus,
      subscriptions: [bought],
      people: [{ id: 'gave-back' }, throughGroup],
      groups: [{ id: 'team', displayName: 'New name' }],
    },
    id,
  )
  await app.database.handle.db
    .insertInto('tenantSpareSeats')
    .values({ tenantId: id, skuId: E3, seats: 2, reason: 'New people in January' })
    .execute()
  const admin = await app.signIn('admin')
  const given = { params: { tenantId: id } }
  const { licenses } = await admin.call(listTenantLicenses, given)
  expect(licenses.map(({ savings }) => savings)).toMatchObject([
    {
      unassignedSeats: 4,
      keptSeats: 2,
      keptReason: 'New people in January',
      removableSeats: 4,
      removal: { now: 0, atRenewal: [{ date: renewal, seats: 4 }], notKnown: 0 },
    },
  ])
  const { users } = await admin.call(listTenantUsers, given)
  expect(users).toMatchObject([
    { id: 'gave-back', licenseSkuIds: [] },
    { id: 'stays', licenseSkuIds: [E3] },
  ])
  const { holders } = await admin.call(listLicenseHolders, { ...given, query: { skuId: E3 } })
  expect(holders).toMatchObject([{ id: 'stays', groups: ['New name'] }])
})

test('people come by name with the licenses that work, each once and in one order with its id', async () => {
  const { users, total, nextCursor } = await viewer.call(listTenantUsers, of)
  expect([total, nextCursor]).toEqual([7, null])
  const teams = 'Microsoft Power Automate Free'
  const held = Object.fromEntries(
    users.map((user) => [user.id, [user.licenses, user.licenseSkuIds]]),
  )
  expect(held).toEqual({
    'both-ways': [
      ['Microsoft 365 E3', teams],
      [E3, TEAMS],
    ],
    failed: [[], []],
    warned: [['Microsoft 365 E3'], [E3]],
    blocked: [['Microsoft 365 E3'], [E3]],
    'blocked-guest': [['Microsoft 365 E3'], [E3]],
    // No tenant lists it, so its id is its only name.
    guest: [
      [UNLISTED, 'Microsoft 365 E3'],
      [UNLISTED, E3],
    ],
    nameless: [[], []],
  })
  const names = Object.fromEntries(users.map((user) => [user.id, user.name]))
  expect(names).toMatchObject({
    'both-ways': HTML,
    blocked: FORMULA,
    guest: HEBREW,
    nameless: 'nameless',
    'blocked-guest': 'x#EXT#@contoso.example',
  })
  expect(users.find(({ id }) => id === 'both-ways')).toMatchObject({
    email: 'zoe@mail.example',
    isADSynced: true,
    isCloudOnly: false,
    userType: 'Member',
    accountEnabled: true,
  })
  const order = users.map(({ id }) => id)
  expect(order.filter((id) => ['failed', 'warned'].includes(id))).toEqual(['failed', 'warned'])
  expect(order.indexOf('failed')).toBeLessThan(order.indexOf('nameless'))
})

test('every stored property that the contract names comes back as it was stored', async () => {
  const id = guidOf(86)
  const samples: Readonly<Record<string, (name: string) => unknown>> = {
    text: (name) => `The ${name}`,
    boolean: () => false,
    timestamptz: () => '2024-05-01T00:00:00.000Z',
  }
  const named = shapeOf('directoryUsers').columns.filter(({ name }) => name in TenantUser.shape)
  const stored = Object.fromEntries(
    named.map(({ name, type }) => [name, samples[type]?.(name) ?? null]),
  )
  expect(stored).toMatchObject({ id: 'The id', userType: 'The userType', accountEnabled: false })
  await store({ people: [{ id: '', ...stored }] }, id)
  viewer = await app.signIn('viewer', { tenants: [id] })
  const { users } = await viewer.call(listTenantUsers, { params: { tenantId: id }, query: {} })
  expect(users).toMatchObject([stored])
})

test('the people behind a figure: who holds it, who of them is blocked, who a guest', async () => {
  const all = await holdersOf(E3.toUpperCase())
  expect([all.total, all.holders.length, all.signInsAsOf]).toEqual([5, 5, null])
  expect(all.holders.find(({ id }) => id === 'both-ways')).toMatchObject({
    name: HTML,
    isDirectlyAssigned: true,
    groups: ['Sales & more', 'gone', 'unnamed'],
    lastSignInAt: null,
  })
  const [byGroup] = (await holdersOf(TEAMS)).holders
  expect(byGroup).toMatchObject({ isDirectlyAssigned: false, groups: ['Sales & more'] })
  const idsOf = async (kind: 'blocked' | 'guests') =>
    (await holdersOf(E3, kind)).holders.map(({ id }) => id).toSorted()
  expect(await idsOf('blocked')).toEqual(['blocked', 'blocked-guest'])
  expect(await idsOf('guests')).toEqual(['guest'])
  for (const skuId of ['no-user-has-it', '%', "'"])
    expect(await holdersOf(skuId)).toMatchObject({ holders: [], total: 0 })
})

test('holders carry when they signed in last, where that was read', async () => {
  const { db } = app.database.handle
  const asOf = app.clock.now()
  const [replaced, current] = await db
    .insertInto('activityReadings')
    .values([0, 1].map(() => ({ tenantId, part: 'signIns' as const, completedAt: asOf })))
    .returning('id')
    .execute()
  const { id } = current!
  await db
    .insertInto('tenantActivity')
    .values({ tenantId, part: 'signIns', currentReadingId: id, asOf, triedAt: asOf })
    .execute()
  const [tried, succeeded, quiet] = ['2026-11-19', '2026-10-01', '2026-11-05'].map(
    (day) => new Date(`${day}T00:00:00Z`),
  )
  await db
    .insertInto('activitySignIns')
    .values([
      {
        readingId: id,
        userId: 'blocked',
        lastSignInAt: tried!,
        lastSuccessfulSignInAt: succeeded!,
      },
      {
        readingId: id,
        userId: 'guest',
        lastSignInAt: succeeded!,
        lastNonInteractiveSignInAt: quiet!,
      },
      { readingId: id, userId: 'warned' },
      { readingId: replaced!.id, userId: 'warned', lastSignInAt: tried! },
    ])
    .execute()
  const { holders, signInsAsOf } = await holdersOf(E3)
  expect(signInsAsOf).toBe(asOf.toISOString())
  expect(Object.fromEntries(holders.map((each) => [each.id, each.lastSignInAt]))).toEqual({
    blocked: succeeded!.toISOString(),
    guest: quiet!.toISOString(),
    warned: null,
    'both-ways': null,
    'blocked-guest': null,
  })
  const known = holders.filter(({ isSignInKnown }) => isSignInKnown).map((each) => each.id)
  expect(known.toSorted()).toEqual(['blocked', 'guest', 'warned'])
})

test('a tenant that was never read has nothing, and says so', async () => {
  const unread = await app.addTenant(guidOf(82))
  const admin = await app.signIn('admin')
  const given = { params: { tenantId: unread } }
  expect(await admin.call(listTenantLicenses, given)).toEqual({
    licenses: [],
    hiddenLicenses: 0,
    dataAsOf: null,
    failure: null,
  })
  expect(await admin.call(listTenantUsers, given)).toEqual({
    users: [],
    total: 0,
    nextCursor: null,
    dataAsOf: null,
    failure: null,
  })
  expect(await admin.call(listLicenseHolders, { ...given, query: { skuId: E3 } })).toEqual({
    holders: [],
    total: 0,
    dataAsOf: null,
    signInsAsOf: null,
  })
})

test('a part that could not be read is named, and what hangs on it is not zero', async () => {
  const id = guidOf(83)
  const admin = await app.signIn('admin')
  await store({ skus: reading.skus!, partFailures: [refused('users')] }, id)
  const given = { params: { tenantId: id } }
  expect(await admin.call(listTenantUsers, given)).toMatchObject({ failure: refused('users') })
  expect(await admin.call(listTenantLicenses, given)).toMatchObject({
    failure: null,
    licenses: [{}, { savings: { blockedHolders: null, guestHolders: null } }],
  })
  await store({ people: reading.people!, partFailures: [refused('licenses')] }, id)
  expect(await admin.call(listTenantLicenses, given)).toMatchObject({
    licenses: [],
    failure: refused('licenses'),
  })
  // What people hold has names all the same.
  const { users, failure } = await admin.call(listTenantUsers, given)
  expect(failure).toBeNull()
  expect(users.flatMap(({ licenses }) => licenses)).toContain('Microsoft 365 E3')
})

test('pages keep to their generation while a new one is there, and end when it is swept', async () => {
  const id = guidOf(84)
  await store(numbered(5), id)
  const admin = await app.signIn('admin')
  const page = (query: object) => admin.call(listTenantUsers, { params: { tenantId: id }, query })
  const first = await page({ limit: 2 })
  app.clock.advance({ minutes: 10 })
  await store(numbered(1), id)
  const second = await page({ limit: 2, cursor: first.nextCursor! })
  const third = await page({ limit: 2, cursor: second.nextCursor! })
  expect([first, second, third].flatMap(({ users }) => users.map((user) => user.id))).toEqual([
    'p0',
    'p1',
    'p2',
    'p3',
    'p4',
  ])
  expect([third.total, third.nextCursor, third.dataAsOf]).toEqual([5, null, first.dataAsOf])
  expect(await page({})).toMatchObject({ total: 1, nextCursor: null })

  app.clock.advance({ minutes: 15 })
  const asked = { params: { tenantId: id }, query: { cursor: first.nextCursor } }
  const { status, body } = await admin.refusal(listTenantUsers, asked)
  expect([status, body.code, body.message]).toEqual([
    409,
    'CONFLICT',
    'The list has changed. Please reload it.',
  ])
})

test('a cursor that no page of this tenant ended with is refused', async () => {
  for (const cursor of [
    '',
    'x',
    encoded({ generationId: 1 }),
    encoded({ generationId: 1, offset: -1 }),
    encoded({ generationId: 1, offset: 9e12 }),
    encoded({ generationId: 1.5, offset: 1 }),
    encoded([]),
  ]) {
    const { status, body } = await viewer.refusal(listTenantUsers, { ...of, query: { cursor } })
    expect([cursor, status, body.fields]).toEqual([
      cursor,
      400,
      [{ field: 'query.cursor', message: 'Not a valid page cursor' }],
    ])
  }
  await store(numbered(1), guidOf(84))
  const { db } = app.database.handle
  const { id: others } = await db
    .selectFrom('generations')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('tenantId', '<>', TenantId.parse(tenantId))
    .executeTakeFirstOrThrow()
  const { id: unfinished } = await db
    .insertInto('generations')
    .values({ tenantId })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const generationId of [others, unfinished, Number.MAX_SAFE_INTEGER]) {
    const cursor = encoded({ generationId, offset: 1 })
    const { status } = await viewer.refusal(listTenantUsers, { ...of, query: { cursor } })
    expect(status).toBe(409)
  }
})

test.each([
  [listTenantUsers, { limit: 0 }, 'query.limit'],
  [listTenantUsers, { limit: 2_001 }, 'query.limit'],
  [listTenantUsers, { limit: 'all' }, 'query.limit'],
  [listLicenseHolders, {}, 'query.skuId'],
  [listLicenseHolders, { skuId: ' ' }, 'query.skuId'],
  [listLicenseHolders, { skuId: '\0' }, 'query.skuId'],
  [listLicenseHolders, { skuId: E3, kind: 'dead' }, 'query.kind'],
])('%o with %o is refused at its field', async (call, query, field) => {
  const { status, body } = await viewer.refusal(call, { ...of, query })
  expect([status, body.fields?.map((each) => each.field)]).toEqual([400, [field]])
})
