import {
  getCurrentUser,
  getSignInOptions,
  signInLocally,
  signOut,
} from '@tenantscope/contract/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const password = 'Correct-Horse-7'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  const account = { username: 'admin', displayName: 'Ada', password }
  await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
})

const credentials = { username: 'admin', password }
const auditRows = () =>
  app.database.handle.db.selectFrom('loginAuditLog').selectAll().orderBy('id').execute()

test('an administrator signs in with a local account and receives their account data', async () => {
  const browser = app.browser()
  const { user } = await browser.call(signInLocally, { body: credentials })
  expect(user).toMatchObject({
    username: 'admin',
    displayName: 'Ada',
    authMethod: 'local',
    role: 'admin',
    isAdmin: true,
    adminRoles: ['System Administrator'],
    mustResetPassword: false,
  })
  expect(await browser.call(getCurrentUser, {})).toEqual({ user })
})

test('the cookie is HttpOnly and Lax, and the database holds only its hash', async () => {
  const browser = app.browser()
  const response = await browser.request({
    method: 'POST',
    url: '/api/auth/login',
    payload: credentials,
  })
  const header = String(response.headers['set-cookie'])
  expect(header).toMatch(/^tenantscope_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/u)
  const rows = await app.database.handle.db.selectFrom('sessions').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]!.id).toMatch(/^[0-9a-f]{64}$/u)
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('tenantscope_session'))
})

test('signing in again ends the session that came along and gives a new id', async () => {
  const browser = app.browser()
  await browser.call(signInLocally, { body: credentials })
  const first = browser.cookies.get('tenantscope_session')!
  await browser.call(signInLocally, { body: credentials })
  expect(browser.cookies.get('tenantscope_session')).not.toBe(first)
  const other = app.browser()
  other.cookies.set('tenantscope_session', first)
  expect(await other.refusal(getCurrentUser)).toMatchObject({ status: 401 })
})

describe('every no looks the same', () => {
  test.each([
    ['a wrong password', async () => ({ ...credentials, password: 'Wrong-Horse-7' })],
    ['an unknown name', async () => ({ ...credentials, username: 'unknown' })],
    [
      'the right password of a disabled administrator',
      async () => {
        const account = { username: 'second', displayName: null, password }
        const { id } = await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
        await app.people.users.setDisabled(id, true, BY)
        return { username: 'second', password }
      },
    ],
    [
      'the right password of a user without the administrator role',
      async () => {
        const account = { username: 'second', displayName: null, password }
        const { id } = await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
        await app.people.users.setRole(id, 'technician', BY)
        return { username: 'second', password }
      },
    ],
    [
      'the name of a person of Microsoft',
      async () => {
        const person = { tenantId: guidOf(1), microsoftId: guidOf(2), username: 'ms@x.example' }
        await app.people.users.addMicrosoft(
          { ...person, displayName: null, email: null },
          { role: 'admin', tenantAccess: 'list' },
          BY,
        )
        return { username: 'ms@x.example', password: '!' }
      },
    ],
    [
      'a password that is right in its first 72 bytes',
      async () => ({ ...credentials, password: `${password}${'x'.repeat(80)}` }),
    ],
    ['a name with a NUL', async () => ({ ...credentials, username: 'unknown\0here' })],
  ])('%s is a 401 without further word', async (_, given) => {
    const { status, body } = await app.browser().refusal(signInLocally, { body: await given() })
    const { code, message } = body
    expect({ status, code, message }).toEqual({
      status: 401,
      code: 'WRONG_CREDENTIALS',
      message: 'The user name or the password is wrong',
    })
  })
})

test('the user name is compared without regard to case', async () => {
  const { user } = await app
    .browser()
    .call(signInLocally, { body: { ...credentials, username: 'ADMIN' } })
  expect(user.username).toBe('admin')
})

test('a name is found as it is written, whatever letters it has', async () => {
  const account = { username: 'Özil', displayName: null, password }
  await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
  const { user } = await app.browser().call(signInLocally, { body: { username: 'Özil', password } })
  expect(user.username).toBe('Özil')
})

test.each([
  [{ username: '', password: 'x' }, 'body.username', 'Username is required'],
  [{ username: '   ', password: 'x' }, 'body.username', 'Username is required'],
  [{ username: 'x', password: '' }, 'body.password', 'Password is required'],
])('%o is bad input, named with the specification’s message', async (body, field, message) => {
  expect(await app.browser().refusal(signInLocally, { body })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', message, fields: [{ field, message }] },
  })
})

test('success and failure are written to the sign-in trail, with address and browser', async () => {
  const browser = app.browser({ ipAddress: '203.0.113.7' })
  await browser.refusal(
    signInLocally,
    { body: { ...credentials, password: 'no' } },
    { 'user-agent': 'Browser/1' },
  )
  await browser.call(signInLocally, { body: credentials }, { 'user-agent': 'Browser/1' })
  const [failure, success] = await auditRows()
  const origin = { method: 'local', ipAddress: '203.0.113.7', userAgent: 'Browser/1' }
  expect(failure).toMatchObject({ ...origin, success: false, email: 'admin', sessionId: null })
  expect(success).toMatchObject({ ...origin, success: true, email: 'admin', errorMessage: null })
  const session = await app.database.handle.db.selectFrom('sessions').select('id').execute()
  expect(success!.sessionId).toBe(session[0]!.id)
})

