import { listAudit } from '@tenantscope/contract/audit'
import { TenantId } from '@tenantscope/contract/ids'
import { setLicenseVisibility } from '@tenantscope/contract/licenses'
import { searchEstate, SearchKind, searchOneKind } from '@tenantscope/contract/search'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { storeReading } from '../../testing/stored-tenant.ts'
import type { StoredReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const ours = guidOf(91)
const others = guidOf(92)
const ended = guidOf(93)

const people = [
  { id: 'a', displayName: 'Anna Bauer', userPrincipalName: 'anna@contoso.example' },
  { id: 'b', displayName: 'Ada Johanna', userPrincipalName: 'jo@contoso.example' },
  { id: 'c', displayName: 'Anna', mail: 'a.c@mail.example' },
  { id: 'd', displayName: null, userPrincipalName: 'Anna.D@contoso.example' },
  { id: 'percent', displayName: '100% Sales' },
  { id: 'underscore', displayName: 'snake_case' },
  { id: 'backslash', displayName: String.raw`back\slash` },
  { id: 'html', displayName: '<b>Bold</b>' },
  { id: 'rtl', displayName: 'דנה לוי' },
  { id: 'emoji', displayName: '🦊 Fox' },
  { id: 'umlaut', displayName: 'ÄRGER GmbH' },
]

let app: TestApp
let viewer: TestBrowser
let admin: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await store(ours, 'Contoso', {
    people,
    skus: [{ skuId: SPB.toUpperCase(), skuPartNumber: 'SPB', enabledUnits: 5, consumedUnits: 7 }],
    policies: [{ id: 'p1', displayName: 'Require MFA for Anna', state: 'enabled' }],
  })
  await store(others, 'Anna’s secret shop', {
    people: [{ id: 'x', displayName: 'Anna Other' }],
    skus: [
      { skuId: SPB, skuPartNumber: 'SPB' },
      { skuId: 'add-on', skuPartNumber: 'MY_SPB' },
    ],
    policies: [{ id: 'p2', displayName: 'Anna elsewhere', state: 'disabled' }],
  })
  const { db } = app.database.handle
  await db
    .insertInto('tenantSettings')
    .values({ tenantId: ours, alias: 'The bakery', updatedBy: 'test' })
    .execute()
  await db
    .updateTable('tenants')
    .set({ defaultDomainName: 'contoso.example' })
    .where('id', '=', TenantId.parse(ours))
    .execute()
  viewer = await app.signIn('viewer', { tenants: [ours] })
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

const store = (id: string, displayName: string, reading: StoredReading) =>
  storeReading(app.database.handle.db, { id, displayName, at: app.clock.now() }, reading)

const search = (q: string, browser = viewer) => browser.call(searchEstate, { query: { q } })
const page = (q: string, kind: SearchKind, number = 1, browser = viewer) =>
  browser.call(searchOneKind, { query: { q, kind, page: number } })
const peopleFor = async (q: string) => (await search(q)).people.items.map(({ userId }) => userId)

test('people are found by part of their name or address: what it is first, then what begins with it', async () => {
  expect(await peopleFor('ANNA')).toEqual(['c', 'a', 'd', 'b'])
  expect(await peopleFor('mail.ex')).toEqual(['c'])
  expect(await peopleFor('bauer   anna')).toEqual(['a'])
  expect(await peopleFor('bauer jo@')).toEqual([])
  expect((await search('jo@contoso')).people.items).toEqual([
    {
      tenantId: ours,
      tenantName: 'The bakery',
      userId: 'b',
      name: 'Ada Johanna',
      userPrincipalName: 'jo@contoso.example',
      isNotCovered: false,
      isOutdated: false,
    },
  ])
})

test('people whom the last judging found not covered by MFA are marked, in their own tenant only', async () => {
  await store(others, 'Other', { people: people.slice(0, 1) })
  await app.database.handle.db
    .insertInto('peopleNotCovered')
    .values({ tenantId: TenantId.parse(ours), userId: 'a' })
    .execute()
  const marked = [
    [ours, true],
    [others, false],
  ]
  expect(marksOf((await search('anna bauer', admin)).people.items)).toEqual(marked)
  const all = await page('anna bauer', 'people', 1, admin)
  expect(all.kind === 'people' && marksOf(all.items)).toEqual(marked)
})

test('data older than two refresh intervals is marked; after 7 days no user is marked as not covered', async () => {
  await store(ours, 'Bakery', { people: people.slice(0, 1) })
  const { db } = app.database.handle
  await db
    .insertInto('peopleNotCovered')
    .values({ tenantId: TenantId.parse(ours), userId: 'a' })
    .execute()
  const ageMarks = async () => {
    const found = await search('anna bauer', await app.signIn('admin'))
    const inOurs = found.people.items.find(({ tenantId }) => tenantId === ours)
    return [inOurs?.isOutdated, inOurs?.isNotCovered]
  }
  expect(await ageMarks()).toEqual([false, true])
  app.clock.advance({ hours: 49 })
  expect(await ageMarks()).toEqual([true, true])
  app.clock.advance({ hours: 7 * 24 })
  expect(await ageMarks()).toEqual([true, false])
  const setInactive = db.updateTable('tenants').set({ status: 'Inactive' })
  await setInactive.where('id', '=', TenantId.parse(ours)).execute()
  expect(await ageMarks()).toEqual([false, false])
})

const marksOf = (items: readonly { tenantId: string; isNotCovered: boolean }[]) =>
  items.map(({ tenantId, isNotCovered }) => [tenantId, isNotCovered])

test('checks are found by title and by id, by readers without a tenant too', async () => {
  const ungranted = await app.signIn('viewer')
  const legacy = {
    checkId: 'ca.block-legacy',
    title: 'Legacy authentication is blocked for everybody',
    severity: 'critical',
  }
  for (const q of ['blocked legacy', 'CA.BLOCK-leg'])
    expect((await search(q, ungranted)).checks.items).toEqual([legacy])
  expect(await page('ca.block-legacy', 'checks')).toEqual({
    kind: 'checks',
    items: [legacy],
    total: 1,
  })
  const many = await search('ca.')
  expect([many.checks.items.length, many.checks.isMore]).toEqual([8, true])
  expect((await page('ca.', 'checks', 2)).items).toEqual([])
})

test.each([
  ['0%', 'percent'],
  ['_case', 'underscore'],
  [String.raw`k\s`, 'backslash'],
  ['<b>', 'html'],
  ['לוי דנה', 'rtl'],
  ['🦊 f', 'emoji'],
  ['ärger', 'umlaut'],
])('every character of %s means itself', async (q, id) => {
  expect(await peopleFor(q)).toEqual([id])
})

test.each(['%%', '__', '%a', '\\\\', "' or true --", '\0\0', '\uD800\uD800'])(
  '%j finds no user and breaks nothing',
  async (q) => {
    expect(await peopleFor(q)).toEqual([])
  },
)

test('a reader finds nothing of a tenant that was not granted, of any kind', async () => {
  const found = JSON.stringify([
    await search('anna'),
    await search('premium'),
    await search(others),
  ])
  expect(found).toContain(ours)
  expect(found).not.toContain(others)
  expect(found).not.toContain('secret')
  const ungranted = await app.signIn('viewer')
  const nothing = { items: [], isMore: false }
  expect(await search('anna', ungranted)).toEqual({
    tenants: nothing,
    people: nothing,
    licenses: nothing,
    policies: nothing,
    checks: nothing,
  })
  const whole = await search('anna', admin)
  expect(whole.people.items.map(({ userId }) => userId)).toContain('x')
  expect(whole.tenants.items).toEqual([
    {
      tenantId: others,
      tenantName: 'Anna’s secret shop',
      defaultDomainName: null,
      issues: [],
      isOutdated: false,
    },
  ])
  expect(whole.policies.items.map(({ policyId }) => policyId)).toEqual(['p2', 'p1'])
})

test('tenants are found by alias, own name, domain and id; licenses by every name they have', async () => {
  for (const q of ['bakery', 'contoso', 'O.EXAMPLE', ours.slice(-6), ours.toUpperCase()])
    expect((await search(q)).tenants.items).toEqual([
      {
        tenantId: ours,
        tenantName: 'The bakery',
        isOutdated: false,
        defaultDomainName: 'contoso.example',
        issues: [{ kind: 'overallocated', licenses: 1, seats: 2, endsAt: null }],
      },
    ])
  for (const q of ['business premium', 'spb'])
    expect((await search(q)).licenses.items).toEqual([
      {
        tenantId: ours,
        tenantName: 'The bakery',
        isOutdated: false,
        skuId: SPB.toUpperCase(),
        displayName: 'Microsoft 365 Business Premium',
        skuPartNumber: 'SPB',
        enabledUnits: 5,
        consumedUnits: 7,
        issues: [{ kind: 'overallocated', seats: 2, endsAt: null }],
      },
    ])
  const everywhere = await search('spb', admin)
  const places = everywhere.licenses.items.map((each) => [each.skuPartNumber, each.tenantName])
  expect(places).toEqual([
    ['SPB', 'Anna’s secret shop'],
    ['SPB', 'The bakery'],
    ['MY_SPB', 'Anna’s secret shop'],
  ])
})

test('a license whose seats could not be evaluated is not found, rather than with 0 seats', async () => {
  expect((await search('spb')).licenses.items).toHaveLength(1)
  // The seats are kept in memory now, by this id. Microsoft sends ids in either case.
  await app.database.handle.db
    .updateTable('directorySkus')
    .set({ skuId: SPB })
    .where('tenantId', '=', TenantId.parse(ours))
    .execute()
  expect((await search('spb')).licenses).toEqual({ items: [], isMore: false })
  expect((await page('spb', 'licenses')).items).toEqual([])
})

test('people, policies and tenants are found in the order of the alphabet', async () => {
  const names = ['Kin Zoe', 'Kin Åsa', 'kin anna', 'Kin', 'Kin Bob', 'Kin Östen']
  const sorted = ['Kin', 'kin anna', 'Kin Åsa', 'Kin Bob', 'Kin Östen', 'Kin Zoe']
  await store(ours, 'Contoso', {
    people: names.map((displayName, index) => ({ id: `kin${index}`, displayName })),
    policies: names.map((displayName, index) => ({
      id: `kin${index}`,
      displayName,
      state: 'enabled',
    })),
  })
  for (const [index, displayName] of names.entries())
    await app.addTenant(guidOf(900 + index), displayName)
  const found = await search('kin', admin)
  expect(found.people.items.map(({ name }) => name)).toEqual(sorted)
  expect(found.policies.items.map(({ displayName }) => displayName)).toEqual(sorted)
  expect(found.tenants.items.map(({ tenantName }) => tenantName)).toEqual(sorted)
})

test('only what the current reading holds is found, of a tenant that has ended too', async () => {
  await store(ended, 'Ended', { people: [{ id: 'old', displayName: 'Gone Person' }] })
  await store(ended, 'Ended', {
    people: [{ id: 'kept', displayName: 'Kept Person' }],
    policies: [{ id: 'many', displayName: 'Kept policy', state: 'enabled' }],
  })
  const { db } = app.database.handle
  await db
    .updateTable('tenants')
    .set({ status: 'Inactive' })
    .where('id', '=', TenantId.parse(ended))
    .execute()
  // A reading that is under way writes already.
  await db
    .insertInto('directoryUsers')
    .values({ tenantId: ended, id: 'new', displayName: 'Coming Person', fromGeneration: 1e9 })
    .execute()
  for (const q of ['gone person', 'coming person'])
    expect((await search(q, admin)).people.items).toEqual([])
  const kept = await search('kept', admin)
  expect([kept.people.items.length, kept.policies.items.length]).toEqual([1, 1])
})

test('eight results of a kind are returned, with a flag that there are more', async () => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    id: `n${index}`,
    displayName: 'Numerous',
  }))
  await store(ended, 'Ended', { people: many })
  const found = await search('numerous', admin)
  expect([found.people.items.length, found.people.isMore]).toEqual([8, true])
  await store(ended, 'Ended', { people: many.slice(1) })
  const fewer = await search('numerous', admin)
  expect([fewer.people.items.length, fewer.people.isMore]).toEqual([8, false])
})

