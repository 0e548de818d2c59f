import { createPlansRepo } from '../features/licenses/plans/plans.repo.ts'
import { mountPlans } from '../features/licenses/plans/plans.routes.ts'
import { createPlansService } from '../features/licenses/plans/plans.service.ts'
import { createTenantLicensesRepo } from '../features/licenses/tenant-licenses.repo.ts'
import { createTenantSeatsRepo } from '../features/licenses/tenant-seats.repo.ts'
import { createAccountMarksRepo } from '../features/licenses/use/account-marks.repo.ts'
import { createLicenseUseRepo } from '../features/licenses/use/license-use.repo.ts'
import { createPlaces } from '../features/reports/writing/places.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Foundation } from './part.ts'
import type { Refreshing } from './refreshing.ts'

interface PlansDeps {
  foundation: Pick<Foundation, 'db' | 'clock'>
  refreshing: Pick<Refreshing, 'licenses'>
}

/** The cheapest licenses of a tenant. */
export function composePlans({ foundation: { db, clock }, refreshing }: PlansDeps) {
  const names = createLicenseUseRepo(db)
  const marks = createAccountMarksRepo(db)
  const plans = createPlansService({
    repo: createPlansRepo(db),
    generations: createTenantLicensesRepo(db),
    seats: createTenantSeatsRepo(db),
    licenses: refreshing.licenses,
    markedOf: async (access) => new Set((await marks.list(access)).map(({ userId }) => userId)),
    nameOf: (access) => names.nameOf(access),
    // Each computation takes a core for up to seconds.
    places: createPlaces(1),
    clock,
  })
  return { mount: (server: HttpServer): void => mountPlans(server, { plans }) }
}
