import { getPreferences } from '@tenantscope/contract/account'
import { getCurrentUser, signInLocally, signOut } from '@tenantscope/contract/auth'
import { listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.reset())

const isSignedIn = async (browser: TestBrowser, headers: Record<string, string> = {}) => {
  const response = await browser.request({ url: '/api/auth/me', headers })
  return response.statusCode === 200
}
const BACKGROUND = { 'x-background': '1' }

test('a session ends 8 hours after what its person did last', async () => {
  const browser = await app.signIn('viewer')
  app.clock.advance({ hours: 7, minutes: 59 })
  expect(await isSignedIn(browser)).toBe(true)
  app.clock.advance({ hours: 7, minutes: 59 })
  expect(await isSignedIn(browser)).toBe(true)
  app.clock.advance({ hours: 8 })
  expect(await isSignedIn(browser)).toBe(false)
})

test('a session ends 24 hours after its sign-in, whatever its person does', async () => {
  const browser = await app.signIn('viewer')
  for (let hours = 0; hours < 23; hours += 1) {
    app.clock.advance({ hours: 1 })
    expect(await isSignedIn(browser)).toBe(true)
  }
  app.clock.advance({ hours: 1 })
  expect(await isSignedIn(browser)).toBe(false)
})

test.each([
  ['a poll', BACKGROUND],
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a prerender', { 'sec-purpose': 'prefetch;prerender' }],
])('%s never prolongs a session', async (_, headers) => {
  const browser = await app.signIn('viewer')
  app.clock.advance({ hours: 7 })
  expect(await isSignedIn(browser, headers)).toBe(true)
  app.clock.advance({ hours: 1 })
  expect(await isSignedIn(browser)).toBe(false)
})

describe('after the last tab closed', () => {
  let browser: TestBrowser
  beforeEach(async () => {
    browser = await app.signIn('viewer')
    await browser.call(signOut, { body: { reason: 'tab-closed' } })
  })

  test('the session is over 30 seconds later', async () => {
    app.clock.advance({ seconds: 30 })
    expect(await isSignedIn(browser)).toBe(false)
  })

  test.each([
    ['a reload', {}],
    ['a poll of another tab', BACKGROUND],
  ])('%s within the 30 seconds takes it back', async (_, headers) => {
    app.clock.advance({ seconds: 29 })
    expect(await isSignedIn(browser, headers)).toBe(true)
    app.clock.advance({ minutes: 5 })
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('the cookie stays, so that the browser can take it back', () => {
    expect(browser.cookies.size).toBe(1)
  })
})

test.each([
  ['no cookie', ''],
  ['a cookie that is no session id', 'tenantscope_session=nonsense'],
  ['the stored hash instead of the cookie', 'hash'],
  ['a session id that never was', `tenantscope_session=${'A'.repeat(43)}`],
])('%s returns no user', async (_, given) => {
  await app.signIn('admin')
  const { id } = await app.database.handle.db
    .selectFrom('sessions')
    .select('id')
    .executeTakeFirstOrThrow()
  const cookie = given === 'hash' ? `tenantscope_session=${id}` : given
  const response = await app.browser().request({ url: '/api/auth/me', headers: { cookie } })
  expect(response.statusCode).toBe(401)
})

const personOf = async (browser: TestBrowser) => (await browser.call(getCurrentUser, {})).user.id

describe('what ends the sessions of a person', () => {
  test('being disabled', async () => {
    const browser = await app.signIn('viewer')
    await app.people.users.setDisabled(await personOf(browser), true, BY)
    expect(await isSignedIn(browser)).toBe(false)
    await app.people.users.setDisabled((await app.people.users.list())[0]!.id, false, BY)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('losing a role', async () => {
    const browser = await app.signIn('technician')
    await app.people.users.setRole(await personOf(browser), 'viewer', BY)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('a password reset', async () => {
    const account = { username: 'local', displayName: null, password: 'Correct-Horse-7' }
    const { id } = await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
    const source = { ipAddress: '127.0.0.1', userAgent: null }
    const { cookie } = await app.people.sessions.start(id, {
      source,
      replaced: null,
      authenticatedAt: app.clock.now(),
    })
    const browser = app.browser()
    browser.cookies.set('tenantscope_session', cookie)
    expect(await isSignedIn(browser)).toBe(true)
    await app.people.users.resetPassword(id, 'Correct-Horse-8', BY)
    expect(await isSignedIn(browser)).toBe(false)
  })
})

test('gaining a role counts at the next request and ends nothing', async () => {
  const browser = await app.signIn('viewer')
  const { user } = await browser.call(getCurrentUser, {})
  await app.people.users.setRole(user.id, 'technician', BY)
  expect((await browser.call(getCurrentUser, {})).user.role).toBe('technician')
  await app.people.users.setRole(user.id, 'admin', BY)
  expect((await browser.call(getCurrentUser, {})).user.isAdmin).toBe(true)
})

test('a grant counts at the next request', async () => {
  const tenantId = await app.addTenant('11111111-2222-3333-4444-555555555555')
  const browser = await app.signIn('viewer')
  const { user } = await browser.call(getCurrentUser, {})
  expect((await browser.call(listTenants, {})).total).toBe(0)
  await app.people.grants.grantTenants(user.id, [tenantId], BY)
  expect((await browser.call(listTenants, {})).total).toBe(1)
  await app.people.grants.revokeTenants(user.id, [tenantId], BY)
  expect((await browser.call(listTenants, {})).total).toBe(0)
})

test('sweeping deletes ended sessions and no others', async () => {
  const ended = await app.signIn('viewer')
  const closed = await app.signIn('viewer')
  app.clock.advance({ hours: 7, minutes: 59 })
  await closed.call(signOut, { body: { reason: 'tab-closed' } })
  const alive = await app.signIn('viewer')
  app.clock.advance({ minutes: 1 })
  await app.people.sessions.sweep()
  expect(await app.database.handle.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  await alive.call(getPreferences, {})
  for (const browser of [ended, closed]) expect(await isSignedIn(browser)).toBe(false)
})

test('a sign-out clears the pages that the browser keeps, a closed tab does not', async () => {
  const browser = await app.signIn('viewer')
  const leave = async (payload: object) =>
    (await browser.request({ method: 'POST', url: signOut.path, payload })).headers[
      'clear-site-data'
    ]
  expect(await leave({ reason: 'tab-closed' })).toBeUndefined()
  expect(await leave({})).toBe('"cache"')
})

test.each([signInLocally.path, signOut.path, '/api/reports/shared/x/unlock'])(
  '%s, which needs no session, accepts 4 KB only',
  async (url) => {
    const payload = { username: 'x', password: 'y', passphrase: 'z', filling: 'x'.repeat(4_096) }
    const { statusCode } = await app.browser().request({ method: 'POST', url, payload })
    expect(statusCode).toBe(413)
  },
)

test('tests beside a simulated Microsoft shorten the grace of a closed tab', async () => {
  const environment = { MICROSOFT_ENDPOINT: 'http://127.0.0.1:4000', SESSION_GRACE_SECONDS: '5' }
  const hasty = await createTestApp({ environment })
  const [kept, ended] = [await hasty.signIn('viewer'), await hasty.signIn('viewer')]
  for (const browser of [kept, ended])
    await browser.call(signOut, { body: { reason: 'tab-closed' } })
  hasty.clock.advance({ seconds: 4 })
  expect(await isSignedIn(kept)).toBe(true)
  hasty.clock.advance({ seconds: 1 })
  expect(await isSignedIn(ended)).toBe(false)
  await hasty.close()
})
