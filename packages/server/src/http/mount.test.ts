import { connect } from 'node:net'

import { endpoint } from '@tenantscope/contract/endpoint'
import { ErrorBody } from '@tenantscope/contract/errors'
import { TenantId, UserId } from '@tenantscope/contract/ids'
import { Role } from '@tenantscope/contract/roles'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import type { Actor } from '../lib/actor.ts'
import { AppError } from '../lib/app-error.ts'
import { systemClock } from '../lib/clock.ts'
import { createLogger } from '../lib/logger.ts'
import { createMetrics } from '../lib/metrics.ts'
import { grantTenantAccess } from '../lib/tenant-access.ts'
import { portOf } from '../testing/port-of.ts'
import { createHttpServer } from './create-server.ts'
import type { HttpDeps, HttpServer } from './http-server.ts'
import { mount } from './mount.ts'
import { addWebApp, readWebApp } from './web-app.ts'

let open: FastifyInstance | undefined
afterEach(() => open?.close())

async function serve(
  mountCalls: (server: HttpServer) => void,
  config: Partial<HttpDeps['config']> = {},
  deps: Partial<HttpDeps> = {},
) {
  const log: string[] = []
  const server = await createHttpServer({
    config: {
      publicUrl: new URL('http://localhost:3000'),
      hstsIncludesSubdomains: false,
      trustProxy: null,
      tls: null,
      ...config,
    },
    logger: createLogger({ level: 'info' }, { write: (line: string) => log.push(line) }),
    clock: systemClock,
    metrics: createMetrics(),
    webBuild: 'build-1',
    resolveActor: async (cookie) => actorOf(cookie),
    takeBudget: async () => null,
    grantTenant: async () => null,
    noteOpening: async () => undefined,
    onSessionEnd: () => () => undefined,
    ...deps,
  })
  mountCalls(server)
  await addWebApp(server, readWebApp('/nowhere'))
  open = server.fastify
  return { fastify: server.fastify, log }
}

const actorOf = (cookie: string): Actor => ({
  userId: UserId.parse(1),
  username: cookie,
  role: Role.parse(cookie),
  seesAllTenants: false,
  mustResetPassword: false,
  mustSetUpSecondFactor: false,
  sessionId: 'session',
  authenticatedAt: new Date(),
})

const echo = endpoint({
  name: 'echo',
  summary: 'Says what it heard',
  method: 'POST',
  path: '/api/echo/:id',
  access: 'public',
  params: z.object({ id: z.coerce.number('A number is required') }),
  query: z.object({ loud: z.stringbool().optional() }),
  body: z.object({ text: z.string().min(1, 'Text is required') }),
  reply: z.object({ id: z.number(), text: z.string(), loud: z.boolean() }),
})
const mountEcho = (server: HttpServer) =>
  mount(server, echo, ({ params, query, body }) => ({ ...params, ...body, loud: !!query.loud }))

const post = (fastify: FastifyInstance, payload: string | object, headers = {}) =>
  fastify.inject({ method: 'POST', url: '/api/echo/7', payload, headers })

test('a call gets its parts parsed and its reply sent', async () => {
  const { fastify } = await serve(mountEcho)
  const response = await fastify.inject({
    method: 'POST',
    url: '/api/echo/7?loud=true',
    payload: { text: 'hi' },
  })
  expect([response.statusCode, response.json()]).toEqual([200, { id: 7, text: 'hi', loud: true }])
})

describe('a tenant that the body names', () => {
  const about = endpoint({
    name: 'about',
    summary: 'Says which tenant it was granted',
    method: 'POST',
    path: '/api/about',
    access: 'signedIn',
    tenantScoped: true,
    tenantIn: 'body',
    maxBodyBytes: 200,
    body: z.object({ tenantId: z.string('Tenant ID is required'), text: z.string().default('') }),
    reply: z.object({ tenantId: z.string() }),
  })
  const granted = TenantId.parse('11111111-2222-3333-4444-555555555555')
  const ask = async (body: object, cookie = 'viewer') => {
    const { fastify } = await serve(
      (server) => mount(server, about, ({ tenant: { tenantId } }) => ({ tenantId })),
      {},
      { grantTenant: async (_, id) => (id === granted ? grantTenantAccess(granted) : null) },
    )
    const headers = cookie === '' ? {} : { cookie: `tenantscope_session=${cookie}` }
    return fastify.inject({ method: 'POST', url: '/api/about', payload: body, headers })
  }

  test('is granted before the handler, or answers as one that does not exist', async () => {
    expect((await ask({ tenantId: granted })).json()).toEqual({ tenantId: granted })
    for (const tenantId of ['22222222-2222-3333-4444-555555555555', 'none', '']) {
      const response = await ask({ tenantId })
      expect([response.statusCode, response.json<ErrorBody>().message]).toEqual([
        404,
        'Tenant not found',
      ])
    }
  })

  test('is named when it is missing, and requests without a session are refused before', async () => {
    const response = await ask({})
    expect(response.statusCode).toBe(400)
    expect(response.json<ErrorBody>().message).toBe('Tenant ID is required')
    expect((await ask({ tenantId: granted }, '')).statusCode).toBe(401)
  })

  test('is not looked for in a body that is longer than the call takes', async () => {
    const response = await ask({ tenantId: granted, text: 'x'.repeat(200) })
    expect(response.statusCode).toBe(413)
  })
})

