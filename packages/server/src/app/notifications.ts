import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import type { Database } from '../db/tables.ts'
import type { MailService } from '../features/mail/mail.service.ts'
import { watchEvents } from '../features/notifications/notifications.jobs.ts'
import { createNotificationsRepo } from '../features/notifications/notifications.repo.ts'
import { createNotificationsService } from '../features/notifications/notifications.service.ts'
import { createWatchedEventsRepo } from '../features/notifications/watched-events.repo.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Clock } from '../lib/clock.ts'
import type { Metrics } from '../lib/metrics.ts'
import { measured } from './measured-jobs.ts'
import type { People } from './people.ts'

/** What people are told of, by mail, by the event stream and on their own account's page. */
export function composeNotifications(
  deps: {
    config: Pick<Config, 'publicUrl'>
    db: Kysely<Database>
    mail: MailService
    jobs: JobRunner
    metrics: Metrics
    clock: Clock
    logger: Logger
  } & Pick<People, 'users'>,
) {
  const { db, config, mail, users, clock, logger } = deps
  const jobs = measured(deps.jobs, deps.metrics)
  const notifications = createNotificationsService({
    repo: createNotificationsRepo(db),
    events: createWatchedEventsRepo(db),
    users,
    mail,
    publicUrl: config.publicUrl,
    clock,
    logger,
  })
  return {
    notifications,
    /** Takes part in the work; without this the process only shows and asks. */
    async work(): Promise<void> {
      await jobs.work(watchEvents, async () => {
        await notifications.watch()
        await notifications.mailNews()
        await notifications.sweep()
      })
      await jobs.schedule(watchEvents, { cron: '* * * * *', timeZone: 'UTC' }, {})
    },
  }
}
