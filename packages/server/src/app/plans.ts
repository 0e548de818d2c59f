import { createPlansRepo } from '../features/licenses/plans/plans.repo.ts'
import { mountPlans } from '../features/licenses/plans/plans.routes.ts'
import { createPlansService } from '../features/licenses/plans/plans.service.ts'
import { createTenantLicensesRepo } from '../features/licenses/tenant-licenses.repo.ts'
import { createTenantSeatsRepo } from '../features/licenses/tenant-seats.repo.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Foundation } from './part.ts'
import type { Refreshing } from './refreshing.ts'

interface PlansDeps {
  foundation: Pick<Foundation, 'db' | 'clock'>
  refreshing: Pick<Refreshing, 'licenses'>
}

/** The cheapest licenses of a tenant. */
export function composePlans({ foundation: { db, clock }, refreshing }: PlansDeps) {
  const plans = createPlansService({
    repo: createPlansRepo(db),
    generations: createTenantLicensesRepo(db),
    seats: createTenantSeatsRepo(db),
    licenses: refreshing.licenses,
    // Accounts cannot be marked yet.
    markedOf: () => Promise.resolve(new Set<string>()),
    clock,
  })
  return { mount: (server: HttpServer): void => mountPlans(server, { plans }) }
}
