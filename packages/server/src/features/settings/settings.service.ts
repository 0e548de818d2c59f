import { TimeZone } from '@tenantscope/contract/account'
import { NotificationKind } from '@tenantscope/contract/notifications'
import type { AdminSettings, StoredAdminSettings } from '@tenantscope/contract/settings'

import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import type { AuditActor, AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { Settings, SettingsRepo, StoredSettings } from './settings.repo.ts'
import { changedSettings, loosensSecurity } from './settings.rules.ts'

export type SettingsService = ReturnType<typeof createSettingsService>

/** Who changes them and from where. */
interface By {
  readonly actor: AuditActor
  readonly source: AuditSource
}

export function createSettingsService(deps: {
  repo: SettingsRepo
  auditLog: AuditLogService
  clock: Clock
}) {
  const { repo, auditLog, clock } = deps
  return {
    read: (): Promise<Settings> => repo.read(),

    /** What an import asks about, too. */
    loosensSecurity,

    async stored(): Promise<StoredAdminSettings> {
      return presented(await repo.read())
    },

    /**
     * A body without a version is taken as it is (decisions.md, Administration). `requireFresh` throws
     * unless the caller signed in a moment ago.
     */
    save(
      { version, ...given }: AdminSettings & { version?: number | undefined },
      by: By,
      requireFresh: () => void,
    ): Promise<StoredAdminSettings> {
      return repo.transaction(async (trx) => {
        const before = await repo.readLocked(trx)
        refuseOldVersion(version, before)
        const kinds = new Set(given.notificationKinds)
        const notificationKinds = NotificationKind.options.filter((kind) => kinds.has(kind))
        const after = { ...given, notificationKinds }
        const changes = changedSettings(before, after)
        if (changes.length === 0) return presented(before)
        if (loosensSecurity(before, after)) requireFresh()
        await repo.replace(trx, after, { by: by.actor.name, at: clock.now() })
        await auditLog.change(
          {
            type: 'settings',
            action: 'settings changed',
            changedBy: by.actor,
            target: null,
            oldValue: changes.map(({ label, from }) => `${label}: ${from}`).join('; '),
            newValue: changes.map(({ label, to }) => `${label}: ${to}`).join('; '),
            source: by.source,
          },
          trx,
        )
        return presented(await repo.read(trx))
      })
    },

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

/** Who wrote them last is known once somebody has; the first start is nobody. */
const presented = ({ updatedAt, updatedBy, ...settings }: StoredSettings): StoredAdminSettings => ({
  ...settings,
  updatedAt: updatedBy === null ? null : updatedAt.toISOString(),
  updatedBy,
})
