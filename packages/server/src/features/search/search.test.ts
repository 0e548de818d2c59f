import { searchEstate } from '@tenantscope/contract/search'
import { afterAll, beforeAll, expect, test } from 'vitest'

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
  await app.reset()
  await store(ours, 'Contoso', {
    people,
    skus: [{ skuId: SPB.toUpperCase(), skuPartNumber: 'SPB' }],
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
    .where('id', '=', ours)
    .execute()
  viewer = await app.signIn('viewer', { tenants: [ours] })
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

const store = (id: string, displayName: string, reading: StoredReading) =>
  storeReading(app.database.handle.db, { id, displayName, at: app.clock.now() }, reading)

const search = (q: string, browser = viewer) => browser.call(searchEstate, { query: { q } })
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
    },
  ])
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
  '%j finds nobody and breaks nothing',
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
  const nobody = await app.signIn('viewer')
  const nothing = { items: [], isMore: false }
  expect(await search('anna', nobody)).toEqual({
    tenants: nothing,
    people: nothing,
    licenses: nothing,
    policies: nothing,
  })
  const whole = await search('anna', admin)
  expect(whole.people.items.map(({ userId }) => userId)).toContain('x')
  expect(whole.tenants.items).toEqual([
    { tenantId: others, tenantName: 'Anna’s secret shop', defaultDomainName: null },
  ])
  expect(whole.policies.items.map(({ policyId }) => policyId)).toEqual(['p2', 'p1'])
})

test('tenants are found by alias, own name, domain and id; licenses by every name they have', async () => {
  for (const q of ['bakery', 'contoso', 'O.EXAMPLE', ours.slice(-6), ours.toUpperCase()])
    expect((await search(q)).tenants.items).toEqual([
      { tenantId: ours, tenantName: 'The bakery', defaultDomainName: 'contoso.example' },
    ])
  for (const q of ['business premium', 'spb'])
    expect((await search(q)).licenses.items).toEqual([
      {
        tenantId: ours,
        tenantName: 'The bakery',
        skuId: SPB.toUpperCase(),
        displayName: 'Microsoft 365 Business Premium',
        skuPartNumber: 'SPB',
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

test('only what the current reading holds is found, of a tenant that has ended too', async () => {
  await store(ended, 'Ended', { people: [{ id: 'old', displayName: 'Gone Person' }] })
  await store(ended, 'Ended', {
    people: [{ id: 'kept', displayName: 'Kept Person' }],
    policies: [{ id: 'many', displayName: 'Kept policy', state: 'enabled' }],
  })
  const { db } = app.database.handle
  await db.updateTable('tenants').set({ status: 'Inactive' }).where('id', '=', ended).execute()
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

test('eight of a kind are shown, and that there are more is told', async () => {
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

test.each([
  [{}, 'Type what to search for'],
  [{ q: ' a ' }, 'Type at least 2 characters'],
  [{ q: 'x'.repeat(101) }, 'Type at most 100 characters'],
])('%o is refused at q', async (query, message) => {
  const { status, body } = await viewer.refusal(searchEstate, { query })
  expect([status, body.fields]).toEqual([400, [{ field: 'query.q', message }]])
})
