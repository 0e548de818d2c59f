import { once } from 'node:events'
import { get, IncomingMessage } from 'node:http'

import { getCurrentUser } from '@tenantscope/contract/auth'
import type { TenantId } from '@tenantscope/contract/ids'
import { TenantId as AnyTenantId } from '@tenantscope/contract/ids'
import { getSyncRun, refreshTenant, refreshTenants, streamEvents } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'
import { saveTenantSettings } from '@tenantscope/contract/tenant-settings'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const ALIAS = 'The one that fails'

let world: RefreshWorld
let admin: TestBrowser
let viewer: TestBrowser
let technician: TestBrowser
let granted: TenantId[]
let hidden: TenantId[]
let url: string

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 8, users: 5 })
  admin = await world.signIn('admin')
  await world.refresh(admin)
  const { tenants } = await admin.call(listTenants, {})
  const [failed] = tenants.filter((tenant) => tenant.failure !== null)
  const [whole, ...others] = tenants.filter((tenant) => tenant.failure === null)
  if (!failed || !whole) throw new Error('The simulated world lacks a tenant')
  granted = [failed.id, whole.id]
  hidden = others.map(({ id }) => id)
  viewer = await world.signIn('viewer', { tenants: granted })
  technician = await world.signIn('technician', { tenants: granted })
  await technician.call(saveTenantSettings, {
    params: { tenantId: failed.id },
    body: { settings: { alias: ALIAS, tags: [], spareSeats: [] } },
  })
  url = await world.app.server.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

test('a viewer with two tenants sees two in the list and in its counts', async () => {
  const { tenants, total, stats } = await viewer.call(listTenants, {})
  expect(tenants.map(({ id }) => id).toSorted()).toEqual(granted.toSorted())
  expect({ total, stats }).toEqual({
    total: 2,
    stats: { totalTenants: 2, activeTenants: 1, pendingTenants: 1, inactiveTenants: 0 },
  })
})

