import type { UserId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import type { Database } from '../db/tables.ts'
import { createApiCallsService } from '../features/audit-log/api-calls.service.ts'
import { createAuditExportService } from '../features/audit-log/audit-export.service.ts'
import { createAuditHeadsFile } from '../features/audit-log/audit-heads-file.ts'
import { mountAuditLog } from '../features/audit-log/audit-log.routes.ts'
import type { AuditLogService } from '../features/audit-log/audit-log.service.ts'
import { createAuditMacs } from '../features/audit-log/audit-macs.ts'
import { createAuditUpkeep } from '../features/audit-log/audit-upkeep.ts'
import { createAuditViewsRepo } from '../features/audit-log/audit-views.repo.ts'
import { createAuditViewsService } from '../features/audit-log/audit-views.service.ts'
import { createAuditRetentionService } from '../features/audit-log/retention.service.ts'
import { createSealingRepo } from '../features/audit-log/sealing.repo.ts'
import { createAuditSealingService } from '../features/audit-log/sealing.service.ts'
import {
  createAuditVerificationService,
  verificationLines,
} from '../features/audit-log/verification.service.ts'
import type { AdminReply } from '../features/users/admin-commands.ts'
import { onApiCalls } from '../http/api-calls.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Clock } from '../lib/clock.ts'
import type { Sealer } from '../lib/seal.ts'

export type AuditSeals = ReturnType<typeof composeAuditSeals>

/** The seals of the audit trails: what also `npm run admin` can check without the rest. */
export function composeAuditSeals(deps: {
  database: { readonly db: Kysely<Database> }
  config: Pick<Config, 'dataDir'>
  sealer: Sealer
  clock: Clock
  logger: Logger
}) {
  const repo = createSealingRepo(deps.database.db)
  const macs = createAuditMacs(deps.sealer)
  const file = createAuditHeadsFile(deps.config.dataDir)
  const sealing = createAuditSealingService({ ...deps, repo, macs, file })
  const verification = createAuditVerificationService({ ...deps, repo, macs, sealing })
  const upkeep = createAuditUpkeep({ sealing, logger: deps.logger })
  return {
    repo,
    macs,
    sealing,
    verification,
    upkeep,
    /** For `npm run admin -- verify-audit`. */
    async verifyForOperator(): Promise<AdminReply> {
      const found = await verification.verify()
      return { isDone: found.isIntact, lines: verificationLines(found) }
    },
  }
}

/** The audit as administrators see it, its retention, and the counting of calls. */
export function composeAudit(deps: {
  database: { readonly db: Kysely<Database> }
  auditSeals: AuditSeals
  auditLog: AuditLogService
  preferences: { of(userId: UserId): Promise<{ timezone: string }> }
  clock: Clock
  logger: Logger
}) {
  const { auditLog, clock, logger, preferences, database, auditSeals } = deps
  const { db } = database
  const { verification, upkeep } = auditSeals
  const timeZoneOf = async (userId: UserId) => (await preferences.of(userId)).timezone
  const apiCalls = createApiCallsService({ db, clock })
  const views = createAuditViewsService({
    repo: createAuditViewsRepo(db),
    timeZoneOf,
    flushApiCalls: () => apiCalls.flush(),
    clock,
  })
  const auditExport = createAuditExportService({ views, auditLog, timeZoneOf, clock })
  const retention = createAuditRetentionService({
    ...auditSeals,
    auditLog,
    retentionMonths: async () => {
      const settings = db.selectFrom('settings').select('auditRetentionMonths')
      return (await settings.executeTakeFirstOrThrow()).auditRetentionMonths
    },
    clock,
    logger,
  })
  let flushing: NodeJS.Timeout | null = null
  return {
    mount(server: HttpServer): void {
      onApiCalls(server, () => apiCalls.count())
      mountAuditLog(server, { auditLog, views, auditExport, verification })
    },
    /** Seals in the background from now on, and stores what was counted now and then. */
    work(): void {
      upkeep.start()
      flushing = setInterval(() => {
        apiCalls.flush().catch((error: unknown) => {
          logger.warn({ err: error }, 'the calls were not counted; the next round will')
        })
      }, FLUSH_EVERY_MS).unref()
    },
    async sweep(): Promise<void> {
      await retention.sweep()
      await apiCalls.sweep()
    },
    /** Before the database goes. */
    async close(): Promise<void> {
      if (flushing !== null) clearInterval(flushing)
      await apiCalls.flush().catch((error: unknown) => {
        logger.warn({ err: error }, 'the last calls were not counted')
      })
      await upkeep.close()
    },
  }
}

const FLUSH_EVERY_MS = 30_000
