import { TenantId } from '@tenantscope/contract/ids'
import {
  createReportSchedule,
  listReportScheduleRuns,
  runReportSchedule,
} from '@tenantscope/contract/report-schedules'
import { listReportSnapshots } from '@tenantscope/contract/reports'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { storeJudged } from '../../testing/posture-report-world.ts'
import { READING, storeFor } from '../../testing/report-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const judged = TenantId.parse(guidOf(81))
const unjudged = TenantId.parse(guidOf(82))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await storeFor(app, judged, READING)
  await storeFor(app, unjudged, READING)
  await storeJudged(app, judged)
})
afterAll(() => app.close())

test('a schedule creates the report of the posture, and says which tenants were not judged', async () => {
  const technician = await app.signIn('technician', { tenants: [judged, unjudged] })
  const schedule = await technician.call(createReportSchedule, {
    body: {
      tenantId: null,
      reportType: 'posture',
      format: 'pdf',
      recurrence: { frequency: 'weekly', weekday: 1 },
      time: '06:00',
      timeZone: 'Europe/Berlin',
    },
  })
  expect(schedule.reportType).toBe('posture')
  const params = { scheduleId: schedule.id }
  await technician.call(runReportSchedule, { params })
  await vi.waitFor(
    async () => {
      const [run] = (await technician.call(listReportScheduleRuns, { params })).runs
      expect(run).toMatchObject({
        state: 'partial',
        made: 1,
        failures: [
          {
            tenantId: unjudged,
            message:
              'The checks of this tenant have not been judged yet. Try again after its next refresh.',
          },
        ],
      })
    },
    { timeout: 30_000, interval: 100 },
  )
  const { snapshots } = await technician.call(listReportSnapshots, { params: { tenantId: judged } })
  expect(snapshots).toMatchObject([
    { reportType: 'posture', isScheduled: true, format: 'pdf', posture: { failedChecks: 3 } },
  ])
})
