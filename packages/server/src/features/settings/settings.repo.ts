import type { NotificationKind } from '@tenantscope/contract/notifications'
import type { AdminSettings } from '@tenantscope/contract/settings'

import type { Db, Trx } from '../../db/tables.ts'

/** Synchronization settings of the specification (section 3), with the additions of decisions.md. */
export type Settings = Readonly<AdminSettings>

export interface StoredSettings extends Settings {
  readonly version: number
  readonly updatedAt: Date
  readonly updatedBy: string | null
}

/** Stores the single row of settings; the migrations insert it. */
export function createSettingsRepo(db: Db) {
  function read(within: Db = db): Promise<StoredSettings> {
    return within
      .selectFrom('settings')
      .selectAll()
      .$narrowType<{ notificationKinds: NotificationKind[] }>()
      .executeTakeFirstOrThrow()
  }

  return {
    read,

    /** The refresh interval, and the revision of the prices, in one statement. */
    readForLists: (): Promise<{ refreshHours: number; priceRevision: string }> =>
      db
        .selectFrom('settings')
        .innerJoin('priceSettings', (join) => join.onTrue())
        .select(['settings.refreshHours', 'priceSettings.revision as priceRevision'])
        .executeTakeFirstOrThrow(),

    /** Locks the row until the transaction ends. */
    async readLocked(trx: Trx): Promise<StoredSettings> {
      await trx.selectFrom('settings').select('id').forUpdate().execute()
      return read(trx)
    },

    async replace(
      trx: Trx,
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

    /** Sets the time zone only if the settings were never changed. */
    async setFirstTimeZone(timezone: string, at: Date): Promise<void> {
      await db
        .updateTable('settings')
        .set({ timezone, updatedBy: 'first start', updatedAt: at })
        .where('updatedBy', 'is', null)
        .execute()
    },

    /** For the switches of an operator. */
    async setSwitch(
      name: 'localAuthFallback' | 'secondFactorRequired',
      isOn: boolean,
      change: { by: string; at: Date; within: Db },
    ): Promise<void> {
      await change.within
        .updateTable('settings')
        .set((eb) => ({
          [name]: isOn,
          updatedBy: change.by,
          updatedAt: change.at,
          version: eb('version', '+', 1),
        }))
        .execute()
    },

    transaction: <T>(work: (within: Trx) => Promise<T>): Promise<T> =>
      db.transaction().execute(work),
  }
}
