import type { UserId } from '@tenantscope/contract/ids'

import { createApiCallsService } from '../features/audit-log/api-calls.service.ts'
import { createAuditExportService } from '../features/audit-log/audit-export.service.ts'
import { createAuditLogRepo } from '../features/audit-log/audit-log.repo.ts'
import { mountAuditLog } from '../features/audit-log/audit-log.routes.ts'
import { createAuditLogService } from '../features/audit-log/audit-log.service.ts'
import { createAuditMacs } from '../features/audit-log/audit-macs.ts'
import { createAuditUpkeep } from '../features/audit-log/audit-upkeep.ts'
import { createAuditViewsService } from '../features/audit-log/audit-views.service.ts'
import { createAuditRetentionService } from '../features/audit-log/retention.service.ts'
import { createSealingRepo } from '../features/audit-log/sealing.repo.ts'
import { createAuditSealingService } from '../features/audit-log/sealing.service.ts'
import {
  createAuditVerificationService,
  verificationLines,
} from '../features/audit-log/verification.service.ts'
import type { AdminReply } from '../features/users/admin-commands.ts'
import { isApiPath } from '../http/headers.ts'
import type { HttpServer } from '../http/http-server.ts'
import { pathOf } from '../http/request-log.ts'
import { systemEntry } from '../lib/audit-entry.ts'
import { BY_PRODUCT } from '../lib/operator.ts'
import type { Foundation } from './part.ts'
import type { People } from './people.ts'

export type AuditSeals = ReturnType<typeof composeAuditSeals>

interface AuditSealsDeps extends Pick<Foundation, 'db' | 'sealer' | 'clock' | 'logger'> {
  dataDir: string
}

/** Seals and verifies the audit trails; `npm run admin` verifies them without the rest. */
export function composeAuditSeals(deps: AuditSealsDeps) {
  const repo = createSealingRepo(deps.db)
  const macs = createAuditMacs(deps.sealer)
  const base = { ...deps, repo, macs }
  const auditLog = createAuditLogService({ ...deps, repo: createAuditLogRepo(deps.db) })
  const recordNewFile = (reason: string) =>
    auditLog.change(
      systemEntry('audit heads missing', BY_PRODUCT, { details: `audit-heads.json ${reason}` }),
    )
  const sealing = createAuditSealingService({ ...base, recordNewFile })
  const verification = createAuditVerificationService({ ...base, sealing })
  const upkeep = createAuditUpkeep({ ...base, sealing })
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

interface AuditDeps {
  foundation: Foundation
  people: People
  auditSeals: AuditSeals
  /** False in tests, which seal explicitly. */
  sealsInBackground: boolean
}

/** The audit as administrators see it, its retention, and the counter of API calls. */
export function composeAudit({ foundation, people, auditSeals, sealsInBackground }: AuditDeps) {
  const { logger } = foundation
  const { preferences, settings } = people
  const { verification, upkeep } = auditSeals
  const timeZoneOf = async (userId: UserId) => (await preferences.of(userId)).timezone
  const base = { ...foundation, ...people, timeZoneOf }
  const apiCalls = createApiCallsService(base)
  const views = createAuditViewsService({
    ...base,
    flushApiCalls: () => apiCalls.flush(),
  })
  const auditExport = createAuditExportService({ ...base, views })
  const retention = createAuditRetentionService({
    ...base,
    ...auditSeals,
    retentionMonths: async () => (await settings.read()).auditRetentionMonths,
  })
  let flushing: NodeJS.Timeout | null = null
  return {
    mount(server: HttpServer): void {
      // Counts every reply under /api, errors included.
      server.fastify.addHook('onResponse', async (request) => {
        if (isApiPath(pathOf(request))) apiCalls.count()
      })
      mountAuditLog(server, { ...people, views, auditExport, verification })
    },
    /** Seals in the background, and stores the counted calls every 30 seconds. */
    async work(): Promise<void> {
      if (!sealsInBackground) return
      upkeep.start()
      flushing = setInterval(() => {
        apiCalls.flush().catch((error: unknown) => {
          logger.warn({ err: error }, 'API call counting failed; the next round retries')
        })
      }, FLUSH_EVERY_MS).unref()
    },
    async sweep(): Promise<void> {
      await retention.sweep()
      await apiCalls.sweep()
    },
    async close(): Promise<void> {
      if (flushing !== null) clearInterval(flushing)
      await apiCalls.flush().catch((error: unknown) => {
        logger.warn({ err: error }, 'API call counting failed at shutdown')
      })
      await upkeep.close()
    },
  }
}

const FLUSH_EVERY_MS = 30_000
