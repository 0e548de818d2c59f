import { signInLocally } from '@tenantscope/contract/auth'
import { getCurrentUser } from '@tenantscope/contract/auth'
import { endpoint } from '@tenantscope/contract/endpoint'
import { TenantId } from '@tenantscope/contract/ids'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import { installFakeServer } from '../testing/fake-server.ts'
import { administrator } from '../testing/people.ts'
import { ApiError } from './api-error.ts'
import { addressOf, call } from './api.ts'
import { isOutOfReach } from './connection.ts'
import { hasNewVersion } from './new-version.ts'
import { onSessionEnded } from './session-ended.ts'

const rename = endpoint({
  name: 'rename',
  summary: 'Renames a thing',
  method: 'POST',
  path: '/api/things/:thingId/name',
  access: 'signedIn',
  params: z.object({ thingId: z.string() }),
  query: z.object({ dry: z.boolean().optional(), note: z.string().optional() }),
  body: z.object({ name: z.string() }),
  reply: z.object({ at: z.iso.datetime().transform((text) => new Date(text)) }),
})

const poll = endpoint({
  name: 'poll',
  summary: 'Asks again and again',
  method: 'GET',
  path: '/api/poll',
  access: 'signedIn',
  background: true,
  reply: z.object({}),
})

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  if (error instanceof ApiError) return error
  throw new Error('The call was answered', { cause: error })
}

test('a call fills path, query and body as the contract names them and answers with the parsed reply', async () => {
  const server = installFakeServer()
  server.answer(rename, { at: '2026-11-20T10:00:00Z' })
  const reply = await call(rename, {
    params: { thingId: 'a/b ü' },
    query: { dry: true },
    body: { name: 'New' },
  })
  expect(reply.at).toEqual(new Date('2026-11-20T10:00:00Z'))
  const [request] = server.requestsTo(rename)
  expect(request).toMatchObject({ params: { thingId: 'a/b ü' }, body: { name: 'New' } })
  expect(request?.query.toString()).toBe('dry=true')
  expect(request?.headers.get('Content-Type')).toBe('application/json')
})

test('an address for the browser carries its parts encoded', () => {
  const tenantId = TenantId.parse('AAAAAAAA-0000-4000-8000-000000000001')
  expect(addressOf(getTenantDetails, { params: { tenantId } })).toBe(
    '/api/tenants/aaaaaaaa-0000-4000-8000-000000000001/details',
  )
  expect(
    addressOf(rename, { params: { thingId: '1' }, query: { note: 'a&b' }, body: { name: '' } }),
  ).toBe('/api/things/1/name?note=a%26b')
})

test('only background calls are marked as calls without a user action', async () => {
  const server = installFakeServer()
  server.answer(getCurrentUser, { user: administrator })
  server.answer(poll, {})
  await call(getCurrentUser)
  await call(getCurrentUser, {}, { background: true })
  await call(poll)
  expect(server.requestsTo(getCurrentUser).map(backgroundMark)).toEqual([null, '1'])
  expect(server.requestsTo(poll).map(backgroundMark)).toEqual(['1'])
})

test("a refusal carries the status and text in its message and the server's sentence for people", async () => {
  const server = installFakeServer()
  server.refuse(poll, { status: 409, code: 'CONFLICT', message: 'Changed by Megan.' })
  const error = await failureOf(call(poll))
  expect(error).toMatchObject({ status: 409, userMessage: 'Changed by Megan.' })
  expect(error.message).toMatch(/^409: \{.*"code":"CONFLICT"/)
  expect(error.body?.requestId).toBe('request-1')
})

test.each([
  ['<html>Bad gateway</html>', '502: <html>Bad gateway</html>'],
  ['', '502: Bad Gateway'],
])('an answer that is not ours (%j) still names status and text', async (text, message) => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(text, { status: 502, statusText: 'Bad Gateway' })),
  )
  const error = await failureOf(call(poll))
  expect(error.message).toBe(message)
  expect(error.body).toBeNull()
  expect(error.userMessage).toBe('Something went wrong. Please try again.')
})

test.each([
  ['a proxy without a server behind it', new Response('Bad Gateway', { status: 502 }), true],
  ['a server that refuses', Response.json({ error: 'Starting' }, { status: 503 }), false],
  ['a missing page of the server', new Response('Not found', { status: 404 }), false],
])('after the response of %s the server counts as unreachable: %s', async (_, response, isLost) => {
  vi.stubGlobal('fetch', () => Promise.resolve(response))
  await call(getCurrentUser).catch(() => undefined)
  expect(isOutOfReach.get()).toBe(isLost)
})

test('a call without any answer has status 0 and says that the server cannot be reached', async () => {
  const server = installFakeServer()
  server.cut(poll)
  const error = await failureOf(call(poll))
  expect(error.status).toBe(0)
  expect(error.userMessage).toContain('cannot be reached')
})

test('a call that was given up rejects with the abort, not with a failure to show', async () => {
  const server = installFakeServer()
  server.answer(poll, {})
  const given = new AbortController()
  vi.stubGlobal('fetch', () => {
    given.abort()
    return Promise.reject(new DOMException('Given up', 'AbortError'))
  })
  await expect(call(poll, {}, { signal: given.signal })).rejects.toHaveProperty(
    'name',
    'AbortError',
  )
})

test('an answer that breaks the contract is a failure, never data', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: { id: 'x' } })))
  expect((await failureOf(call(getCurrentUser))).message).toBe(
    '200: invalid response from getCurrentUser',
  )
})

test('a 401 ends the session, but wrong credentials do not', async () => {
  const server = installFakeServer()
  const ended = vi.fn<() => void>()
  const stop = onSessionEnded(ended)
  const wrong = { status: 401, code: 'WRONG_CREDENTIALS', message: 'Wrong' } as const
  server.refuse(signInLocally, wrong)
  server.refuse(rename, wrong)
  await failureOf(call(signInLocally, { body: { username: 'a', password: 'b' } }))
  await failureOf(call(rename, { params: { thingId: '1' }, body: { name: 'x' } }))
  expect(ended).not.toHaveBeenCalled()
  server.refuse(poll, { status: 401, code: 'SIGN_IN_REQUIRED', message: 'Please sign in.' })
  await failureOf(call(poll))
  expect(ended).toHaveBeenCalledTimes(1)
  stop()
})

test('an answer from another build raises the notice; the own build and none do not', async () => {
  document.head.innerHTML = '<meta name="tenantscope-build" content="build-1">'
  const server = installFakeServer()
  server.answer(poll, {})
  await call(poll)
  server.setBuild('build-1')
  await call(poll)
  expect(hasNewVersion.get()).toBe(false)
  server.setBuild('build-2')
  await call(poll)
  expect(hasNewVersion.get()).toBe(true)
})

function backgroundMark({ headers }: { headers: Headers }): string | null {
  return headers.get('X-Background')
}
