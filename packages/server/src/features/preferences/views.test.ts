import { TenantGroupId } from '@tenantscope/contract/ids'
import { loadView, saveView } from '@tenantscope/contract/views'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
})
afterAll(() => app.close())

const params = { viewType: 'dashboard' } as const
const preferences = {
  searchTerm: "שלום \0\uD800 '; drop table --",
  statusFilter: 'Active',
  accessLevelFilter: 'limited',
  sortField: 'displayName',
  sortDirection: 'desc',
} as const
const whole = {
  ...preferences,
  methodFilter: 'csp' as const,
  tagFilter: 'vip',
  groupFilter: TenantGroupId.parse(7),
  columns: ['name'],
}

test('a saved view is the person’s own, and the last one counts', async () => {
  const [browser, other] = [await app.signIn('viewer'), await app.signIn('viewer')]
  expect(await browser.call(loadView, { params })).toEqual({ success: true, preferences: null })
  const saved = { success: true, preferences: whole }
  expect(await browser.call(saveView, { body: { ...params, preferences: whole } })).toEqual(saved)
  expect(await browser.call(loadView, { params })).toEqual(saved)
  await browser.call(saveView, { body: { ...params, preferences } })
  expect((await browser.call(loadView, { params })).preferences).toEqual(preferences)
  expect((await other.call(loadView, { params })).preferences).toBeNull()
})

test.each(['no JSON', '{}', JSON.stringify({ ...preferences, statusFilter: 'Gone' })])(
  'an unreadable stored view (%s) counts as none',
  async (stored) => {
    const browser = await app.signIn('viewer')
    await browser.call(saveView, { body: { ...params, preferences } })
    const { db } = app.database.handle
    await db.updateTable('userViewPreferences').set({ preferences: stored }).execute()
    expect((await browser.call(loadView, { params })).preferences).toBeNull()
    await browser.call(saveView, { body: { ...params, preferences } })
    expect((await browser.call(loadView, { params })).preferences).toEqual(preferences)
  },
)

test.each([
  [{ viewType: 'tenants', preferences }, 'body.viewType'],
  [
    { ...params, preferences: { ...preferences, sortDirection: 'up' } },
    'body.preferences.sortDirection',
  ],
  [
    { ...params, preferences: { ...preferences, searchTerm: 'x'.repeat(201) } },
    'body.preferences.searchTerm',
  ],
  [{ ...params, preferences: { ...preferences, columns: [1] } }, 'body.preferences.columns.0'],
  [
    { ...params, preferences: { ...preferences, groupFilter: 'Gold' } },
    'body.preferences.groupFilter',
  ],
  [params, 'body.preferences'],
])('%o is refused at %s, and nothing is written', async (body, field) => {
  const browser = await app.signIn('viewer')
  const refusal = await browser.refusal(saveView, { body })
  expect([refusal.status, refusal.body.fields?.map((each) => each.field)]).toEqual([400, [field]])
  expect((await browser.call(loadView, { params })).preferences).toBeNull()
})

test('a list that there is none of has no view', async () => {
  const browser = await app.signIn('viewer')
  const refusal = await browser.refusal(loadView, { params: { viewType: 'moon' } })
  expect(refusal.status).toBe(404)
})
