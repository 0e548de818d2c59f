import type { Kysely } from 'kysely'

import type { Database } from '../db/tables.ts'
import { createAuditLogRepo } from '../features/audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../features/audit-log/audit-log.service.ts'
import { createLicensesRepo } from '../features/licenses/licenses.repo.ts'
import { createLicensesService } from '../features/licenses/licenses.service.ts'
import type { Clock } from '../lib/clock.ts'

/** The SKUs of the installation: refreshes and lists of tenants ask for them too. */
export function composeLicenses({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const auditLog = createAuditLogService({ repo: createAuditLogRepo(db), clock })
  return createLicensesService({ repo: createLicensesRepo(db), auditLog, clock })
}
