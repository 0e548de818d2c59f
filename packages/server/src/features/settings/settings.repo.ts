import type { NotificationKind } from '@tenantscope/contract/notifications'
import type { AdminSettings } from '@tenantscope/contract/settings'
import type { Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type SettingsRepo = ReturnType<typeof createSettingsRepo>

/** Synchronization settings as specified (section 3), and what decisions.md adds to them. */
export type Settings = Readonly<AdminSettings>

export interface StoredSettings extends Settings {
  readonly version: number
  readonly updatedAt: Date
  readonly updatedBy: string | null
}

const COLUMNS = [
  'roleSyncEnabled',
  'localAuthFallback',
  'autoImportUsers',
  'timezone',
  'defaultTenantAccess',
  'refreshHours',
  'auditRetentionMonths',
  'inactiveTenantRetentionMonths',
  'notificationKinds',
  'version',
  'updatedAt',
  'updatedBy',
] as const

/** The one row of settings; the migrations insert it. */
export function createSettingsRepo(db: Kysely<Database>) {
  function read(within: Kysely<Database> = db): Promise<StoredSettings> {
    return within
      .selectFrom('settings')
      .select(COLUMNS)
      .$narrowType<{ notificationKinds: NotificationKind[] }>()
      .executeTakeFirstOrThrow()
  }

  return {
    read,

    /** Nobody else changes them before the transaction ends. */
    async readLocked(trx: Transaction<Database>): Promise<StoredSettings> {
      await trx.selectFrom('settings').select('id').forUpdate().execute()
      return read(trx)
    },

    async replace(
      trx: Transaction<Database>,
      settings: Settings,
      { by: updatedBy, at: updatedAt }: { by: string; at: Date },
    ): Promise<void> {
      const { notificationKinds, ...rest } = settings
      const changed = { ...rest, notificationKinds: [...notificationKinds], updatedBy, updatedAt }
      await trx
        .updateTable('settings')
        .set((eb) => ({ ...changed, version: eb('version', '+', 1) }))
        .execute()
    },

    /** Does nothing once anybody, this call included, has set the settings. */
    async setFirstTimeZone(timezone: string, at: Date): Promise<void> {
      await db
        .updateTable('settings')
        .set({ timezone, updatedBy: 'first start', updatedAt: at })
        .where('updatedBy', 'is', null)
        .execute()
    },

    async setLocalAuthFallback(
      localAuthFallback: boolean,
      change: { by: string; at: Date; within: Kysely<Database> },
    ): Promise<void> {
      await change.within
        .updateTable('settings')
        .set((eb) => ({
          localAuthFallback,
          updatedBy: change.by,
          updatedAt: change.at,
          version: eb('version', '+', 1),
        }))
        .execute()
    },

    transaction: <T>(work: (within: Transaction<Database>) => Promise<T>): Promise<T> =>
      db.transaction().execute(work),
  }
}
