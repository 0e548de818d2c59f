import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestApp } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import { createHttpServer } from './create-server.ts'
import { addOperations } from './operations.ts'

const token = 'a-token-of-enough-length'
const PAGE = `<meta name="csp-nonce" content="__CSP_NONCE__"><meta name="tenantscope-build" content="__BUILD__">`

let app: TestApp
let webDirectory: string
beforeAll(async () => {
  webDirectory = mkdtempSync(path.join(tmpdir(), 'tenantscope-web-'))
  mkdirSync(path.join(webDirectory, 'assets'))
  writeFileSync(path.join(webDirectory, 'index.html'), PAGE)
  writeFileSync(path.join(webDirectory, 'favicon.svg'), '<svg/>')
  writeFileSync(path.join(webDirectory, 'assets/main-1a2b.js'), 'plain')
  writeFileSync(path.join(webDirectory, 'assets/main-1a2b.js.br'), 'brotli')
  writeFileSync(path.join(webDirectory, 'assets/main-1a2b.js.gz'), 'gzip')
  mkdirSync(path.join(webDirectory, '.vite'))
  writeFileSync(path.join(webDirectory, '.vite/manifest.json'), 'list of parts')
  app = await createTestApp({ webDirectory, environment: { METRICS_TOKEN: token } })
})
afterAll(async () => {
  await app.close()
  rmSync(webDirectory, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}, ipAddress = '127.0.0.1') =>
  app.browser({ ipAddress }).request({ url, headers })

test('the process is alive and ready', async () => {
  expect((await get('/livez')).body).toBe('alive\n')
  const ready = await get('/readyz')
  expect([ready.statusCode, ready.body]).toEqual([200, 'database: ok\nmigrations: ok\njobs: ok\n'])
})

test('the process is not ready while the newest migration is missing', async () => {
  const { handle } = app.database
  await handle.executeSql(`update schema_migrations set name = 'x' || name`)
  const ready = await get('/readyz')
  await handle.executeSql('update schema_migrations set name = substr(name, 2)')
  expect([ready.statusCode, ready.body]).toEqual([
    503,
    'database: ok\nmigrations: failed\njobs: ok\n',
  ])
})

test('however many ask at once, the checks are made once for all of them', async () => {
  const server = await createHttpServer(app.app.server.deps)
  let count = 0
  const counted = async () => {
    count += 1
    await wait(50)
  }
  const readiness = { checks: { counted }, isDraining: () => false }
  addOperations(server, { readiness, metricsToken: null })
  const ask = () => server.fastify.inject('/readyz')
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(answers.map(({ body }) => body)).toEqual(Array(20).fill('counted: ok\n'))
  expect(count).toBe(1)
  await ask()
  expect(count).toBe(2)
  await server.fastify.close()
})

const refusalsIn = (body: string) =>
  Number(
    /duration_seconds_count\{method="GET",route="\/api\/auth\/me",status="401"\} (\d+)/u.exec(
      body,
    )?.[1] ?? 0,
  )

describe('/metrics', () => {
  const bearer = { authorization: `Bearer ${token}` }

  test('shows durations by route template and the delay of the event loop', async () => {
    const before = refusalsIn((await get('/metrics', bearer)).body)
    await get('/api/auth/me')
    const { statusCode, body } = await get('/metrics', bearer)
    expect(statusCode).toBe(200)
    expect(refusalsIn(body)).toBe(before + 1)
    expect(body).toContain('tenantscope_http_request_duration_seconds_count{')
    expect(body).toContain('nodejs_eventloop_lag_seconds')
  })

  test.each([
    ['another machine without the token', {}, '203.0.113.7', 401],
    ['another machine with a wrong token', { authorization: 'Bearer no' }, '203.0.113.7', 401],
    ['another machine with the token', bearer, '203.0.113.7', 200],
    ['this machine without the token', {}, '127.0.0.1', 200],
    ['a proxy on this machine without the token', { via: '1.1 proxy' }, '127.0.0.1', 401],
    ['a proxy on this machine with the token', { ...bearer, via: '1.1 proxy' }, '127.0.0.1', 200],
  ])('with a token set, asked by %s', async (_, headers, ipAddress, status) => {
    expect((await get('/metrics', headers, ipAddress)).statusCode).toBe(status)
  })

  test('without a token set, is there for this machine alone, not for a proxy on it', async () => {
    const { database } = app
    const other = await createTestApp({ database })
    const statusOf = async (ipAddress: string, headers: Record<string, string> = {}) =>
      (await other.browser({ ipAddress }).request({ url: '/metrics', headers })).statusCode
    for (const local of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await statusOf(local)).toBe(200)
    expect(await statusOf('203.0.113.7')).toBe(404)
    expect(await statusOf('203.0.113.7', bearer)).toBe(404)
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])
      expect(await statusOf('127.0.0.1', { [name]: '203.0.113.7' })).toBe(404)
    await other.close()
  })
})