test('bad input is named part by part, with the message of the schema, and reaches no handler', async () => {
  let calls = 0
  const { fastify } = await serve((server) =>
    mount(server, echo, () => {
      calls += 1
      return { id: 1, text: '', loud: false }
    }),
  )
  const response = await fastify.inject({
    method: 'POST',
    url: '/api/echo/x?loud=perhaps',
    payload: { text: '' },
  })
  expect(response.statusCode).toBe(400)
  const body = ErrorBody.parse(response.json())
  expect(body).toMatchObject({ code: 'BAD_REQUEST', message: 'A number is required' })
  expect(body.error).toBe(body.message)
  expect(body.fields!.map(({ field }) => field)).toEqual(['params.id', 'query.loud', 'body.text'])
  expect(body.fields).toContainEqual({ field: 'body.text', message: 'Text is required' })
  expect(calls).toBe(0)
})

describe('what is no proper request is refused in the one shape', () => {
  const json = { 'content-type': 'application/json' }
  test.each([
    ['malformed JSON', '{"text":', json, 400, 'BAD_REQUEST'],
    ['a body that reaches for prototypes', '{"__proto__":{"x":1}}', json, 400, 'BAD_REQUEST'],
    [
      'a body that reaches for constructors',
      '{"constructor":{"prototype":{"x":1}}}',
      json,
      400,
      'BAD_REQUEST',
    ],
    ['no body', '', json, 400, 'BAD_REQUEST'],
    ['a list instead of an object', '[]', json, 400, 'BAD_REQUEST'],
    ['text', 'text=hi', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a form, which another site could send',
      'text=hi',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['too much', JSON.stringify({ text: 'x'.repeat(300_000) }), json, 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s', async (_, payload, headers, status, code) => {
    const { fastify } = await serve(mountEcho)
    const response = await post(fastify, payload, headers)
    expect([response.statusCode, ErrorBody.parse(response.json()).code]).toEqual([status, code])
  })

  test.each([
    ['GET', '/api/nothing', 404, 'NOT_FOUND'],
    ['GET', '/api', 404, 'NOT_FOUND'],
    ['GET', '/api/echo/7', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/api/echo/7', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/dashboard', 404, 'NOT_FOUND'],
    ['GET', '/api/echo/%zz', 400, 'BAD_REQUEST'],
    ['GET', '/assets/old-build.js', 404, 'NOT_FOUND'],
  ] as const)('%s %s', async (method, url, status, code) => {
    const { fastify } = await serve(mountEcho)
    const response = await fastify.inject({ method, url })
    expect(response.statusCode).toBe(status)
    expect(ErrorBody.parse(response.json()).code).toBe(code)
    expect(response.headers['allow']).toBe(status === 405 ? 'POST' : undefined)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('nothing of the inside leaves', () => {
  test('an unexpected failure is INTERNAL with a request id, and is logged', async () => {
    const { fastify, log } = await serve((server) =>
      mount(server, echo, () => {
        throw new Error('relation "users" at 10.0.0.3 says hunter2')
      }),
    )
    const response = await post(fastify, { text: 'hi' })
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('hunter2')
    const body = ErrorBody.parse(response.json())
    expect(body).toMatchObject({ code: 'INTERNAL', requestId: response.headers['x-request-id'] })
    expect(log.find((line) => line.includes('hunter2'))).toContain(body.requestId)
  })

  test('a reply that does not fit its contract is not sent, and its values are not logged', async () => {
    const { fastify, log } = await serve((server) =>
      mount(server, echo, () => ({ id: Number.NaN, text: 'private', loud: true })),
    )
    const response = await post(fastify, { text: 'hi' })
    expect([response.statusCode, ErrorBody.parse(response.json()).code]).toEqual([500, 'INTERNAL'])
    expect(response.body + log.join('')).not.toContain('private')
    expect(log.join('')).toContain('id: invalid_type')
  })

  test('what a reply has beyond its contract is cut off', async () => {
    const { fastify } = await serve((server) =>
      mount(server, echo, () => ({ id: 1, text: 'x', loud: true, secret: 'hash' })),
    )
    expect((await post(fastify, { text: 'hi' })).json()).toEqual({ id: 1, text: 'x', loud: true })
  })

  test('the log names the route template, never the address or its query', async () => {
    const { fastify, log } = await serve(mountEcho)
    await fastify.inject({
      method: 'POST',
      url: '/api/echo/7?token=secret',
      payload: { text: 'x' },
    })
    await fastify.inject({ url: '/api/shared/secret-token' })
    await fastify.inject({ url: '/tenant/secret' })
    expect(log.join('')).toContain('"route":"/api/echo/:id"')
    expect(log.join('')).not.toContain('secret')
  })

  test('a secret that is logged by its name is cut out, at any usual depth', async () => {
    const lines: string[] = []
    const logger = createLogger({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const cause = Object.assign(new Error('inner'), { body: 'hunter2' })
    logger.info({ password: 'hunter2', body: { clientSecret: 'hunter2' } }, 'x')
    logger.info(
      { deep: { body: { access_token: 'hunter2' } }, headers: { cookie: 'hunter2' } },
      'x',
    )
    logger.error({ err: Object.assign(new Error('outer', { cause }), { row: 'hunter2' }) }, 'x')
    expect(lines.join('')).not.toContain('hunter2')
    expect(lines.join('')).toContain('inner')
  })
})

test('a refusal by a rule keeps its code, its message and when to come back', async () => {
  const { fastify } = await serve((server) =>
    mount(server, echo, () => {
      throw new AppError('TOO_MANY_ATTEMPTS', 'Later, please', { retryAfterSeconds: 9 })
    }),
  )
  const response = await post(fastify, { text: 'hi' })
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '9'])
  expect(response.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', message: 'Later, please' })
})

test('who may not call does not get to send a body', async () => {
  const closed = endpoint({ ...echo, path: '/api/closed', params: z.object({}), access: 'admin' })
  const { fastify } = await serve((server) =>
    mount(server, closed, () => ({ id: 1, text: '', loud: false })),
  )
  const ask = (cookie: string) =>
    fastify.inject({
      method: 'POST',
      url: '/api/closed',
      payload: '{"text":',
      headers: { 'content-type': 'application/json', cookie },
    })
  expect((await ask('')).statusCode).toBe(401)
  expect((await ask('tenantscope_session=viewer')).statusCode).toBe(403)
  expect((await ask('tenantscope_session=admin')).statusCode).toBe(400)
})

describe('a dangerous act asks for a sign-in of the last 10 minutes', () => {
  const erase = endpoint({
    // As SENSITIVE_ACTS names it.
    name: 'eraseTenant',
    summary: 'Erases everything',
    method: 'POST',
    path: '/api/erase',
    access: 'admin',
    reply: z.object({ isErased: z.boolean() }),
  })
  const eraseAs = async (cookie: string, ageMinutes: number) => {
    let calls = 0
    const { fastify } = await serve(
      (server) =>
        mount(server, erase, () => {
          calls += 1
          return { isErased: true }
        }),
      {},
      {
        resolveActor: async () => ({
          ...actorOf(cookie),
          authenticatedAt: new Date(Date.now() - ageMinutes * 60_000),
        }),
      },
    )
    const response = await fastify.inject({
      method: 'POST',
      url: '/api/erase',
      headers: { cookie: `tenantscope_session=${cookie}` },
    })
    return { response, calls }
  }

  test('a fresh one is let through', async () => {
    const { response, calls } = await eraseAs('admin', 9)
    expect([response.statusCode, calls]).toEqual([200, 1])
  })

  test('an older session must sign in again, and nothing is changed', async () => {
    const { response, calls } = await eraseAs('admin', 11)
    expect(response.statusCode).toBe(403)
    expect(ErrorBody.parse(response.json()).code).toBe('FRESH_SIGN_IN_REQUIRED')
    expect(calls).toBe(0)
  })

  test('who may not do it at all is not asked to sign in again', async () => {
    const { response } = await eraseAs('technician', 11)
    expect(ErrorBody.parse(response.json()).code).toBe('FORBIDDEN')
  })
})

test('a page that a popup comes back to loads nothing and stays reachable for its opener', async () => {
  const page = endpoint({
    name: 'page',
    summary: 'A page',
    method: 'GET',
    path: '/api/page',
    access: 'public',
    kind: 'page',
    query: z.object({ away: z.string().optional() }),
    reply: z.undefined(),
  })
  const { fastify } = await serve((server) =>
    mount(server, page, ({ query }) =>
      query.away === undefined
        ? { html: '<!doctype html><title>Done</title>', nonce: 'abc' }
        : { location: '/api/page' },
    ),
  )
  const shown = await fastify.inject('/api/page')
  expect(shown.statusCode).toBe(200)
  expect(shown.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'unsafe-none',
    'x-frame-options': 'DENY',
  })
  expect(shown.headers['content-security-policy']).toContain("script-src 'nonce-abc'")
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'")
  const led = await fastify.inject('/api/page?away=1')
  expect([led.statusCode, led.headers.location]).toEqual([302, '/api/page'])
})

describe('every reply carries the headers that protect it', () => {
  test('on http', async () => {
    const { fastify } = await serve(mountEcho)
    const { headers } = await post(fastify, { text: 'hi' })
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-tenantscope-build': 'build-1',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test('on https also HSTS, and cookies that only this host can set', async () => {
    const { fastify } = await serve(
      (server) =>
        mount(server, echo, ({ cookies }) => {
          cookies.setSession('value')
          return { id: 1, text: cookies.session ?? 'none', loud: false }
        }),
      { publicUrl: new URL('https://tenantscope.example.com') },
    )
    const response = await post(fastify, { text: 'hi' }, { cookie: 'tenantscope_session=plain' })
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=31536000/u)
    expect(response.headers['set-cookie']).toBe(
      '__Host-tenantscope_session=value; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    expect(response.json()).toMatchObject({ text: 'none' })
  })
})

test('HSTS covers the subdomains when the operator says so', async () => {
  const { fastify } = await serve(mountEcho, {
    publicUrl: new URL('https://tenantscope.example.com'),
    hstsIncludesSubdomains: true,
  })
  const { headers } = await post(fastify, { text: 'hi' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

describe('the address of the caller', () => {
  const headers = { 'x-forwarded-for': '198.51.100.9, 10.0.0.2' }
  test.each([
    ['is the peer without proxies', null, '10.0.0.1'],
    ['is what the only proxy saw', 1, '10.0.0.2'],
    ['is what the first of two proxies saw', 2, '198.51.100.9'],
    ['is the first one outside the trusted networks', ['10.0.0.0/8'], '198.51.100.9'],
    ['is the peer when the peer is not trusted', ['192.168.0.0/16'], '10.0.0.1'],
  ])('%s', async (_, trustProxy, expected) => {
    const { fastify } = await serve(
      (server) =>
        mount(server, echo, ({ caller }) => ({ id: 1, text: caller.ipAddress, loud: false })),
      { trustProxy },
    )
    const response = await fastify.inject({
      method: 'POST',
      url: '/api/echo/7',
      payload: { text: 'hi' },
      headers,
      remoteAddress: '10.0.0.1',
    })
    expect(response.json()).toMatchObject({ text: expected })
  })
})

test('a call whose client left before it was admitted ends like one whose client left later', async () => {
  const wait = endpoint({
    name: 'wait',
    summary: 'Waits until it is over',
    method: 'GET',
    path: '/api/wait',
    access: 'public',
    reply: z.object({}),
  })
  const reached = Promise.withResolvers<AbortSignal>()
  const asked = Promise.withResolvers<null>()
  const admitted = Promise.withResolvers<null>()
  const { fastify } = await serve(
    (server) =>
      mount(server, wait, ({ signal }) => {
        reached.resolve(signal)
        return {}
      }),
    {},
    {
      resolveActor: () => {
        asked.resolve(null)
        return admitted.promise
      },
    },
  )
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const left = new Promise((resolve) =>
    fastify.server.once('connection', (socket) => socket.once('close', resolve)),
  )
  const client = connect(portOf(fastify.server.address()), '127.0.0.1')
  client.write('GET /api/wait HTTP/1.1\r\nHost: x\r\nCookie: tenantscope_session=viewer\r\n\r\n')
  await asked.promise
  client.destroy()
  await left
  admitted.resolve(null)
  expect((await reached.promise).aborted).toBe(true)
})