test('pages of 50 hold every result of a kind once, in the order of the search', async () => {
  const numbers = Array.from({ length: 101 }, (_, index) => String(index).padStart(3, '0'))
  await store(ours, 'Contoso', {
    people: numbers.map((number) => ({ id: `n${number}`, displayName: `Numerous ${number}` })),
    policies: numbers.map((id) => ({ id, displayName: 'Numerous', state: 'enabled' })),
  })
  const found = await Promise.all([1, 2, 3, 4].map((number) => page('numerous', 'people', number)))
  expect(found.map(({ items, total }) => [items.length, total])).toEqual([
    [50, 101],
    [50, 101],
    [1, 101],
    [0, 101],
  ])
  const names = found.flatMap((each) =>
    each.kind === 'people' ? each.items.map(({ name }) => name) : [],
  )
  expect(names).toEqual(numbers.map((number) => `Numerous ${number}`))
  // Of one name, so that only the id orders them.
  const same = await Promise.all([1, 2, 3].map((number) => page('numerous', 'policies', number)))
  const ids = same.flatMap((each) =>
    each.kind === 'policies' ? each.items.map(({ policyId }) => policyId) : [],
  )
  expect(ids).toEqual(numbers)
})

test('a page has what the search has of its kind, and each kind its own total', async () => {
  for (const q of ['anna', 'spb', 'contoso'])
    for (const kind of SearchKind.options) {
      const all = await page(q, kind, 1, admin)
      const { items } = (await search(q, admin))[kind]
      expect([q, all]).toEqual([q, { kind, items, total: items.length }])
    }
  expect(await page('\0\0', 'people')).toEqual({ kind: 'people', items: [], total: 0 })
})

