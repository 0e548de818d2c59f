import { randomUUID } from 'node:crypto'

import type { Subscription } from '../db/handle.ts'
import { createMailRepo } from '../features/mail/mail.repo.ts'
import { mountMail } from '../features/mail/mail.routes.ts'
import { createMailService } from '../features/mail/mail.service.ts'
import { watchEvents } from '../features/notifications/notifications.jobs.ts'
import { createNotificationsRepo } from '../features/notifications/notifications.repo.ts'
import { mountNotifications } from '../features/notifications/notifications.routes.ts'
import { createNotificationsService } from '../features/notifications/notifications.service.ts'
import { createWatchedEventsRepo } from '../features/notifications/watched-events.repo.ts'
import {
  mailScheduledReports,
  makeScheduledReport,
  startScheduledReports,
} from '../features/report-schedules/report-schedules.jobs.ts'
import { createReportSchedulesRepo } from '../features/report-schedules/report-schedules.repo.ts'
import { mountReportSchedules } from '../features/report-schedules/report-schedules.routes.ts'
import { createReportSchedulesService } from '../features/report-schedules/report-schedules.service.ts'
import { createRunMailing } from '../features/report-schedules/run-mailing.service.ts'
import { createRunMailsRepo } from '../features/report-schedules/run-mails.repo.ts'
import { createScheduleRunsRepo } from '../features/report-schedules/schedule-runs.repo.ts'
import { createScheduleRuns } from '../features/report-schedules/schedule-runs.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createPendingJobs } from '../jobs/pending-jobs.ts'
import type { Foundation } from './part.ts'
import type { People } from './people.ts'
import type { Composed } from './refreshing.ts'
import type { Reports } from './reports.ts'

type Schedules = ReturnType<typeof composeSchedules>

interface SchedulesDeps extends Composed {
  reports: Reports
}

/** Scheduled reports, and the mail server that delivers them. */
export function composeSchedules(deps: SchedulesDeps) {
  const { config, db, jobs } = deps.foundation
  const { users } = deps.people
  const { tenants } = deps.refreshing
  const { reports } = deps.reports
  const { publicUrl } = config
  const base = { ...deps.foundation, ...deps.people, reports, tenants, publicUrl }
  const mail = createMailService({
    ...base,
    repo: createMailRepo(db),
    addressOf: async (userId) => (await users.find(userId))?.email ?? null,
  })
  const schedules = createReportSchedulesRepo(db)
  const repo = createScheduleRunsRepo(db)
  const sent = { ...base, mail, pending: createPendingJobs(db) }
  const mailing = createRunMailing({ ...sent, repo: createRunMailsRepo(db), people: schedules })
  const runs = createScheduleRuns({ ...sent, repo, schedules, mailing, newId: randomUUID })
  const starting = { repo: schedules, runs: repo, starting: runs }
  const reportSchedules = createReportSchedulesService({ ...sent, ...starting })
  return {
    mail,
    mount(server: HttpServer): void {
      mountReportSchedules(server, { reportSchedules })
      mountMail(server, { mail })
    },
    async work(): Promise<void> {
      await jobs.work(startScheduledReports, async ({ logger }) => {
        await runs.startDue(logger)
        await runs.closeLost()
      })
      await jobs.work(makeScheduledReport, (run) => runs.makeOne(run))
      await jobs.work(mailScheduledReports, (run) => mailing.mailTo(run))
      await jobs.schedule(startScheduledReports, { cron: '* * * * *', timeZone: 'UTC' }, {})
    },
  }
}

export type Notices = ReturnType<typeof composeNotifications>

interface NotificationsDeps {
  foundation: Foundation
  people: People
  schedules: Schedules
}

/** Notifications by mail, by the event stream and on the page of the own account. */
export function composeNotifications({ foundation, people, schedules }: NotificationsDeps) {
  const { config, database, db, jobs } = foundation
  const notifications = createNotificationsService({
    ...foundation,
    ...people,
    repo: createNotificationsRepo(db),
    events: createWatchedEventsRepo(db),
    mail: schedules.mail,
    publicUrl: config.publicUrl,
  })
  let news: Subscription | null = null
  return {
    notifications,
    mount: (server: HttpServer): void => mountNotifications(server, { notifications }),
    async prepare(): Promise<void> {
      news = await notifications.listen(database)
    },
    async work(): Promise<void> {
      await jobs.work(watchEvents, async () => {
        await notifications.watch()
        await notifications.mailNews()
        await notifications.sweep()
      })
      await jobs.schedule(watchEvents, { cron: '* * * * *', timeZone: 'UTC' }, {})
    },
    async close(): Promise<void> {
      await news?.close()
    },
  }
}
