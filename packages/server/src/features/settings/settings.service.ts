import { TimeZone } from '@tenantscope/contract/account'
import { NotificationKind } from '@tenantscope/contract/notifications'
import type { AdminSettings, StoredAdminSettings } from '@tenantscope/contract/settings'

import type { Db } from '../../db/tables.ts'
import { recordedBy } from '../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import { BY_OPERATOR, OPERATOR } from '../../lib/operator.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import { createSettingsRepo } from './settings.repo.ts'
import type { Settings, StoredSettings } from './settings.repo.ts'
import { changedSettings, loosensSecurity } from './settings.rules.ts'

/** The switches of an operator, with the actions in the audit. A start script may repeat the second. */
const SWITCHES = {
  localAuthFallback: {
    on: 'local sign-in enabled',
    off: 'local sign-in disabled',
    isRecordedUnchanged: true,
  },
  secondFactorRequired: {
    on: 'second factor required',
    off: 'second factor made optional',
    isRecordedUnchanged: false,
  },
} as const

export type SettingsService = ReturnType<typeof createSettingsService>

export function createSettingsService(deps: { db: Db; auditLog: AuditLogService; clock: Clock }) {
  const { auditLog, clock } = deps
  const repo = createSettingsRepo(deps.db)
  return {
    read: (): Promise<Settings> => repo.read(),

    /** Also used by imports. */
    loosensSecurity,

    async stored(): Promise<StoredAdminSettings> {
      return presented(await repo.read())
    },

    /**
     * A body without a version is accepted (decisions.md, Administration). `requireFresh` throws
     * unless the caller signed in recently.
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
            ...recordedBy(by),
            oldValue: changes.map(({ label, from }) => `${label}: ${from}`).join('; '),
            newValue: changes.map(({ label, to }) => `${label}: ${to}`).join('; '),
          },
          trx,
        )
        return presented(await repo.read(trx))
      })
    },

    /** Stores the host's time zone at the first start (decisions.md, Administration). */
    async adoptHostTimeZone(timezone: string): Promise<void> {
      if (TimeZone.safeParse(timezone).success) await repo.setFirstTimeZone(timezone, clock.now())
    },

    /**
     * Sets one of the switches that `npm run admin` has, for operators whose administrators locked
     * themselves out.
     */
    async setSwitch(name: keyof typeof SWITCHES, isOn: boolean): Promise<void> {
      await repo.transaction(async (within) => {
        const { [name]: wasOn } = await repo.readLocked(within)
        if (wasOn === isOn && !SWITCHES[name].isRecordedUnchanged) return
        await repo.setSwitch(name, isOn, { by: OPERATOR.name, at: clock.now(), within })
        await auditLog.change(
          {
            type: 'settings',
            action: SWITCHES[name][isOn ? 'on' : 'off'],
            ...recordedBy(BY_OPERATOR),
            oldValue: String(wasOn),
            newValue: String(isOn),
          },
          within,
        )
      })
    },
  }
}

/** The last change; the first start has no author. */
const presented = ({ updatedAt, updatedBy, ...settings }: StoredSettings): StoredAdminSettings => ({
  ...settings,
  updatedAt: updatedBy === null ? null : updatedAt.toISOString(),
  updatedBy,
})
