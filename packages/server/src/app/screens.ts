import type { Kysely } from 'kysely'

import type { Database } from '../db/tables.ts'
import { mountChecks } from '../features/azure/checks.routes.ts'
import { createCspDecodeRepo } from '../features/licenses/csp-decode.repo.ts'
import { mountCspDecode } from '../features/licenses/csp-decode.routes.ts'
import { createCspDecodeService } from '../features/licenses/csp-decode.service.ts'
import { createLicenseDiscoveryRepo } from '../features/licenses/license-discovery.repo.ts'
import { createLicenseDiscovery } from '../features/licenses/license-discovery.service.ts'
import { mountLicenses } from '../features/licenses/licenses.routes.ts'
import { createTenantLicensesRepo } from '../features/licenses/tenant-licenses.repo.ts'
import { createTenantLicensesService } from '../features/licenses/tenant-licenses.service.ts'
import { createTenantPeopleRepo } from '../features/licenses/tenant-people.repo.ts'
import { createViewsRepo } from '../features/preferences/views.repo.ts'
import { mountViews } from '../features/preferences/views.routes.ts'
import { createViewsService } from '../features/preferences/views.service.ts'
import { createSearchRepo } from '../features/search/search.repo.ts'
import { mountSearch } from '../features/search/search.routes.ts'
import { createSearchService } from '../features/search/search.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Clock } from '../lib/clock.ts'
import type { People } from './people.ts'
import type { Refreshing } from './refreshing.ts'

/** Calls that show what is stored, keep what people chose, or ask Microsoft while somebody waits. */
export function mountScreens(
  server: HttpServer,
  deps: { db: Kysely<Database>; clock: Clock } & Pick<People, 'auditLog'> &
    Pick<Refreshing, 'checks' | 'licenses' | 'microsoft' | 'tenants' | 'tenantSeats'>,
): void {
  const { db, clock, auditLog, checks, licenses, microsoft, tenants, tenantSeats } = deps
  const tenantLicenses = createTenantLicensesService({
    licenses,
    seats: tenantSeats,
    repo: createTenantLicensesRepo(db),
    people: createTenantPeopleRepo(db),
    clock,
  })
  mountChecks(server, { checks })
  const discovered = { microsoft, repo: createLicenseDiscoveryRepo(db), licenses }
  const licenseDiscovery = createLicenseDiscovery(discovered)
  mountLicenses(server, { licenses, licenseDiscovery, tenantLicenses })
  mountCspDecode(
    server,
    createCspDecodeService({ microsoft, repo: createCspDecodeRepo(db), licenses, clock }),
  )
  mountSearch(server, {
    search: createSearchService({ repo: createSearchRepo(db), licenses, tenants }),
    auditLog,
  })
  mountViews(server, { views: createViewsService({ repo: createViewsRepo(db), clock }) })
}
