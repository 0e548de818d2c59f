import { setTimeout as delay } from 'node:timers/promises'

import { ReportProgressId, TenantId } from '@tenantscope/contract/ids'
import type { ReportOrder, ReportProgress } from '@tenantscope/contract/reports'
import {
  downloadReportSnapshot,
  generateReport,
  getReportProgress,
  listReportSnapshots,
} from '@tenantscope/contract/reports'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { grantTenantAccess } from '../../lib/tenant-access.ts'
import { quietLogger } from '../../testing/database-template.ts'
import { portOf } from '../../testing/port-of.ts'
import { manyPeople } from '../../testing/report-fixtures.ts'
import { E3, READING, bodyOf, generate, reportsOf, storeFor } from '../../testing/report-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { documentText } from './document-text.ts'
import { createReportProgressRepo } from './report-progress.repo.ts'
import { createReportProgressService } from './report-progress.service.ts'

const tenantId = TenantId.parse(guidOf(81))
/** Whose file is larger than what waits unread between a thread and a reader. */
const large = guidOf(8_000)
const LARGE_PEOPLE = 40_000

let port: number

let app: TestApp
let viewer: TestBrowser
let other: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
  await app.reset()
  await storeFor(app, tenantId, READING)
  viewer = await app.signIn('viewer', { tenants: [tenantId] })
  other = await app.signIn('viewer', { tenants: [tenantId] })
  await app.database.handle.db
    .insertInto('reportSnapshots')
    .values({
      id: large,
      tenantId,
      reportType: 'user-license',
      snapshotData: await documentText(manyPeople(LARGE_PEOPLE)),
      createdBy: 'Another User',
      userCount: LARGE_PEOPLE,
      format: 'csv',
      dataAsOf: app.clock.now(),
    })
    .execute()
  await app.app.server.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(app.app.server.fastify.server.address())
}, 120_000)
afterAll(() => app.close())

let lastId = 1_000
function newId(): ReportProgressId {
  lastId += 1
  return ReportProgressId.parse(guidOf(lastId))
}

const progressOf = (progressId: string, by = viewer) =>
  by.call(getReportProgress, { params: { progressId } })
const refused = async (progressId: string, by = viewer) =>
  (await by.refusal(getReportProgress, { params: { progressId } })).status

/** Progress is written beside the file, so it may come a moment later. */
const eventually = (progressId: string, expected: Partial<ReportProgress>, by = viewer) =>
  vi.waitFor(async () => expect(await progressOf(progressId, by)).toMatchObject(expected), 10_000)

interface OpenFile {
  readonly progressId: ReportProgressId
  readonly leave: () => void
  /** Its head; the file itself is not read. */
  readonly response: Promise<Response>
}

/** As a browser asks, over a connection that it can leave. */
function open(
  address: (progressId: string) => string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): OpenFile {
  const progressId = newId()
  const left = new AbortController()
  const cookie = [...viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = fetch(`http://127.0.0.1:${port}${address(progressId)}`, {
    ...init,
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...init.headers },
    signal: left.signal,
  })
  response.catch(() => undefined)
  return { progressId, leave: () => left.abort(), response }
}

const startDownload = () =>
  open((progressId) =>
    addressOf(downloadReportSnapshot, {
      params: { tenantId, snapshotId: large },
      query: { format: 'csv', progressId },
    }),
  )

test('the creator of a report sees that it is finished; other users see nothing', async () => {
  const progressId = newId()
  expect(await refused(progressId)).toBe(404)
  await generate(viewer, { tenantId, format: 'csv', progressId })
  await eventually(progressId, {
    state: 'finished',
    position: null,
    usersWritten: 5,
    usersTotal: 5,
  })
  expect(await refused(progressId, other)).toBe(404)
  expect(await refused(progressId, await app.signIn('admin'))).toBe(404)
})

test('a refused report has failed', async () => {
  const progressId = newId()
  await viewer.refusal(generateReport, {
    body: bodyOf({ tenantId, licenseIds: ['x'], progressId }),
  })
  await eventually(progressId, { state: 'failed' })
  expect((await progressOf(progressId)).usersWritten).toBe(0)
  const again = newId()
  const asked = { params: { tenantId, snapshotId: guidOf(404) } }
  const query = { format: 'pdf', progressId: again }
  await viewer.refusal(downloadReportSnapshot, { ...asked, query })
  await eventually(again, { state: 'failed' })
})

test('an id starts again for its user; with another user’s id nothing is reported', async () => {
  const progressId = newId()
  await generate(viewer, { tenantId, format: 'csv', progressId })
  await eventually(progressId, { state: 'finished', usersTotal: 5 })
  const theirs = await generate(other, { tenantId, userIds: ['twice'], progressId })
  expect(theirs.json()).toMatchObject({ users: [{ id: 'twice' }] })
  expect(await refused(progressId, other)).toBe(404)
  expect(await progressOf(progressId)).toMatchObject({ state: 'finished', usersTotal: 5 })
  await generate(viewer, { tenantId, userIds: ['twice'], format: 'csv', progressId })
  await eventually(progressId, { state: 'finished', usersTotal: 1, usersWritten: 1 })
})

