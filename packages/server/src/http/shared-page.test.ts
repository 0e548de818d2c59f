import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestApp } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'

const APP_PAGE = '<title>Tenantscope</title><meta name="tenantscope-build" content="__BUILD__">'
const SHARED_PAGE = '<title>Shared report</title>'

let app: TestApp
let webDirectory: string
beforeAll(async () => {
  webDirectory = mkdtempSync(path.join(tmpdir(), 'tenantscope-web-'))
  mkdirSync(path.join(webDirectory, 'assets'))
  writeFileSync(path.join(webDirectory, 'index.html'), APP_PAGE)
  writeFileSync(path.join(webDirectory, 'shared.html'), SHARED_PAGE)
  app = await createTestApp({ webDirectory })
})
afterAll(async () => {
  await app.close()
  rmSync(webDirectory, { recursive: true })
})

const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.browser().request({ url, method })

const buildOf = async (each: TestApp) =>
  (await each.browser().request({ url: '/api/auth/me' })).headers['x-tenantscope-build']

test.each([
  '/shared/aToken',
  '/shared/aToken?from=mail',
  `/shared/${'x'.repeat(3_000)}`,
  '/shared/a/b',
  '/shared/',
  '/shared',
])('%s answers with the page of shared reports, known token or not', async (url) => {
  const page = await get(url)
  expect([page.statusCode, page.body]).toEqual([200, SHARED_PAGE])
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
})

test('the page of shared reports is neither indexed nor cached and loads its own files only', async () => {
  const { headers } = await get('/shared/aToken')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  expect(headers['set-cookie']).toBeUndefined()
})

test('a HEAD of the page of shared reports has its headers and no body', async () => {
  const page = await get('/shared/aToken', 'HEAD')
  expect([page.statusCode, page.body]).toEqual([200, ''])
  expect(page.headers['x-robots-tag']).toBe('noindex, nofollow')
})

test('the page of shared reports takes no posts', async () => {
  const answer = await app.browser().request({ url: '/shared/aToken', method: 'POST' })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain('<title>')
})

test.each([
  '/',
  '/dashboard',
  '/sharedreports',
  '/shared.html',
  '/shared%2FaToken',
  '/tenant/shared/x',
])("%s keeps the app's own page", async (url) => {
  const page = await get(url)
  expect(page.body).toContain('<title>Tenantscope</title>')
  expect(page.headers['x-robots-tag']).toBeUndefined()
  expect(page.headers['content-security-policy']).toContain("'nonce-")
})

test("another page of shared reports is no new build of the app's own", async () => {
  const { database } = app
  const changed = mkdtempSync(path.join(tmpdir(), 'tenantscope-web-'))
  writeFileSync(path.join(changed, 'index.html'), APP_PAGE)
  writeFileSync(path.join(changed, 'shared.html'), `${SHARED_PAGE}<p>`)
  const other = await createTestApp({ database, webDirectory: changed })
  expect(await buildOf(other)).toBe(await buildOf(app))
  await other.close()
  rmSync(changed, { recursive: true })
})

test('a build without the page of shared reports says so', async () => {
  const { database } = app
  const other = await createTestApp({ database, webDirectory: '/nowhere' })
  const { statusCode, body } = await other.browser().request({ url: '/shared/aToken' })
  expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')])
  await other.close()
})
