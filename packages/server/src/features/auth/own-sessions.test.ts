import { getCurrentUser } from '@tenantscope/contract/auth'
import { endOtherSessions, endOwnSession, listOwnSessions } from '@tenantscope/contract/own-account'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.reset())

/** The same person in another browser. */
async function again(browser: TestBrowser, userAgent: string, ipAddress = '203.0.113.7') {
  const { user } = await browser.call(getCurrentUser, {})
  const source = { ipAddress, userAgent }
  const { cookie } = await app.people.sessions.start(user.id, {
    source,
    replaced: null,
    authenticatedAt: app.clock.now(),
  })
  const other = app.browser()
  other.cookies.set('tenantscope_session', cookie)
  return other
}

const list = async (browser: TestBrowser) => (await browser.call(listOwnSessions, {})).sessions
const isSignedIn = async (browser: TestBrowser) =>
  (await browser.request({ url: '/api/auth/me' })).statusCode === 200
const trail = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'changedBy', 'targetUserId', 'ipAddress'])
    .where('action', 'in', ['session ended', 'signed out elsewhere'])
    .execute()

test('a person sees their own open sessions, this one first, with where and when', async () => {
  const own = await app.signIn('viewer')
  await app.signIn('viewer')
  const signedInAt = app.clock.now().toISOString()
  app.clock.advance({ minutes: 5 })
  await again(own, 'Browser/2')
  const seenAt = app.clock.now().toISOString()
  const sessions = await list(own)
  expect(sessions).toMatchObject([
    { isCurrent: true, userAgent: 'tests', ipAddress: '127.0.0.1', createdAt: signedInAt },
    { isCurrent: false, userAgent: 'Browser/2', ipAddress: '203.0.113.7', createdAt: seenAt },
  ])
  for (const { id } of sessions) expect(id).toMatch(/^[0-9a-f]{16}$/u)
})

test('sessions that have ended are not shown, swept or not', async () => {
  const own = await app.signIn('viewer')
  const closed = await again(own, 'closed')
  await closed.request({
    method: 'POST',
    url: '/api/auth/logout',
    payload: { reason: 'tab-closed' },
  })
  app.clock.advance({ seconds: 30 })
  expect(await list(own)).toHaveLength(1)
  const idle = await again(own, 'idle')
  app.clock.advance({ hours: 5 })
  expect(await list(own)).toHaveLength(2)
  app.clock.advance({ hours: 3 })
  expect(await list(own)).toHaveLength(1)
  expect(await isSignedIn(idle)).toBe(false)
})

test('signing out elsewhere ends the user’s other sessions and no other user’s', async () => {
  const own = await app.signIn('technician')
  const others = [await again(own, 'a'), await again(own, 'b')]
  const stranger = await app.signIn('technician')
  expect(await own.call(endOtherSessions, {})).toEqual({ ended: 2 })
  expect(await Promise.all([own, stranger, ...others].map(isSignedIn))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const { user } = await own.call(getCurrentUser, {})
  expect(await trail()).toEqual([
    {
      action: 'signed out elsewhere',
      changedBy: user.username,
      targetUserId: user.id,
      ipAddress: '127.0.0.1',
    },
  ])
})

test('with no other session there is nothing to end and nothing to write down', async () => {
  const own = await app.signIn('viewer')
  expect(await own.call(endOtherSessions, {})).toEqual({ ended: 0 })
  expect(await trail()).toEqual([])
})

test('one session is ended by what the list names it, with its streams', async () => {
  const own = await app.signIn('viewer')
  const [gone, stays] = [await again(own, 'gone'), await again(own, 'stays')]
  const stored = await app.database.handle.db
    .selectFrom('sessions')
    .select('id')
    .where('userAgent', '=', 'gone')
    .executeTakeFirstOrThrow()
  let hasEnded = false
  app.people.sessions.onEnd(stored.id, () => {
    hasEnded = true
  })
  const listening = await app.people.sessions.listen()
  const { id: sessionId } = (await list(own)).find(({ userAgent }) => userAgent === 'gone')!
  await own.call(endOwnSession, { params: { sessionId } })
  await expect.poll(() => hasEnded).toBe(true)
  await listening.close()
  expect(await Promise.all([own, gone, stays].map(isSignedIn))).toEqual([true, false, true])
  expect(await trail()).toMatchObject([{ action: 'session ended' }])
  expect((await own.refusal(endOwnSession, { params: { sessionId } })).status).toBe(404)
})

test('the session in use is not ended by this call', async () => {
  const own = await app.signIn('viewer')
  const [{ id: sessionId } = { id: '' }] = await list(own)
  expect(await own.refusal(endOwnSession, { params: { sessionId } })).toMatchObject({ status: 409 })
  expect(await isSignedIn(own)).toBe(true)
})

test.each(['0123456789abcdef', 'ABCDEF0123456789', '0123', '%25'])(
  'a session named %s is not there',
  async (sessionId) => {
    const own = await app.signIn('viewer')
    expect((await own.refusal(endOwnSession, { params: { sessionId } })).status).toBe(404)
  },
)

test("another user's session is not found, as one that never existed", async () => {
  const [own, other] = [await app.signIn('admin'), await app.signIn('viewer')]
  const [{ id: sessionId } = { id: '' }] = await list(other)
  const refusal = await own.refusal(endOwnSession, { params: { sessionId } })
  expect([refusal.status, refusal.body.message]).toEqual([404, 'This session has already ended'])
  expect(await isSignedIn(other)).toBe(true)
})