test('a tenant that a viewer may not see answers exactly as one that does not exist', async () => {
  const absent = AnyTenantId.parse('12345678-0000-4000-8000-000000000000')
  const [other = absent] = hidden
  const forbidden = await viewer.refusal(getTenantDetails, { params: { tenantId: other } })
  const missing = await viewer.refusal(getTenantDetails, { params: { tenantId: absent } })
  expect(forbidden.status).toBe(404)
  expect({ ...forbidden.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  for (const tenantId of granted) await viewer.call(getTenantDetails, { params: { tenantId } })
})

test('a run is cut to its reader: totals, failures and state', async () => {
  const { runId } = await admin.call(refreshTenants, {})
  const whole = await world.finished(admin, runId)
  expect(whole).toMatchObject({ state: 'partial', tenants: { total: 9, done: 9, failed: 2 } })
  expect(await viewer.call(getSyncRun, { params: { runId } })).toMatchObject({
    id: runId,
    state: 'partial',
    tenants: { total: 2, done: 2, failed: 1 },
    failures: [{ tenantId: granted[0], displayName: ALIAS, code: 'CONSENT_REQUIRED' }],
  })
  const other = await world.signIn('viewer', { tenants: hidden.slice(0, 1) })
  expect(await other.call(getSyncRun, { params: { runId } })).toMatchObject({
    state: 'succeeded',
    tenants: { total: 1, done: 1, failed: 0 },
    failures: [],
  })
})

test('a run without any tenant of the reader does not exist for that reader', async () => {
  const [other] = hidden
  if (!other) throw new Error('There is no hidden tenant')
  const { runId } = await admin.call(refreshTenant, { params: { tenantId: other } })
  await world.finished(admin, runId)
  expect(await viewer.refusal(getSyncRun, { params: { runId } })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
  const ungranted = await world.signIn('viewer')
  expect(await ungranted.call(listTenants, {})).toMatchObject({ tenants: [], currentRun: null })
})

test('a technician refreshes the granted tenants and no others', async () => {
  const run = await world.refresh(technician)
  expect(run).toMatchObject({ state: 'partial', tenants: { total: 2, done: 2, failed: 1 } })
  expect(await admin.call(getSyncRun, { params: { runId: run.id } })).toMatchObject({
    tenants: { total: 2 },
  })
  const [other] = hidden
  expect(await technician.refusal(refreshTenant, { params: { tenantId: other } })).toMatchObject({
    status: 404,
  })
})

test('a technician without any tenant gets a clear error', async () => {
  const ungranted = await world.signIn('technician')
  expect(await ungranted.refusal(refreshTenants)).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', message: 'No tenant that can be refreshed is assigned to you.' },
  })
})

test('a viewer cannot refresh', async () => {
  expect((await viewer.refusal(refreshTenants)).status).toBe(403)
  const [tenantId] = granted
  expect((await viewer.refusal(refreshTenant, { params: { tenantId } })).status).toBe(403)
})

test('the event stream sends the served build first, then only the reader’s own tenants', async () => {
  const [forAdmin, forViewer] = await Promise.all([listen(url, admin), listen(url, viewer)])
  const { runId } = await admin.call(refreshTenants, {})
  const runs = await Promise.all([forAdmin, forViewer].map((stream) => stream.untilDone(runId)))
  expect(runs.map((events) => events[0]?.type)).toEqual(['hello', 'hello'])
  const totals = runs.map((events) => lastOf(events, runId)?.tenants)
  expect(totals).toEqual([
    { total: 9, done: 9, failed: 2 },
    { total: 2, done: 2, failed: 1 },
  ])
  for (const events of runs)
    expect(lastOf(events, runId)?.failures.map(({ displayName }) => displayName)).toContain(ALIAS)
  const seenByViewer = JSON.stringify(runs[1])
  for (const id of hidden) expect(seenByViewer).not.toContain(id)
})

test('a grant revoked while the stream is open removes its tenants from later events', async () => {
  const reader = await world.signIn('viewer', { tenants: granted })
  const { user } = await reader.call(getCurrentUser, {})
  const [failing] = granted
  if (!failing) throw new Error('There is no granted tenant')
  world.simulator.faults.add('slow', { paths: ['/users'], seconds: 2 })
  const stream = await listen(url, reader)
  const { runId } = await admin.call(refreshTenants, {})
  await world.people.grants.revokeTenants(user.id, [failing], {
    actor: OPERATOR,
    source: NO_SOURCE,
  })
  const events = await stream.untilDone(runId)
  expect(lastOf(events, runId)).toMatchObject({
    state: 'succeeded',
    tenants: { total: 1, done: 1, failed: 0 },
    failures: [],
  })
  world.simulator.faults.clear()
  await world.finished(admin, runId)
})

type Event = (typeof streamEvents)['reply']['_zod']['output']

const lastOf = (events: readonly Event[], runId: string) =>
  events
    .flatMap((event) => (event.type === 'sync-run' ? [event.run] : []))
    .findLast(({ id }) => id === runId)

/** A real connection, because a stream that is injected ends only with its request. */
async function listen(url: string, { cookies }: TestBrowser) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = get(`${url}${streamEvents.path}`, { agent: false, headers: { cookie } })
  const response: unknown[] = await once(request, 'response')
  return {
    async untilDone(runId: string): Promise<Event[]> {
      const events: Event[] = []
      const [message] = response
      if (!(message instanceof IncomingMessage)) throw new Error('No answer')
      let text = ''
      for await (const chunk of message.setEncoding('utf8')) {
        text += String(chunk)
        const end = text.lastIndexOf('\n\n')
        events.push(...eventsIn(text.slice(0, Math.max(0, end))))
        text = text.slice(Math.max(0, end))
        if (isDone(lastOf(events, runId))) break
      }
      request.destroy()
      return events
    },
  }
}

const isDone = (run: SyncRun | undefined) => run !== undefined && run.finishedAt !== null

function eventsIn(text: string): Event[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: '))
  return lines.map((line) => streamEvents.reply.parse(JSON.parse(line.slice('data: '.length))))
}
