import type { Actor } from '../../lib/actor.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { By } from '../users/users.service.ts'
import type { MaintenanceRepo } from './maintenance.repo.ts'
import { systemEntry } from './system-entry.rules.ts'

export type MaintenanceService = ReturnType<typeof createMaintenance>

/** What administrators clear away so that it is made anew. */
export function createMaintenance(deps: {
  repo: MaintenanceRepo
  auditLog: AuditLogService
  /** Checks the Microsoft connection again, so that its results come back. */
  checkAgain: () => Promise<void>
}) {
  const { repo, auditLog } = deps

  return {
    /** Snapshots and what was read of tenants stay. */
    async clearCache(by: By): Promise<{ message: string }> {
      const dropped = 'app-only tokens, permission results and derived figures'
      await repo.transaction(async (trx) => {
        await repo.forgetPermissionResults(trx)
        await repo.announceForgetting(trx)
        await auditLog.change(systemEntry('cache cleared', by, { details: dropped }), trx)
      })
      await deps.checkAgain()
      return { message: `Dropped ${dropped}. Reports and tenants' data are as they were.` }
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
      return { message: `Ended ${ended} ${sessions}; yours goes on.`, ended }
    },
  }
}
