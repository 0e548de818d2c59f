import type { StoredTenantSettings, TenantSettings } from '@tenantscope/contract/tenant-settings'

import type { Trx } from '../../db/tables.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AuditLogService, By, ChangeEntry } from '../audit-log/audit-log.service.ts'
import type { StoredSettings, TenantSettingsRepo } from './tenant-settings.repo.ts'
import { settledSettings } from './tenant-settings.rules.ts'

export type TenantSettingsService = ReturnType<typeof createTenantSettingsService>

/** Stores staff's settings of a tenant, and whether it is read; every change is audited. */
export function createTenantSettingsService(deps: {
  repo: TenantSettingsRepo
  auditLog: AuditLogService
  clock: Clock
}) {
  const { repo, auditLog, clock } = deps

  async function lock(trx: Trx, access: TenantAccess): Promise<{ isReadingStopped: boolean }> {
    const tenant = await repo.lock(trx, access)
    if (tenant === undefined) throw tenantNotFound()
    return { isReadingStopped: tenant.readingStoppedAt !== null }
  }

  function audit(
    trx: Trx,
    { access, by }: { access: TenantAccess; by: By },
    change: Pick<ChangeEntry, 'action' | 'oldValue' | 'newValue' | 'details'>,
  ): Promise<void> {
    const who = { changedBy: by.actor, source: by.source }
    const { tenantId } = access
    return auditLog.change({ type: 'tenant', ...change, ...who, tenantId }, trx)
  }

  return {
    async read(access: TenantAccess): Promise<StoredTenantSettings> {
      const [stored, isReadingStopped] = await Promise.all([
        repo.read(access),
        repo.isReadingStopped(access),
      ])
      return present(stored, isReadingStopped)
    },

    /** A body without a version is taken as it is (decisions.md, Administration). */
    save(
      access: TenantAccess,
      given: { settings: TenantSettings; version?: number | undefined },
      by: By,
    ): Promise<StoredTenantSettings> {
      const settings = settledSettings(given.settings)
      return repo.transaction(async (trx) => {
        const { isReadingStopped } = await lock(trx, access)
        const before = await repo.read(access, trx)
        refuseOldVersion(given.version, before)
        await repo.replace(trx, access, { settings, by: by.actor.name, at: clock.now() })
        const details = changedParts(before.settings, settings)
        await audit(trx, { access, by }, { action: 'tenant settings changed', details })
        return present(await repo.read(access, trx), isReadingStopped)
      })
    },

    /** Stored data is kept; resuming does not start a refresh. */
    setReading(
      access: TenantAccess,
      isStopped: boolean,
      by: By,
    ): Promise<{ isReadingStopped: boolean }> {
      return repo.transaction(async (trx) => {
        const before = await lock(trx, access)
        if (before.isReadingStopped === isStopped) return before
        const stopped = isStopped ? { by: by.actor.name, at: clock.now() } : null
        await repo.setReading(trx, access, stopped)
        await audit(
          trx,
          { access, by },
          {
            action: isStopped ? 'tenant reading stopped' : 'tenant reading resumed',
            oldValue: readingText(before.isReadingStopped),
            newValue: readingText(isStopped),
          },
        )
        return { isReadingStopped: isStopped }
      })
    },
  }
}

/** Returns the names of the changed fields only: aliases, tags and reasons are customer data. */
function changedParts(before: TenantSettings, after: TenantSettings): string {
  const parts = [
    ...(before.alias === after.alias ? [] : ['alias']),
    ...(String(before.tags) === String(after.tags) ? [] : ['tags']),
    ...(JSON.stringify(before.spareSeats) === JSON.stringify(after.spareSeats)
      ? []
      : ['spare seats']),
  ]
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

const readingText = (isStopped: boolean): string => (isStopped ? 'stopped' : 'read')

function present(stored: StoredSettings, isReadingStopped: boolean): StoredTenantSettings {
  return { ...stored, updatedAt: stored.updatedAt?.toISOString() ?? null, isReadingStopped }
}
