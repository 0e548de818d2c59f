import { addLicense, setLicenseFriendlyName } from '@tenantscope/contract/license-management'
import { setLicenseVisibility } from '@tenantscope/contract/licenses'
import { getRoleMappings, saveRoleMappings } from '@tenantscope/contract/role-mappings'
import { getSettings } from '@tenantscope/contract/settings'
import { listUsers } from '@tenantscope/contract/users'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { refusedUpload, uploaded } from '../../testing/system-forms.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { PortableData } from './portable-data.rules.ts'

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  admin = await app.signIn('admin')
})

const rows = async (text: string) => (await app.database.handle.executeSql(text)).rows
async function exported(): Promise<{ text: string; data: PortableData }> {
  const response = await admin.request({
    url: '/api/admin/export-data',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(response.headers['content-disposition']).toMatch(/system-export-\d{4}-\d{2}-\d{2}\.json/)
  return { text: response.body, data: PortableData.parse(response.json()) }
}

/** The administrator's actions on users and data from the audit, with their addresses. */
async function acts(): Promise<string[]> {
  const found =
    await rows(`select action, target_user_id, concat_ws('; ', new_value, details) as text
    from security_audit_log where type in ('user', 'system') and changed_by like 'admin%'
      and ip_address is not null order by id`)
  return found.map(
    ({ action, target_user_id: target, text }) =>
      `${String(action)}, of ${target === null ? 'no user' : 'a user'}: ${String(text)}`,
  )
}

/** Another installation, with people, names and mappings of its own. */
async function filled(): Promise<PortableData> {
  await app.signIn('technician')
  await app.people.users.addLocal(
    { username: 'local-chief', displayName: null, password: 'Quiet-Harbour-2026!' },
    { mustResetPassword: false },
    { actor: OPERATOR, source: NO_SOURCE },
  )
  await admin.call(addLicense, { body: { skuId: 'one' } })
  await admin.call(setLicenseFriendlyName, {
    params: { skuId: 'one' },
    body: { friendlyName: 'First' },
  })
  await admin.call(setLicenseVisibility, { params: { skuId: 'one' }, body: { isVisible: false } })
  await admin.call(saveRoleMappings, {
    body: {
      mappings: [
        { id: 'a', microsoftRole: guidOf(1), localRole: 'technician' },
        { id: 'b', microsoftRole: guidOf(2), localRole: 'admin' },
      ],
    },
  })
  await rows(`update settings set refresh_hours = 12`)
  const { text, data } = await exported()
  expect(text).not.toMatch(/\$2[aby]\$|password|totp|sealed/i)
  await app.reset()
  admin = await app.signIn('admin')
  return data
}

const given = (data: unknown) => ({ file: JSON.stringify(data), fileName: 'system-export.json' })

test('what was exported is merged into another installation, and no user becomes an administrator', async () => {
  const data = await filled()
  const users = [...data.users, { ...data.users[0], username: 'boss@x', microsoftId: guidOf(77) }]
  const { kind, recordsImported, notes } = await uploaded(admin, given({ ...data, users }))
  expect({ kind, recordsImported }).toEqual({ kind: 'data', recordsImported: 1 + 1 + 2 + 3 })
  expect(notes.join('\n')).toMatch(/1 local account left out/)
  expect(notes.join('\n')).toMatch(/administrators? imported as viewers/)
  const people = (await admin.call(listUsers, { query: {} })).users
  expect(people.filter(({ isAdmin }) => isAdmin)).toHaveLength(1)
  expect(people.map(({ role }) => role).toSorted()).toEqual([
    'admin',
    'technician',
    'viewer',
    'viewer',
  ])
  expect(people.filter(({ isAdmin }) => !isAdmin).map(({ access }) => access.tenants)).toEqual([
    0, 0, 0,
  ])
  expect((await admin.call(getSettings, {})).refreshHours).toBe(12)
  const { mappings } = await admin.call(getRoleMappings, {})
  expect(mappings.map(({ id, enabled }) => [id, enabled])).toEqual([
    ['a', true],
    ['b', false],
  ])
  expect(await rows('select friendly_name, is_visible from license_visibility')).toEqual([
    { friendly_name: 'First', is_visible: false },
  ])
  expect(await rows('select action from license_visibility_log')).toEqual([{ action: 'HIDDEN' }])
  expect(await acts()).toEqual([
    ...['viewer', 'technician', 'viewer'].map(
      (role) => `user imported, of a user: ${role}; from exported data`,
    ),
    'data imported, of no user: 7 records',
  ])
})

test('an export is in the audit by its counts alone', async () => {
  await app.signIn('technician')
  await exported()
  expect((await acts()).at(-1)).toBe('data exported, of no user: 2 users, 0 licenses')
})

test('settings that loosen security ask for a fresh sign-in; nothing is imported before', async () => {
  const data = await filled()
  const looser = { ...data, settings: { ...data.settings, defaultTenantAccess: 'all' } }
  app.clock.advance({ minutes: 11 })
  const refusal = await refusedUpload(admin, given(looser))
  expect(refusal).toMatchObject({ status: 403, code: 'FRESH_SIGN_IN_REQUIRED' })
  expect(await rows('select 1 from license_visibility')).toEqual([])
  expect(await uploaded(admin, given(data))).toMatchObject({ kind: 'data' })
  admin = await app.signIn('admin')
  await uploaded(admin, given(looser))
  expect(await admin.call(getSettings, {})).toMatchObject({ defaultTenantAccess: 'all' })
})

test('the same again changes nothing', async () => {
  const data = await filled()
  await uploaded(admin, given(data))
  expect((await uploaded(admin, given(data))).recordsImported).toBe(0)
})

test('a handwritten file can contain values that no database stores, and duplicates', async () => {
  const data = await filled()
  const [mapping] = data.roleMappings
  const [user] = data.users.filter(({ authMethod }) => authMethod === 'microsoft')
  const odd = {
    ...data,
    licenses: [{ ...data.licenses[0], productName: 'On\0e\nline' }],
    roleMappings: [{ ...mapping, description: 'a\0b' }, mapping],
    users: [{ ...user, microsoftId: guidOf(78), username: 'odd\0@x', displayName: 'O\0dd' }],
  }
  expect((await uploaded(admin, given(odd))).recordsImported).toBe(1 + 1 + 1 + 1)
  expect(await rows('select product_name from license_visibility')).toEqual([
    { product_name: 'One line' },
  ])
  expect((await admin.call(getRoleMappings, {})).mappings).toMatchObject([{ description: 'ab' }])
  const { users } = await admin.call(listUsers, { query: { q: 'odd' } })
  expect(users).toMatchObject([{ username: 'odd@x', displayName: 'Odd' }])
})

const mappingsOf = (ids: number) =>
  Array.from({ length: ids }, (_, index) => ({
    id: `m${index}`,
    microsoftRole: guidOf(1),
    localRole: 'viewer' as const,
  }))

test('more role mappings than can be kept are refused whole, and said how many', async () => {
  const data = await filled()
  await admin.call(saveRoleMappings, { body: { mappings: mappingsOf(99) } })
  const before = await state()
  const { status, message } = await refusedUpload(admin, given(data))
  expect([status, message]).toEqual([
    400,
    'There would be 101 role mappings, and the maximum is 100; nothing was imported.',
  ])
  expect(await state()).toBe(before)
})

/** What an import could have written. */
const state = async () =>
  JSON.stringify([
    await rows('select * from settings'),
    await rows('select * from license_visibility'),
    await rows('select id, role from users'),
    await rows('select id from role_mappings'),
  ])

test.each<[string, (data: PortableData) => unknown]>([
  ['a role that is none', (data) => ({ ...data, users: [{ ...data.users[0], role: 'chief' }] })],
  [
    'settings that are out of range',
    (data) => ({ ...data, settings: { ...data.settings, refreshHours: 5 } }),
  ],
  ['no licenses', (data) => ({ ...data, licenses: undefined })],
  ['another version', (data) => ({ ...data, version: 2 })],
])('a file with %s is refused whole, though the rest is well', async (_, change) => {
  const data = await filled()
  const before = await state()
  const { status, message } = await refusedUpload(admin, given(change(data)))
  expect([status, message.includes('nothing was imported')]).toEqual([400, true])
  expect(await state()).toBe(before)
})

test.each(['system-export.txt', 'system-export.json.zip', 'json', 'system-export'])(
  'exported data in a file called %s are refused, and nothing changes',
  async (fileName) => {
    const data = await filled()
    const before = await state()
    const refusal = await refusedUpload(admin, { ...given(data), fileName })
    expect(refusal).toMatchObject({ status: 400, message: 'Only .json files can be imported' })
    expect(await state()).toBe(before)
  },
)
