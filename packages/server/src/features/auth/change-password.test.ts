import { changePassword, getPreferences } from '@tenantscope/contract/account'
import { getCurrentUser, signInLocally, signOut } from '@tenantscope/contract/auth'
import { listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const currentPassword = 'Correct-Horse-7'
const newPassword = 'Better-Horse-8'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.reset())

async function addAdmin({ mustResetPassword = false } = {}) {
  const account = { username: 'admin', displayName: null, password: currentPassword }
  await app.people.users.addLocal(account, { mustResetPassword }, BY)
}

async function signInAs(password: string): Promise<TestBrowser> {
  const browser = app.browser()
  await browser.call(signInLocally, { body: { username: 'admin', password } })
  return browser
}

test('a person changes their password: this session goes on under a new id, the others end', async () => {
  await addAdmin()
  const [own, other] = [await signInAs(currentPassword), await signInAs(currentPassword)]
  const before = own.cookies.get('tenantscope_session')!
  await own.call(changePassword, { body: { currentPassword, newPassword } })
  expect(own.cookies.get('tenantscope_session')).not.toBe(before)
  await own.call(getCurrentUser, {})
  expect((await other.refusal(getCurrentUser)).status).toBe(401)
  const old = app.browser()
  old.cookies.set('tenantscope_session', before)
  expect((await old.refusal(getCurrentUser)).status).toBe(401)
  await signInAs(newPassword)
})

test('a new id does not prolong the session beyond 24 hours from its sign-in', async () => {
  await addAdmin()
  const browser = await signInAs(currentPassword)
  app.clock.advance({ hours: 7 })
  await browser.call(changePassword, { body: { currentPassword, newPassword } })
  for (const hours of [7, 7]) {
    app.clock.advance({ hours })
    await browser.call(getCurrentUser, {})
  }
  app.clock.advance({ hours: 3 })
  expect((await browser.refusal(getCurrentUser)).status).toBe(401)
})

test.each([
  [
    { currentPassword: 'Wrong-Horse-7', newPassword },
    'body.currentPassword',
    'Current password is incorrect',
  ],
  [{ currentPassword: '', newPassword }, 'body.currentPassword', 'Current password is required'],
  [
    { currentPassword, newPassword: 'Short-1a' },
    'body.newPassword',
    'Password must be at least 12 characters',
  ],
  [
    { currentPassword, newPassword: 'all-lower-case-1' },
    'body.newPassword',
    'Must include at least one uppercase letter',
  ],
  [
    { currentPassword, newPassword: 'Qwerty-123456' },
    'body.newPassword',
    'Password is one of the most common passwords',
  ],
  [
    { currentPassword, newPassword: currentPassword },
    'body.newPassword',
    'New password must differ from the current one',
  ],
])('%o is refused at %s and changes nothing', async (body, field, message) => {
  await addAdmin()
  const browser = await signInAs(currentPassword)
  expect(await browser.refusal(changePassword, { body })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', message, fields: [{ field, message }] },
  })
  await signInAs(currentPassword)
})

test('guessing the current password is limited like signing in', async () => {
  await addAdmin()
  const browser = await signInAs(currentPassword)
  const body = { currentPassword: 'Wrong-Horse-7', newPassword }
  for (let failures = 0; failures < 5; failures += 1)
    expect((await browser.refusal(changePassword, { body })).status).toBe(400)
  expect((await browser.refusal(changePassword, { body })).status).toBe(429)
})

test('a person of Microsoft cannot change a password here', async () => {
  const browser = await app.signIn('admin')
  const body = { currentPassword, newPassword }
  expect(await browser.refusal(changePassword, { body })).toMatchObject({
    status: 403,
    body: { message: 'Microsoft users manage passwords through Microsoft 365' },
  })
})

test('who must choose a new password can do that, see who they are and sign out, and nothing else', async () => {
  await addAdmin({ mustResetPassword: true })
  const browser = await signInAs(currentPassword)
  expect((await browser.call(getCurrentUser, {})).user.mustResetPassword).toBe(true)
  for (const endpoint of [getPreferences, listTenants])
    expect(await browser.refusal(endpoint)).toMatchObject({
      status: 403,
      body: { code: 'PASSWORD_RESET_REQUIRED' },
    })
  for (const url of ['/api/openapi.json', '/api/docs/'])
    expect((await browser.request({ url })).statusCode).toBe(403)
  await browser.call(changePassword, { body: { currentPassword, newPassword } })
  expect((await browser.call(getCurrentUser, {})).user.mustResetPassword).toBe(false)
  await browser.call(listTenants, {})
  await browser.call(signOut, {})
})

test('the change is written to the audit trail, without any password', async () => {
  await addAdmin()
  const browser = await signInAs(currentPassword)
  await browser.call(changePassword, { body: { currentPassword, newPassword } })
  const rows = await app.database.handle.db.selectFrom('securityAuditLog').selectAll().execute()
  expect(rows.at(-1)).toMatchObject({
    type: 'password',
    action: 'password changed',
    changedBy: 'admin',
    targetUser: 'admin',
    ipAddress: '127.0.0.1',
  })
  const everything = JSON.stringify(rows) + app.log.join('')
  for (const secret of [currentPassword, newPassword]) expect(everything).not.toContain(secret)
})