test('a refused attempt belongs to the account of that name, if there is one; the answers are the same', async () => {
  const person = await app.people.users.findByName('admin')
  const attempt = (username: string, ipAddress: string) =>
    app.browser({ ipAddress }).refusal(signInLocally, { body: { username, password: 'no' } })
  const known = await attempt('Admin', '203.0.113.7')
  const unknown = await attempt('unknown', '203.0.113.8')
  const { requestId: _known, ...knownBody } = known.body
  const { requestId: _unknown, ...unknownBody } = unknown.body
  expect([known.status, knownBody]).toEqual([unknown.status, unknownBody])
  for (let failures = 1; failures < 6; failures += 1) await attempt('admin', '203.0.113.7')
  expect(await auditRows()).toMatchObject([
    { email: 'Admin', userId: person?.user.id, errorMessage: 'wrong user name or password' },
    { email: 'unknown', userId: null },
    ...Array.from({ length: 4 }, () => ({ userId: person?.user.id })),
    { userId: person?.user.id, errorMessage: 'too many failed sign-ins' },
  ])
})

test('attempts that are held back leave one row an address and window, however many they are', async () => {
  const attempt = (ipAddress: string) =>
    app.browser({ ipAddress }).refusal(signInLocally, { body: { ...credentials, password: 'no' } })
  for (let failures = 0; failures < 5; failures += 1) await attempt('2001:db8::1')
  for (let tries = 0; tries < 3; tries += 1)
    expect((await attempt(`2001:db8::${tries}`)).status).toBe(429)
  const row = { success: false, method: 'local', email: 'admin', ipAddress: '2001:db8::0' }
  const written = (await auditRows()).slice(5)
  expect(written).toMatchObject([{ ...row, errorMessage: 'too many failed sign-ins' }])
  app.clock.advance({ minutes: 15 })
  for (let failures = 0; failures < 7; failures += 1) await attempt('2001:db8::1')
  expect(await auditRows()).toHaveLength(12)
})

test('no password and no session cookie is ever in the log', async () => {
  const browser = app.browser()
  await browser.call(signInLocally, { body: credentials })
  await browser.refusal(signInLocally, { body: { ...credentials, password: 'Wrong-Horse-7' } })
  const log = app.log.join('')
  expect(log).toContain('/api/auth/login')
  for (const secret of [password, 'Wrong-Horse-7', browser.cookies.get('tenantscope_session')!])
    expect(log).not.toContain(secret)
})

test('signing out ends the session at once', async () => {
  const browser = app.browser()
  await browser.call(signInLocally, { body: credentials })
  const cookie = browser.cookies.get('tenantscope_session')!
  expect(await browser.call(signOut, {})).toEqual({ message: 'Signed out' })
  expect(browser.cookies.size).toBe(0)
  browser.cookies.set('tenantscope_session', cookie)
  expect(await browser.refusal(getCurrentUser)).toMatchObject({ status: 401 })
})

const signedInAgo = (hours: number) =>
  app.database.handle.db
    .updateTable('microsoftConnection')
    .set({ lastSignInAt: new Date(app.clock.now().getTime() - hours * 3_600_000) })
    .execute()

describe('with localAuthFallback off', () => {
  const connection = { clientId: guidOf(5), clientSecret: 'a secret', tenantId: guidOf(6) }
  beforeEach(async () => {
    await app.database.handle.db.updateTable('settings').set({ localAuthFallback: false }).execute()
  })

  test('local sign-in is refused with a clear message while Microsoft works', async () => {
    await app.connect(connection)
    await signedInAgo(1)
    expect(await app.browser().refusal(signInLocally, { body: credentials })).toMatchObject({
      status: 403,
      body: { code: 'LOCAL_SIGN_IN_OFF' },
    })
    expect(await app.browser().call(getSignInOptions, {})).toEqual({
      microsoft: true,
      local: false,
      simulatedMicrosoft: false,
      refusal: null,
    })
  })

  test('refused attempts leave one row an address and window in the trail', async () => {
    await app.connect(connection)
    await signedInAgo(1)
    for (const ipAddress of ['203.0.113.7', '203.0.113.7', '203.0.113.8'])
      await app.browser({ ipAddress }).refusal(signInLocally, { body: credentials })
    const row = { success: false, email: 'admin', errorMessage: 'local sign-in is switched off' }
    expect(await auditRows()).toMatchObject([
      { ...row, ipAddress: '203.0.113.7' },
      { ...row, ipAddress: '203.0.113.8' },
    ])
    app.clock.advance({ minutes: 15 })
    await app.browser({ ipAddress: '203.0.113.7' }).refusal(signInLocally, { body: credentials })
    expect(await auditRows()).toHaveLength(3)
  })

  test.each([
    ['no connection is stored', async () => {}],
    ['no user has signed in with Microsoft yet', () => app.connect(connection)],
    [
      'the tenants are read, but no user has signed in with Microsoft yet',
      async () => {
        await app.connect(connection)
        const lastSuccessAt = app.clock.now()
        await app.database.handle.db
          .updateTable('microsoftConnection')
          .set({ lastSuccessAt })
          .execute()
      },
    ],
    [
      'no user has signed in with Microsoft for a day',
      async () => {
        await app.connect(connection)
        await signedInAgo(24)
      },
    ],
  ])('it opens by itself while %s, and says so in the log', async (_, prepare) => {
    await prepare()
    expect(await app.browser().call(getSignInOptions, {})).toMatchObject({ local: true })
    await app.browser().call(signInLocally, { body: credentials })
    expect(app.log.join('')).toContain('no Microsoft sign-in succeeded')
  })
})