test('the third file waits; a disconnect frees a place, and a created report stays', async () => {
  const [first, second] = [startDownload(), startDownload()]
  await Promise.all([first.response, second.response])
  await eventually(first.progressId, { state: 'writing', usersTotal: LARGE_PEOPLE })
  app.clock.advance({ minutes: 1 })
  const third = startReport()
  await eventually(third.progressId, { state: 'queued', position: 1, usersTotal: 1 })
  const fourth = startDownload()
  await eventually(fourth.progressId, { state: 'queued', position: 2 })
  third.leave()
  await eventually(third.progressId, { state: 'failed' })
  await eventually(fourth.progressId, { state: 'queued', position: 1 })
  const { snapshots } = await viewer.call(listReportSnapshots, { params: { tenantId } })
  expect(snapshots[0]).toMatchObject({ userCount: 1, format: 'xlsx' })
  first.leave()
  expect((await fourth.response).status).toBe(200)
  await eventually(first.progressId, { state: 'failed' })
  for (const one of [second, fourth]) one.leave()
  await eventually(second.progressId, { state: 'failed' })
  await eventually(fourth.progressId, { state: 'failed' })
  await generate(viewer, { tenantId, format: 'csv' })
  expect(app.log.filter((line) => line.includes('"level":50'))).toEqual([])
}, 90_000)

/** A small one, under an id that its own body names. */
function startReport(): OpenFile {
  const progressId = newId()
  const body = bodyOf({ tenantId, userIds: ['twice'], format: 'xlsx', progressId })
  const opened = open(() => generateReport.path, {
    method: generateReport.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { ...opened, progressId }
}

test('who leaves while the report is read leaves nothing behind', async () => {
  const of = TenantId.parse(guidOf(83))
  await storeFor(app, of, READING)
  const { reports } = reportsOf(app)
  const left = new AbortController()
  left.abort()
  const order: ReportOrder = {
    reportType: 'user-license',
    selection: { licenseIds: [E3], userIds: ['twice'] },
  }
  const creator = { createdBy: 'Anna', timeZone: 'UTC', signal: left.signal }
  await expect(reports.build(grantTenantAccess(of), order, creator)).rejects.toThrow(
    left.signal.reason,
  )
})

const failing = async () => Promise.reject(new Error('no database'))

test('progress that cannot be written fails nothing', async () => {
  const repo = createReportProgressRepo(app.database.handle.db)
  const [user] = await app.people.users.list()
  const tellers = [
    { ...repo, begin: failing },
    { ...repo, save: failing },
  ].map((broken) =>
    createReportProgressService({ repo: broken, clock: app.clock, logger: quietLogger }),
  )
  for (const service of tellers) {
    const teller = await service.begin(newId(), user!.id)
    teller.tell({ state: 'writing', usersWritten: 1 })
    expect(() => teller.tell({ state: 'finished' })).not.toThrow()
    await delay(10)
  }
})

test('progress is written twice a second at most, its end at once and for good', async () => {
  const repo = createReportProgressRepo(app.database.handle.db)
  const saved: ReportProgress[] = []
  const service = createReportProgressService({
    repo: {
      ...repo,
      save: async (_id, progress) => void saved.push(progress),
    },
    clock: app.clock,
    logger: quietLogger,
  })
  const [user] = await app.people.users.list()
  const teller = await service.begin(newId(), user!.id)
  for (let written = 0; written < 100; written += 1) {
    teller.tell({ state: 'writing', usersWritten: written, usersTotal: 100 })
    if (written % 10 === 0) await delay(1)
  }
  teller.tell({ state: 'finished', usersWritten: 100 })
  teller.tell({ state: 'writing', usersWritten: 1 })
  await vi.waitFor(() => expect(saved.at(-1)).toMatchObject({ state: 'finished' }), {
    timeout: 30_000,
  })
  await delay(20)
  expect(saved.map(({ usersWritten }) => usersWritten)).toEqual([0, 100])
  expect(saved.at(-1)).toEqual({
    state: 'finished',
    position: null,
    usersWritten: 100,
    usersTotal: 100,
  })
})

test('progress that is no longer requested is removed', async () => {
  const progressId = newId()
  await generate(viewer, { tenantId, format: 'csv', progressId })
  await eventually(progressId, { state: 'finished' })
  const { reports } = reportsOf(app)
  app.clock.advance({ hours: 5 })
  await reports.sweepReports()
  expect(await progressOf(progressId)).toMatchObject({ state: 'finished' })
  app.clock.advance({ hours: 2 })
  await reports.sweepReports()
  expect(await refused(progressId)).toBe(404)
})
