import type { Kysely } from 'kysely'

import type { Database } from '../db/tables.ts'
import { createAuditLogRepo } from '../features/audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../features/audit-log/audit-log.service.ts'
import type { AzureService } from '../features/azure/azure.service.ts'
import type { ChecksService } from '../features/azure/checks.service.ts'
import type { LicensesService } from '../features/licenses/licenses.service.ts'
import { createTenantSeatsRepo } from '../features/licenses/tenant-seats.repo.ts'
import { createTenantSeatsService } from '../features/licenses/tenant-seats.service.ts'
import type { SyncRunsService } from '../features/sync-runs/sync-runs.service.ts'
import { createPermissionsRepo } from '../features/tenants/permissions.repo.ts'
import { createPermissionsService } from '../features/tenants/permissions.service.ts'
import { createTenantHistoryRepo } from '../features/tenants/tenant-history.repo.ts'
import { createTenantHistoryService } from '../features/tenants/tenant-history.service.ts'
import { createTenantSettingsRepo } from '../features/tenants/tenant-settings.repo.ts'
import { createTenantSettingsService } from '../features/tenants/tenant-settings.service.ts'
import { createTenantsRepo } from '../features/tenants/tenants.repo.ts'
import { createTenantsService } from '../features/tenants/tenants.service.ts'
import type { Clock } from '../lib/clock.ts'

/** What screens see and say of tenants; nothing here reads one. */
export function composeTenants(deps: {
  db: Kysely<Database>
  azure: AzureService
  checks: ChecksService
  runs: SyncRunsService
  licenses: LicensesService
  clock: Clock
}) {
  const { db, azure, checks, runs, licenses, clock } = deps
  const seats = createTenantSeatsService({ repo: createTenantSeatsRepo(db), licenses, clock })
  return {
    tenants: createTenantsService({ repo: createTenantsRepo(db), seats, azure, runs, clock }),
    tenantSeats: seats,
    tenantHistory: createTenantHistoryService({
      repo: createTenantHistoryRepo(db),
      seats,
      licenses,
      clock,
    }),
    permissions: createPermissionsService({ repo: createPermissionsRepo(db), checks }),
    tenantSettings: createTenantSettingsService({
      repo: createTenantSettingsRepo(db),
      auditLog: createAuditLogService({ repo: createAuditLogRepo(db), clock }),
      clock,
    }),
  }
}
