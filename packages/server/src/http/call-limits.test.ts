import { once } from 'node:events'
import { connect } from 'node:net'

import { endpoints } from '@tenantscope/contract/endpoints'
import { recordExport } from '@tenantscope/contract/exports'
import { CALL_BUDGETS, STREAMS } from '@tenantscope/contract/limits'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { INPUT_BY_NAME } from '../testing/endpoint-input.ts'
import { portOf } from '../testing/port-of.ts'
import { createTestApp } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import { addressOf } from '../testing/test-browser.ts'
import type { TestBrowser } from '../testing/test-browser.ts'

const tenantId = '11111111-2222-3333-4444-555555555555'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  await app.addTenant(tenantId)
})

const limited = endpoints.flatMap((endpoint) =>
  endpoint.budget === null ? [] : [[endpoint.name, endpoint, endpoint.budget] as const],
)

test('reports, exports and audit runs have a budget', () => {
  expect(Object.fromEntries(limited.map(([name, , budget]) => [name, budget]))).toEqual({
    generateReport: 'reports',
    createShare: 'reports',
    runReportSchedule: 'reports',
    downloadReportSnapshot: 'exports',
    exportAudit: 'exports',
    exportData: 'exports',
    backUpDatabase: 'exports',
    recordExport: 'exports',
    runSecurityAudit: 'audits',
    verifyAudit: 'audits',
  })
})

/** Sets the budget of every user to be used up for these seconds. */
const useUp = async (seconds: number) => {
  const { db } = app.database.handle
  const users = await db.selectFrom('users').select('id').execute()
  const values = users.flatMap(({ id }) =>
    Object.entries(CALL_BUDGETS).map(([budget, { atOnce, perHour }]) => ({
      userId: id,
      budget,
      fullAt: new Date(
        app.clock.now().getTime() + ((atOnce - 1) * (3_600 / perHour) + seconds) * 1_000,
      ),
    })),
  )
  await db.insertInto('callBudgets').values(values).execute()
}

test.each(limited)('%s is refused when the budget is used up', async (name, endpoint) => {
  const admin = await app.signIn('admin')
  await useUp(90)
  const { params, query = {}, body } = INPUT_BY_NAME[name] ?? {}
  const inBody = endpoint.tenantScoped ? { tenantId } : {}
  const response = await admin.request({
    method: endpoint.method,
    url: addressOf(endpoint, { params: { ...params, tenantId }, query }),
    ...(body === undefined ? {} : { payload: { ...body, ...inBody } }),
  })
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '90'])
  expect(response.json()).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    message: expect.stringMatching(/^Too many [\w ]+ in a short time\./u) as unknown,
  })
})

const exportOnce = (browser: TestBrowser) =>
  browser.request({
    method: 'POST',
    url: recordExport.path,
    payload: INPUT_BY_NAME['recordExport']?.body ?? {},
  })

test('a budget allows a number at once, also in parallel, and then some per hour', async () => {
  const [one, other] = [await app.signIn('viewer'), await app.signIn('viewer')]
  const { atOnce, perHour } = CALL_BUDGETS.exports
  const answers = await Promise.all(Array.from({ length: atOnce + 3 }, () => exportOnce(one)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(atOnce)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  expect((await exportOnce(other)).statusCode).toBe(200)
  app.clock.advance({ minutes: 60 / perHour })
  expect((await exportOnce(one)).statusCode).toBe(200)
  expect((await exportOnce(one)).statusCode).toBe(429)
})

test('a client that leaves during admission uses up no event stream', async () => {
  await app.app.server.fastify.listen({ port: 0, host: '127.0.0.1' })
  const port = portOf(app.app.server.fastify.server.address())
  const { cookies } = await app.signIn('viewer')
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (let count = 0; count < 2 * STREAMS.perSession; count += 1) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`)
    socket.destroy()
    await once(socket, 'close')
  }
  const leaving = new AbortController()
  await vi.waitFor(
    async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/events`, {
        headers: { cookie },
        signal: leaving.signal,
      })
      expect(status).toBe(200)
    },
    { timeout: 30_000 },
  )
  leaving.abort()
})

test('a session has a limited number of event streams; another session has its own', async () => {
  await app.app.server.fastify.listen({ port: 0, host: '127.0.0.1' })
  const port = portOf(app.app.server.fastify.server.address())
  const [one, other] = [await app.signIn('viewer'), await app.signIn('viewer')]
  const leaving = new AbortController()
  const open = ({ cookies }: TestBrowser, signal = leaving.signal) =>
    fetch(`http://127.0.0.1:${port}/api/events`, {
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      signal,
    })
  const first = new AbortController()
  const opened = [await open(one, first.signal)]
  for (let count = 1; count < STREAMS.perSession; count += 1) opened.push(await open(one))
  expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 200))
  const refused = await open(one)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([
    429,
    String(STREAMS.retryAfterSeconds),
  ])
  expect((await open(other)).status).toBe(200)
  first.abort()
  await vi.waitFor(async () => expect((await open(one)).status).toBe(200), { timeout: 30_000 })
  leaving.abort()
})