describe('the web app', () => {
  test('its page comes for every address outside /api, with a nonce of its own each time', async () => {
    const [first, second] = [await get('/'), await get('/tenant/x?tab=licenses')]
    for (const page of [first, second]) {
      const nonce = /csp-nonce" content="([^"]+)"/u.exec(page.body)![1]!
      expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
      expect(page.headers['content-security-policy']).toContain("script-src 'self';")
      expect(page.headers['content-security-policy']).not.toContain('unsafe')
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    }
    expect(first.body).not.toBe(second.body)
  })

  test('its page names the build that every reply under /api names', async () => {
    const page = await get('/')
    const build = /tenantscope-build" content="([0-9a-f]{16})"/u.exec(page.body)![1]
    expect((await get('/api/auth/me')).headers['x-tenantscope-build']).toBe(build)
  })

  test('hashed files are cached for ever and sent compressed, others are revalidated', async () => {
    const plain = await get('/assets/main-1a2b.js')
    expect([plain.body, plain.headers['cache-control']]).toEqual([
      'plain',
      'public, max-age=31536000, immutable',
    ])
    for (const [accepted, body, encoding] of [
      ['gzip, deflate, br, zstd', 'brotli', 'br'],
      ['gzip', 'gzip', 'gzip'],
    ] as const) {
      const compressed = await get('/assets/main-1a2b.js', { 'accept-encoding': accepted })
      expect([compressed.body, compressed.headers['content-encoding']]).toEqual([body, encoding])
      expect(compressed.headers['vary']).toMatch(/accept-encoding/iu)
    }
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test('what the build wrote for its own checks is not handed out', async () => {
    expect((await get('/.vite/manifest.json')).body).not.toContain('list of parts')
  })

  test.each(['/assets/../index.html', '/assets/..%2f..%2fsecret.key', '/assets/%2e%2e/x'])(
    '%s leads to no file outside',
    async (url) => {
      const { body } = await get(url)
      expect(body).not.toContain('__CSP_NONCE__')
    },
  )

  test('a build that is missing is said in the browser', async () => {
    const { database } = app
    const other = await createTestApp({ database, webDirectory: '/nowhere' })
    const { statusCode, body } = await other.browser().request({ url: '/dashboard' })
    expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')])
    await other.close()
  })
})

describe('the description of the calls', () => {
  test('is OpenAPI 3.1 made from the contract', async () => {
    const browser = await app.signIn('viewer')
    const { body } = await browser.request({ url: '/api/openapi.json' })
    expect(JSON.parse(body)).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/tenants/{tenantId}/details': {
          get: {
            operationId: 'getTenantDetails',
            parameters: [{ name: 'tenantId', in: 'path', required: true }],
          },
        },
        '/api/auth/login': { post: { security: [], requestBody: { required: true } } },
        '/api/events': { get: { responses: { 200: { content: { 'text/event-stream': {} } } } } },
      },
    })
  })

  test('has a page whose scripts are its own', async () => {
    const browser = await app.signIn('viewer')
    const page = await browser.request({ url: '/api/docs/' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    const script = await browser.request({ url: '/api/docs/static/swagger-ui-bundle.js' })
    expect(script.statusCode).toBe(200)
  })
})
