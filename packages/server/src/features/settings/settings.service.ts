import { TimeZone } from '@tenantscope/contract/account'

import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { SettingsRepo } from './settings.repo.ts'

export type SettingsService = ReturnType<typeof createSettingsService>

export function createSettingsService(deps: {
  repo: SettingsRepo
  auditLog: AuditLogService
  clock: Clock
}) {
  const { repo, auditLog, clock } = deps
  return {
    read: () => repo.read(),

    /** The installation's time zone is the host's, taken at the first start (decisions.md, Administration). */
    async adoptHostTimeZone(timezone: string): Promise<void> {
      if (TimeZone.safeParse(timezone).success) await repo.setFirstTimeZone(timezone, clock.now())
    },

    /** For operators: `npm run admin -- enable-local`, for those who locked themselves out, and its opposite. */
    async setLocalSignIn(isEnabled: boolean): Promise<void> {
      await repo.transaction(async (within) => {
        const { localAuthFallback } = await repo.read(within)
        await repo.setLocalAuthFallback(isEnabled, { by: OPERATOR.name, at: clock.now(), within })
        await auditLog.change(
          {
            type: 'settings',
            action: isEnabled ? 'local sign-in enabled' : 'local sign-in disabled',
            changedBy: OPERATOR,
            target: null,
            oldValue: String(localAuthFallback),
            newValue: String(isEnabled),
            source: NO_SOURCE,
          },
          within,
        )
      })
    },
  }
}
