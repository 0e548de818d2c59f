import { randomUUID } from 'node:crypto'

import type { Transport } from '@tenantscope/graph-client/transport'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import type { Database } from '../db/tables.ts'
import { createAuditLogRepo } from '../features/audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../features/audit-log/audit-log.service.ts'
import type { AzureService } from '../features/azure/azure.service.ts'
import type { MicrosoftAccess } from '../features/azure/microsoft-access.service.ts'
import { createConsentCallbackService } from '../features/consent/consent-callback.service.ts'
import { createConsentProof } from '../features/consent/consent-proof.service.ts'
import { createConsentRepo } from '../features/consent/consent.repo.ts'
import { createConsentService } from '../features/consent/consent.service.ts'
import { createTenantApprovalService } from '../features/consent/tenant-approval.service.ts'
import { createConsentVerification } from '../features/consent/verify-consent.job.ts'
import type { RefreshService } from '../features/refresh/refresh.service.ts'
import type { TenantRecordsService } from '../features/tenants/tenant-records.service.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Clock } from '../lib/clock.ts'
import type { Sealer } from '../lib/seal.ts'
import type { Refreshing } from './refreshing.ts'

interface ConsentProofDeps {
  db: Kysely<Database>
  azure: AzureService
  microsoft: MicrosoftAccess
  records: TenantRecordsService
  refresh: RefreshService
  jobs: JobRunner
  clock: Clock
  logger: Logger
}

/** How consents are proven: by the web process at once, by any process later. */
export function composeConsentProof(deps: ConsentProofDeps) {
  const { db, clock } = deps
  const repo = createConsentRepo(db)
  const auditLog = createAuditLogService({ repo: createAuditLogRepo(db), clock })
  const proof = createConsentProof({ ...deps, repo, auditLog })
  return { proof, verification: createConsentVerification({ ...deps, repo, proof }) }
}

/** How consents are asked for and answered. */
export function composeConsent(
  deps: Refreshing & {
    config: Pick<Config, 'publicUrl'>
    db: Kysely<Database>
    sealer: Sealer
    transport: Transport
    jobs: JobRunner
    random: (bytes: number) => Buffer
    clock: Clock
    logger: Logger
  },
) {
  const { db, clock, config } = deps
  const repo = createConsentRepo(db)
  const auditLog = createAuditLogService({ repo: createAuditLogRepo(db), clock })
  const { proof } = deps.consentProof
  return {
    consents: createConsentService({
      ...deps,
      repo,
      auditLog,
      publicUrl: config.publicUrl,
      newId: randomUUID,
    }),
    callback: createConsentCallbackService({ ...deps, repo, proof, auditLog }),
    approval: createTenantApprovalService({ ...deps, auditLog }),
  }
}
