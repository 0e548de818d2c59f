import { randomUUID } from 'node:crypto'

import { RunId, TenantId } from '@tenantscope/contract/ids'
import {
  createReportSchedule,
  listReportScheduleRuns,
  listReportSchedules,
} from '@tenantscope/contract/report-schedules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createPendingJobs } from '../../jobs/pending-jobs.ts'
import { grantTenantAccess } from '../../lib/tenant-access.ts'
import { quietLogger } from '../../testing/database-template.ts'
import { READING, storeFor } from '../../testing/report-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import { createReportSchedulesRepo } from './report-schedules.repo.ts'
import { createScheduleRunsRepo } from './schedule-runs.repo.ts'
import { createScheduleRuns } from './schedule-runs.service.ts'

let app: TestApp
const A = guidOf(91)

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await storeFor(app, A, READING)
})
afterAll(() => app.close())

const never = () => Promise.reject(new Error('Starting a schedule makes and mails nothing'))

/** What starts schedules in one process; `jobs` decides what becomes of its work. */
function starterOf(
  jobs: Pick<TestApp['jobs'], 'send'>,
  makeScheduled: ReportsService['makeScheduled'] = never,
) {
  const { db } = app.database.handle
  return createScheduleRuns({
    schedules: createReportSchedulesRepo(db),
    repo: createScheduleRunsRepo(db),
    mailing: { closeLost: never },
    reports: { makeScheduled },
    tenants: {
      accessFor: async (_person, tenantId) => grantTenantAccess(TenantId.parse(tenantId)),
    },
    mail: { isConfigured: never },
    auditLog: app.people.auditLog,
    jobs,
    pending: createPendingJobs(db),
    clock: app.clock,
    newId: randomUUID,
  })
}

const createSchedule = (creator: TestBrowser) =>
  creator.call(createReportSchedule, {
    body: {
      tenantId: A,
      format: 'csv',
      recurrence: { frequency: 'weekly', weekday: 1 },
      time: '06:00',
      timeZone: 'UTC',
    },
  })

test('processes that look at one moment start each schedule once, and what fails is as if it was not begun', async () => {
  const creator = await app.signIn('admin')
  const made = [await createSchedule(creator), await createSchedule(creator)]
  app.clock.advance({ hours: 8 * 24 })
  const sent: unknown[] = []
  const failing = starterOf({ send: never })
  await failing.startDue(quietLogger)
  const starter = () => starterOf({ send: async (_job, payload) => void sent.push(payload) })
  await Promise.all([1, 2, 3, 4].map(() => starter().startDue(quietLogger)))
  await starter().startDue(quietLogger)

  expect(sent).toHaveLength(2)
  const later = await app.signIn('admin')
  for (const { id } of made) {
    const { runs } = await later.call(listReportScheduleRuns, { params: { scheduleId: id } })
    expect(runs).toMatchObject([{ state: 'running', made: 0, failures: [] }])
  }
  const { schedules } = await later.call(listReportSchedules, {})
  for (const { nextRunAt } of schedules)
    expect(Date.parse(nextRunAt ?? '')).toBeGreaterThan(app.clock.now().getTime())
})

test('a report that is being made ends when its process does, and is left for the next try', async () => {
  const { db } = app.database.handle
  const { id: scheduleId } = await createSchedule(await app.signIn('admin'))
  const payload = { runId: RunId.parse(randomUUID()), tenantId: TenantId.parse(A) }
  await db
    .insertInto('reportScheduleRuns')
    .values({ id: payload.runId, scheduleId, startedAt: app.clock.now() })
    .execute()
  await db.insertInto('reportScheduleRunTenants').values(payload).execute()
  const stopping = new AbortController()
  const making = starterOf({ send: never }, async (_access, { signal }) => {
    stopping.abort(new Error('The process ends'))
    signal?.throwIfAborted()
    throw new Error('The report was made to its end')
  })
  const run = { payload, attempt: 0, signal: stopping.signal, logger: quietLogger }
  await expect(making.makeOne(run)).rejects.toThrow('The process ends')
  expect(
    await db.selectFrom('reportScheduleRunTenants').select(['snapshotId', 'problem']).execute(),
  ).toEqual([{ snapshotId: null, problem: null }])
})
