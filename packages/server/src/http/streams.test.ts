import { setTimeout as wait } from 'node:timers/promises'

import { signOut } from '@tenantscope/contract/auth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { watchEvents } from '../features/notifications/notifications.jobs.ts'
import { NO_SOURCE, OPERATOR } from '../lib/operator.ts'
import { portOf } from '../testing/port-of.ts'
import { createTestApp } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { TestBrowser } from '../testing/test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await createTestApp({ heartbeatMs: 100 })
  await app.app.server.fastify.listen({ port: 0, host: '127.0.0.1' })
  const port = portOf(app.app.server.fastify.server.address())
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => app.close())
beforeEach(() => app.reset())

const leaving: AbortController[] = []
afterEach(() => {
  for (const each of leaving.splice(0)) each.abort()
})

async function openStream(browser: TestBrowser, at = origin) {
  const leave = new AbortController()
  leaving.push(leave)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${at}/api/events`, { headers: { cookie }, signal: leave.signal })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  return {
    answer,
    /** Reads until the text is there. */
    async until(text: string): Promise<void> {
      for (let heard = ''; !heard.includes(text);) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`the stream ended before it said ${text}`)
        heard += value
      }
    },
    /** True when the stream ends within two seconds. */
    async ends(): Promise<boolean> {
      const end = (async () => {
        while (!(await reader.read()).done);
        return true
      })()
      return Promise.race([end, wait(2_000, false)])
    },
  }
}

test('a stream greets with the build of the web app', async () => {
  const stream = await openStream(await app.signIn('viewer'))
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.answer.headers.get('cache-control')).toBe('no-store')
  await stream.until('event: hello\ndata: {"type":"hello","build":"none"}')
})

test('signing out ends the open streams of that session and of no other', async () => {
  const [browser, other] = [await app.signIn('viewer'), await app.signIn('viewer')]
  const [stream, untouched] = [await openStream(browser), await openStream(other)]
  await Promise.all([stream.until('hello'), untouched.until('hello')])
  await browser.call(signOut, {})
  expect(await stream.ends()).toBe(true)
  expect(await untouched.ends()).toBe(false)
})

test('disabling a person ends their open streams', async () => {
  const browser = await app.signIn('viewer')
  const stream = await openStream(browser)
  await stream.until('hello')
  const [person] = await app.people.users.list()
  await app.people.users.setDisabled(person!.id, true, BY)
  expect(await stream.ends()).toBe(true)
})

test('a stream never prolongs its session', async () => {
  const browser = await app.signIn('viewer')
  app.clock.advance({ hours: 7 })
  const stream = await openStream(browser)
  await stream.until('hello')
  app.clock.advance({ hours: 1 })
  expect((await browser.request({ url: '/api/auth/me' })).statusCode).toBe(401)
})

test('a stream ends with its session', async () => {
  const stream = await openStream(await app.signIn('viewer'))
  await stream.until('hello')
  app.clock.advance({ hours: 8 })
  expect(await stream.ends()).toBe(true)
})

test('a stream that stays open shows that another tab is there: the session goes on', async () => {
  const browser = await app.signIn('viewer')
  const stream = await openStream(browser)
  await stream.until('hello')
  await browser.call(signOut, { body: { reason: 'tab-closed' } })
  await stream.until('heartbeat')
  await stream.until('heartbeat')
  app.clock.advance({ minutes: 1 })
  expect((await browser.request({ url: '/api/auth/me' })).statusCode).toBe(200)
})

test('what is new to a person comes by the stream at once', async () => {
  const tenantId = await app.addTenant('11111111-2222-3333-4444-555555555555', 'Contoso')
  const admin = await openStream(await app.signIn('admin'))
  await admin.until('hello')
  await app.database.handle.db
    .updateTable('tenants')
    .set({ consentLostAt: app.clock.now() })
    .where('id', '=', tenantId)
    .execute()
  await app.jobs.send(watchEvents, {})
  await admin.until('Contoso withdrew its consent')
  expect(admin.answer.status).toBe(200)
})

test('draining says so to the probes, ends the streams and lets other calls be answered', async () => {
  const database = app.database
  const draining = await createTestApp({ database })
  await draining.app.server.fastify.listen({ port: 0, host: '127.0.0.1' })
  const port = portOf(draining.app.server.fastify.server.address())
  const browser = await draining.signIn('viewer')
  const stream = await openStream(browser, `http://127.0.0.1:${port}`)
  await stream.until('hello')
  expect((await draining.browser().request({ url: '/readyz' })).statusCode).toBe(200)
  draining.app.drain()
  const ready = await draining.browser().request({ url: '/readyz' })
  expect([ready.statusCode, ready.body]).toEqual([503, 'draining\n'])
  expect(await stream.ends()).toBe(true)
  expect((await browser.request({ url: '/api/auth/me' })).statusCode).toBe(200)
  await draining.close()
})
