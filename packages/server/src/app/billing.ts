import { createBillingChangesService } from '../features/licenses/billing-months/billing-changes.service.ts'
import { createBillingCounting } from '../features/licenses/billing-months/billing-counting.service.ts'
import { createBillingFreezing } from '../features/licenses/billing-months/billing-freezing.service.ts'
import { freezeBillingMonths } from '../features/licenses/billing-months/billing-months.jobs.ts'
import { createBillingMonthsRepo } from '../features/licenses/billing-months/billing-months.repo.ts'
import { mountBillingMonths } from '../features/licenses/billing-months/billing-months.routes.ts'
import { createBillingMonthsService } from '../features/licenses/billing-months/billing-months.service.ts'
import { createBillingOpenRepo } from '../features/licenses/billing-months/billing-open.repo.ts'
import { createBillingOpening } from '../features/licenses/billing-months/billing-opening.service.ts'
import { createBillingPeopleRepo } from '../features/licenses/billing-months/billing-people.repo.ts'
import { createBillingReadingsRepo } from '../features/licenses/billing-months/billing-readings.repo.ts'
import { createBillingZonesRepo } from '../features/licenses/billing-months/billing-zones.repo.ts'
import type { LicensesService } from '../features/licenses/licenses.service.ts'
import type { TenantSeatsService } from '../features/licenses/tenant-seats.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Foundation } from './part.ts'
import type { People } from './people.ts'

interface BillingDeps extends Pick<Foundation, 'db' | 'jobs' | 'clock'>, Pick<People, 'auditLog'> {
  seats: TenantSeatsService
  licenses: LicensesService
}

/** Billing months: counted by every process that reads tenants, frozen by one at a time. */
export function composeBilling(deps: BillingDeps) {
  const { db, jobs } = deps
  const open = createBillingOpenRepo(db)
  const readings = createBillingReadingsRepo(db)
  const repo = createBillingMonthsRepo(db)
  const zones = createBillingZonesRepo(db)
  const opening = createBillingOpening({ open, readings })
  const counting = createBillingCounting({ ...deps, repo: readings, opening })
  const freezing = createBillingFreezing({ ...deps, open, opening, counting, months: repo })
  const people = createBillingPeopleRepo(db)
  const shared = { ...deps, repo, open, zones }
  const months = createBillingMonthsService({ ...shared, people })
  const changes = createBillingChangesService({ ...shared, opening })
  return {
    counting,
    freezing,
    mount: (server: HttpServer): void => mountBillingMonths(server, { months, changes }),
    async work(): Promise<void> {
      await jobs.work(freezeBillingMonths, (run) => freezing.freezeDue(run))
      await jobs.schedule(freezeBillingMonths, { cron: '*/5 * * * *', timeZone: 'UTC' }, {})
      // Months may have ended while no process ran.
      await jobs.send(freezeBillingMonths, {})
    },
  }
}
