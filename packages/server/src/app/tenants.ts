import { createAuditLogRepo } from '../features/audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../features/audit-log/audit-log.service.ts'
import type { AuditLogService } from '../features/audit-log/audit-log.service.ts'
import type { AzureService } from '../features/azure/azure.service.ts'
import type { ChecksService } from '../features/azure/checks.service.ts'
import { createLicensesRepo } from '../features/licenses/licenses.repo.ts'
import { createLicensesService } from '../features/licenses/licenses.service.ts'
import type { LicensesService } from '../features/licenses/licenses.service.ts'
import { createPriceBooks } from '../features/licenses/prices/price-books.service.ts'
import { createPricesRepo } from '../features/licenses/prices/prices.repo.ts'
import { createTenantSeatsRepo } from '../features/licenses/tenant-seats.repo.ts'
import { createTenantSeatsService } from '../features/licenses/tenant-seats.service.ts'
import { createPostureRepo } from '../features/posture/posture.repo.ts'
import { createShownVerdictsService } from '../features/posture/shown-verdicts.service.ts'
import { createSettingsRepo } from '../features/settings/settings.repo.ts'
import type { SyncRunsService } from '../features/sync-runs/sync-runs.service.ts'
import { createPermissionsRepo } from '../features/tenants/permissions.repo.ts'
import { createPermissionsService } from '../features/tenants/permissions.service.ts'
import { createTenantHistoryRepo } from '../features/tenants/tenant-history.repo.ts'
import { createTenantHistoryService } from '../features/tenants/tenant-history.service.ts'
import { createTenantSettingsRepo } from '../features/tenants/tenant-settings.repo.ts'
import { createTenantSettingsService } from '../features/tenants/tenant-settings.service.ts'
import { createTenantsRepo } from '../features/tenants/tenants.repo.ts'
import { createTenantsService } from '../features/tenants/tenants.service.ts'
import type { Foundation } from './part.ts'

/** The license catalog of the installation. */
export function composeLicenses(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  afterChange: (skuId: string) => Promise<void> = () => Promise.resolve(),
) {
  const auditLog = createAuditLogService({ repo: createAuditLogRepo(db), clock })
  const prices = createPricesRepo(db)
  const priceBooks = createPriceBooks({ repo: prices, clock })
  const repo = createLicensesRepo(db)
  return createLicensesService({ repo, prices, priceBooks, auditLog, afterChange, clock })
}

interface TenantsDeps extends Pick<Foundation, 'db' | 'clock'> {
  azure: AzureService
  checks: ChecksService
  runs: SyncRunsService
  licenses: LicensesService
  auditLog: AuditLogService
}

/** Tenants as screens show and change them; nothing here reads from Microsoft. */
export function composeTenants(deps: TenantsDeps) {
  const { db } = deps
  const seats = createTenantSeatsService({ ...deps, repo: createTenantSeatsRepo(db) })
  const posture = createShownVerdictsService({ ...deps, repo: createPostureRepo(db) })
  const shown = { ...deps, seats, posture, settings: createSettingsRepo(db) }
  return {
    tenants: createTenantsService({ ...shown, repo: createTenantsRepo(db) }),
    tenantSeats: seats,
    tenantHistory: createTenantHistoryService({ ...shown, repo: createTenantHistoryRepo(db) }),
    permissions: createPermissionsService({ ...deps, repo: createPermissionsRepo(db) }),
    tenantSettings: createTenantSettingsService({ ...deps, repo: createTenantSettingsRepo(db) }),
  }
}