test.each(SearchKind.options.filter((kind) => kind !== 'checks'))(
  'pages of %s have nothing of a tenant that was not granted, not even in the total',
  async (kind) => {
    const ungranted = await app.signIn('viewer')
    for (const q of ['anna', 'premium', 'spb', others, 'contoso']) {
      const found = await page(q, kind)
      expect(found.items.length).toBe(found.total)
      expect(JSON.stringify(found)).not.toContain(others)
      expect(await page(q, kind, 1, ungranted)).toEqual({ kind, items: [], total: 0 })
    }
  },
)

test('a license that an administrator hides is on no page', async () => {
  expect((await page('premium', 'licenses')).total).toBe(1)
  const hidden = { params: { skuId: SPB }, body: { isVisible: false } }
  await admin.call(setLicenseVisibility, hidden)
  expect(await page('premium', 'licenses')).toEqual({ kind: 'licenses', items: [], total: 0 })
})

async function recorded() {
  const { entries } = await admin.call(listAudit, { query: { type: 'data' } })
  return entries.map(({ action, tenantId }) => [action, tenantId])
}

test('a page is recorded as access to the tenants on it, one of tenants is not', async () => {
  await page('contoso', 'tenants')
  await page('anna', 'people', 2)
  expect(await recorded()).toEqual([])
  await page('anna', 'people')
  await page('anna', 'policies')
  expect(await recorded()).toEqual([['tenant searched', ours]])
})

