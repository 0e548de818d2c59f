import { maySignIn, mustSetUpSecondFactor } from '../features/auth/sessions.rules.ts'
import { createCspDecodeRepo } from '../features/licenses/csp-decode.repo.ts'
import { createCspDecodeService } from '../features/licenses/csp-decode.service.ts'
import { createEstateLicensesRepo } from '../features/licenses/estate-licenses.repo.ts'
import { createEstateLicensesService } from '../features/licenses/estate-licenses.service.ts'
import { createLicenseDiscovery } from '../features/licenses/license-discovery.service.ts'
import { createLicensesRepo } from '../features/licenses/licenses.repo.ts'
import { mountLicenses } from '../features/licenses/licenses.routes.ts'
import { createPricesRepo } from '../features/licenses/prices/prices.repo.ts'
import { mountPrices } from '../features/licenses/prices/prices.routes.ts'
import { createPricesService } from '../features/licenses/prices/prices.service.ts'
import { createRenewalCalendarsRepo } from '../features/licenses/renewals/renewal-calendars.repo.ts'
import { createRenewalCalendarsService } from '../features/licenses/renewals/renewal-calendars.service.ts'
import { createRenewalDecisionsService } from '../features/licenses/renewals/renewal-decisions.service.ts'
import { createRenewalsRepo } from '../features/licenses/renewals/renewals.repo.ts'
import { mountRenewals } from '../features/licenses/renewals/renewals.routes.ts'
import { createRenewalsService } from '../features/licenses/renewals/renewals.service.ts'
import { createTenantLicensesRepo } from '../features/licenses/tenant-licenses.repo.ts'
import { createTenantLicensesService } from '../features/licenses/tenant-licenses.service.ts'
import { createTenantPeopleRepo } from '../features/licenses/tenant-people.repo.ts'
import { createAccountMarksRepo } from '../features/licenses/use/account-marks.repo.ts'
import { createAccountMarksService } from '../features/licenses/use/account-marks.service.ts'
import { createLicenseUseRepo } from '../features/licenses/use/license-use.repo.ts'
import { mountLicenseUse } from '../features/licenses/use/license-use.routes.ts'
import { createLicenseUseService } from '../features/licenses/use/license-use.service.ts'
import { mountPreferences } from '../features/preferences/preferences.routes.ts'
import { mountRefresh } from '../features/refresh/refresh.routes.ts'
import { createPlaces } from '../features/reports/writing/places.ts'
import { createSearchRepo } from '../features/search/search.repo.ts'
import { mountSearch } from '../features/search/search.routes.ts'
import { createSearchService } from '../features/search/search.service.ts'
import { createDownloadTurns } from '../features/shares/download-turns.ts'
import { createShareLimitsRepo } from '../features/shares/share-limits.repo.ts'
import { createUnknownLinks } from '../features/shares/unknown-links.service.ts'
import { mountTenants } from '../features/tenants/tenants.routes.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createTimeSlices } from '../lib/time-slices.ts'
import type { Composed } from './refreshing.ts'
import type { Notices } from './schedules.ts'

interface ScreensDeps extends Composed {
  notices: Notices
}

/** Calls that show stored data, keep personal choices, or ask Microsoft while a user waits. */
export const composeScreens = (deps: ScreensDeps) => ({
  mount(server: HttpServer): void {
    const { people, refreshing, notices } = deps
    mountPreferences(server, people)
    mountTenants(server, refreshing)
    mountRefresh(server, { ...refreshing, ...notices.notifications })
    mountLicensesAndSearch(server, deps)
    mountUse(server, deps)
    refreshing.billing.mount(server)
  },
})

function mountLicensesAndSearch(server: HttpServer, deps: ScreensDeps): void {
  const { db } = deps.foundation
  const { refreshing } = deps
  const base = { ...deps.foundation, ...refreshing }
  const tenantLicenses = createTenantLicensesService({
    ...base,
    seats: refreshing.tenantSeats,
    repo: createTenantLicensesRepo(db),
    people: createTenantPeopleRepo(db),
  })
  const licenseDiscovery = createLicenseDiscovery({ ...base, repo: createLicensesRepo(db) })
  const cspDecode = createCspDecodeService({ ...base, repo: createCspDecodeRepo(db) })
  const shown = { ...base, settings: deps.people.settings, seats: refreshing.tenantSeats }
  const estateLicenses = createEstateLicensesService({
    ...shown,
    repo: createEstateLicensesRepo(db),
  })
  mountLicenses(server, {
    ...refreshing,
    licenseDiscovery,
    tenantLicenses,
    cspDecode,
    estateLicenses,
  })
  const prices = createPricesService({
    ...base,
    auditLog: deps.people.auditLog,
    repo: createPricesRepo(db),
    skus: createLicensesRepo(db),
    afterChange: refreshing.rejudgeHolders,
  })
  mountPrices(server, { prices })
  const repo = createRenewalsRepo(db)
  const renewals = createRenewalsService({ ...shown, repo, tenants: createEstateLicensesRepo(db) })
  const decisions = createRenewalDecisionsService({ ...base, ...deps.people, repo, renewals })
  const calendars = createRenewalCalendarsService({
    ...base,
    ...deps.people,
    renewals,
    repo: createRenewalCalendarsRepo(db),
    countUnknown: createUnknownLinks({ ...base, limits: createShareLimitsRepo(db) }).count,
    mayRead: (reader) =>
      maySignIn(reader) && !reader.mustResetPassword && !mustSetUpSecondFactor(reader),
    turns: createDownloadTurns(() => createPlaces(1)),
    publicUrl: deps.foundation.config.publicUrl,
    createSlices: () => createTimeSlices(),
  })
  mountRenewals(server, { renewals, decisions, calendars })
  const search = createSearchService({ ...shown, repo: createSearchRepo(db) })
  mountSearch(server, { ...deps.people, search })
}

/** Who uses the licenses, and which accounts are not people. */
function mountUse(server: HttpServer, { foundation, people, refreshing }: ScreensDeps): void {
  const { db, clock } = foundation
  const accountMarks = createAccountMarksService({
    repo: createAccountMarksRepo(db),
    auditLog: people.auditLog,
    clock,
  })
  const licenseUse = createLicenseUseService({
    repo: createLicenseUseRepo(db),
    generations: createTenantLicensesRepo(db),
    seats: refreshing.tenantSeats,
    licenses: refreshing.licenses,
    marks: accountMarks,
    clock,
  })
  mountLicenseUse(server, { licenseUse, accountMarks })
}
