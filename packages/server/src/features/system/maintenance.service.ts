import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../lib/actor.ts'
import { systemEntry } from '../../lib/audit-entry.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import { createMaintenanceRepo } from './maintenance.repo.ts'

export type MaintenanceService = ReturnType<typeof createMaintenance>

/** Clears caches and sessions for administrators. */
export function createMaintenance(deps: {
  db: Db
  auditLog: AuditLogService
  /** Checks the Microsoft connection again, so that its results come back. */
  checkAgain: () => Promise<void>
}) {
  const { auditLog } = deps
  const repo = createMaintenanceRepo(deps.db)

  return {
    /** Stored reports and tenant data are kept. */
    async clearCache(by: By): Promise<{ message: string }> {
      const dropped = 'app-only tokens, permission results and derived figures'
      await repo.transaction(async (trx) => {
        await repo.forgetPermissionResults(trx)
        await repo.announceForgetting(trx)
        await auditLog.change(systemEntry('cache cleared', by, { details: dropped }), trx)
      })
      await deps.checkAgain()
      return { message: `Removed ${dropped}. Reports and tenant data are unchanged.` }
    },

    /** Streams of the ended sessions end, in whichever process. */
    async resetSessions(
      actor: Pick<Actor, 'sessionId'>,
      by: By,
    ): Promise<{ message: string; ended: number }> {
      const ended = await repo.transaction(async (trx) => {
        const count = await repo.endSessionsExcept(trx, actor.sessionId)
        await auditLog.change(systemEntry('sessions reset', by, { details: `${count} ended` }), trx)
        return count
      })
      const sessions = ended === 1 ? 'session' : 'sessions'
      return { message: `Ended ${ended} ${sessions}. Your session continues.`, ended }
    },
  }
}