test('one character is a search term where it can be a word', async () => {
  expect((await search('森', viewer)).tenants.items).toEqual([])
})

test.each([
  [{}, 'Enter a search term'],
  [{ q: ' a ' }, 'Enter at least 2 characters'],
  [{ q: 'x'.repeat(101) }, 'Enter at most 100 characters'],
])('%o is refused at q', async (query, message) => {
  const { status, body } = await viewer.refusal(searchEstate, { query })
  expect([status, body.fields]).toEqual([400, [{ field: 'query.q', message }]])
})

const ANNA = { q: 'anna', kind: 'people' }

test.each([
  ['page', { ...ANNA, page: '0' }, 'Enter a page number'],
  ['page', { ...ANNA, page: '1.5' }, 'Enter a page number'],
  ['page', { ...ANNA, page: 'two' }, 'Enter a page number'],
  ['page', { ...ANNA, page: '100001' }, 'Enter a page number of at most 100000'],
  ['q', { kind: 'people', q: 'a' }, 'Enter at least 2 characters'],
])('a page is refused at %s for %o', async (field, query, message) => {
  const { status, body } = await viewer.refusal(searchOneKind, { query })
  expect([status, body.fields]).toEqual([400, [{ field: `query.${field}`, message }]])
})

test('a kind that does not exist is refused at its name', async () => {
  const { status, body } = await viewer.refusal(searchOneKind, { query: { q: 'anna', kind: 'x' } })
  expect([status, body.fields?.map(({ field }) => field)]).toEqual([400, ['query.kind']])
})
