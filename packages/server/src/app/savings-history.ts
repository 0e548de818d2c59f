import { recordSavings } from '../features/licenses/savings-history/savings-history.jobs.ts'
import { createSavingsHistoryRepo } from '../features/licenses/savings-history/savings-history.repo.ts'
import { mountSavingsHistory } from '../features/licenses/savings-history/savings-history.routes.ts'
import { createSavingsHistoryService } from '../features/licenses/savings-history/savings-history.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Foundation } from './part.ts'
import type { Refreshing } from './refreshing.ts'

interface SavingsHistoryDeps {
  foundation: Pick<Foundation, 'db' | 'clock'> & { jobs: Pick<JobRunner, 'work' | 'schedule'> }
  refreshing: Pick<Refreshing, 'licenses' | 'tenantSeats'>
}

/** What was saved over time: recorded by every process that reads tenants, shown by the web process. */
export function composeSavingsHistory({ foundation, refreshing }: SavingsHistoryDeps) {
  const { db, jobs, clock } = foundation
  const savingsHistory = createSavingsHistoryService({
    repo: createSavingsHistoryRepo(db),
    seats: refreshing.tenantSeats,
    licenses: refreshing.licenses,
    clock,
  })
  return {
    savingsHistory,
    mount: (server: HttpServer): void => mountSavingsHistory(server, { savingsHistory }),
    async work(): Promise<void> {
      await jobs.work(recordSavings, ({ signal }) => savingsHistory.record(signal))
      await jobs.schedule(recordSavings, { cron: '17 * * * *', timeZone: 'UTC' }, {})
    },
  }
}
