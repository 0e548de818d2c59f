import { randomUUID } from 'node:crypto'

import type { Config } from '../config.ts'
import type { DatabaseHandle } from '../db/connection.ts'
import { createMailRepo } from '../features/mail/mail.repo.ts'
import { mountMail } from '../features/mail/mail.routes.ts'
import { createMailService } from '../features/mail/mail.service.ts'
import { createReportSchedulesRepo } from '../features/report-schedules/report-schedules.repo.ts'
import { mountReportSchedules } from '../features/report-schedules/report-schedules.routes.ts'
import { createReportSchedulesService } from '../features/report-schedules/report-schedules.service.ts'
import { workOnReportSchedules } from '../features/report-schedules/report-schedules.workers.ts'
import { createRunMailing } from '../features/report-schedules/run-mailing.service.ts'
import { createRunMailsRepo } from '../features/report-schedules/run-mails.repo.ts'
import { createScheduleRunsRepo } from '../features/report-schedules/schedule-runs.repo.ts'
import { createScheduleRuns } from '../features/report-schedules/schedule-runs.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createPendingJobs } from '../jobs/pending-jobs.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Clock } from '../lib/clock.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Sealer } from '../lib/seal.ts'
import { measured } from './measured-jobs.ts'
import type { People } from './people.ts'
import type { Refreshing } from './refreshing.ts'
import type { Reports } from './reports.ts'

type ReportSchedules = ReturnType<typeof composeReportSchedules>

/** Reports that come by themselves, and the mail server that takes them to people. */
export function composeReportSchedules(
  deps: {
    config: Pick<Config, 'publicUrl'>
    database: Pick<DatabaseHandle, 'db'>
    sealer: Sealer
    jobs: JobRunner
    metrics: Metrics
    clock: Clock
  } & Pick<People, 'auditLog' | 'users'> &
    Pick<Refreshing, 'tenants'> &
    Pick<Reports, 'reports'>,
) {
  const { auditLog, users, tenants, reports, sealer, clock } = deps
  const { db } = deps.database
  const { publicUrl } = deps.config
  const jobs = measured(deps.jobs, deps.metrics)
  const pending = createPendingJobs(db)
  const mail = createMailService({
    repo: createMailRepo(db),
    sealer,
    auditLog,
    clock,
    publicUrl,
    addressOf: async (userId) => (await users.find(userId))?.email ?? null,
  })
  const schedules = createReportSchedulesRepo(db)
  const runsRepo = createScheduleRunsRepo(db)
  const mailing = createRunMailing({
    repo: createRunMailsRepo(db),
    people: schedules,
    reports,
    tenants,
    mail,
    auditLog,
    pending,
    publicUrl,
  })
  const runs = createScheduleRuns({
    schedules,
    repo: runsRepo,
    mailing,
    reports,
    tenants,
    mail,
    auditLog,
    jobs,
    pending,
    clock,
    newId: randomUUID,
  })
  return {
    mail,
    reportSchedules: createReportSchedulesService({
      repo: schedules,
      runs: runsRepo,
      starting: runs,
      tenants,
      mail,
      auditLog,
      clock,
    }),
    /** Takes part in the work; without this the process only shows and asks. */
    work: (): Promise<void> => workOnReportSchedules(jobs, { runs, mailing }),
  }
}

export function mountScheduleCalls(server: HttpServer, schedules: ReportSchedules): void {
  mountReportSchedules(server, schedules)
  mountMail(server, schedules)
}
