import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { endpoints } from '@tenantscope/contract/endpoints'
import { UserId } from '@tenantscope/contract/ids'
import { FRESH_SIGN_IN_MINUTES } from '@tenantscope/contract/limits'
import { saveRoleMappings } from '@tenantscope/contract/role-mappings'
import { SENSITIVE_ACTS } from '@tenantscope/contract/sensitive-acts'
import { getSettings, saveSettings } from '@tenantscope/contract/settings'
import { toggleUserStatus, setUserRole } from '@tenantscope/contract/users'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ACCESS_BY_NAME, SENSITIVE_BY_NAME } from '../testing/endpoint-access.ts'
import { INPUT_BY_NAME } from '../testing/endpoint-input.ts'
import { createTestApp, guidOf } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import { addressOf } from '../testing/test-browser.ts'
import type { TestBrowser } from '../testing/test-browser.ts'

const tenantId = '11111111-2222-3333-4444-555555555555'

let app: TestApp
let fresh: TestBrowser
/** An administrator whose sign-in is older than sensitive acts allow. */
let stale: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
  await app.reset()
  await app.addTenant(tenantId)
  stale = await app.signIn('admin')
  const minutes = FRESH_SIGN_IN_MINUTES * 60_000 + 1_000
  await app.database.handle.db
    .updateTable('sessions')
    .set({ authenticatedAt: new Date(app.clock.now().getTime() - minutes) })
    .execute()
  fresh = await app.signIn('admin')
})
afterAll(() => app.close())

async function isRefusedAsStale(
  browser: TestBrowser,
  endpoint: AnyEndpoint,
  { params, query = {}, body }: (typeof INPUT_BY_NAME)[string] = {},
): Promise<boolean> {
  const inBody = endpoint.tenantScoped && endpoint.tenantIn === 'body' ? { tenantId } : {}
  const response: LightMyRequestResponse = await browser.request({
    method: endpoint.method,
    url: addressOf(endpoint, { params: { ...params, tenantId }, query }),
    headers: { 'sec-fetch-site': 'same-origin', 'x-background': '1' },
    ...(body === undefined ? {} : { payload: { ...body, ...inBody } }),
    ...(endpoint.kind === 'stream' && { payloadAsStream: true, signal: AbortSignal.timeout(300) }),
  })
  if (endpoint.kind === 'stream') return response.statusCode === 403
  return response.body.includes('FRESH_SIGN_IN_REQUIRED')
}

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s asks for a fresh sign-in if its act is sensitive, and only then',
  async (name, endpoint) => {
    const expected = SENSITIVE_BY_NAME[name]
    const isAlways = expected === 'always'
    const ordinary = INPUT_BY_NAME[name] ?? {}
    expect(await isRefusedAsStale(stale, endpoint, ordinary)).toBe(isAlways)
    if (typeof expected !== 'object') return
    expect(await isRefusedAsStale(stale, endpoint, expected)).toBe(true)
    expect(await isRefusedAsStale(fresh, endpoint, expected)).toBe(false)
  },
)

test('the table of the contract names the sensitive acts with their role, and no others', () => {
  expect(Object.keys(SENSITIVE_ACTS).toSorted()).toEqual(Object.keys(SENSITIVE_BY_NAME).toSorted())
  const declared = endpoints.filter(({ sensitive }) => sensitive !== null)
  expect(declared.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(SENSITIVE_ACTS).toSorted(),
  )
  for (const { name, access, sensitive } of declared) {
    expect([name, sensitive?.access, access]).toEqual([name, access, ACCESS_BY_NAME[name]])
    expect(sensitive?.withinMinutes).toBe(FRESH_SIGN_IN_MINUTES)
  }
})

const anotherUser = async (isDisabled = false): Promise<UserId> => {
  await app.signIn('viewer')
  const { db } = app.database.handle
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'viewer')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  if (isDisabled)
    await db
      .updateTable('users')
      .set({ role: 'admin', isAdmin: true, isDisabled })
      .where('id', '=', id)
      .execute()
  return UserId.parse(id)
}

const mapping = (change: object) => ({
  id: guidOf(7),
  microsoftRole: '62e90394-69f5-4237-9190-012177145e10',
  localRole: 'viewer' as const,
  ...change,
})

/** `importUsers`, `syncUser` and `importData` are tested with a simulated Microsoft and a file. */
const DECIDED = {
  'making an administrator': async () =>
    stale.refusal(setUserRole, {
      params: { userId: await anotherUser() },
      body: { isAdmin: true },
    }),
  'enabling an administrator': async () =>
    stale.refusal(toggleUserStatus, {
      params: { userId: await anotherUser(true) },
      body: { disabled: false },
    }),
  'a setting that reduces security': async () => {
    const settings = await stale.call(getSettings, {})
    return stale.refusal(saveSettings, { body: { ...settings, autoImportUsers: true } })
  },
  'a mapping that makes administrators': () =>
    stale.refusal(saveRoleMappings, { body: { mappings: [mapping({ localRole: 'admin' })] } }),
  'a mapping that grants all tenants': () =>
    stale.refusal(saveRoleMappings, {
      body: { mappings: [mapping({ access: { mode: 'all', tenantIds: [], groupIds: [] } })] },
    }),
}

test.each(Object.entries(DECIDED))('%s asks for a fresh sign-in', async (_, act) => {
  const { status, body } = await act()
  expect([status, body.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
})
