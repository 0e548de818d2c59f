import type { TenantSettings } from '@tenantscope/contract/tenant-settings'

import type { Db, Trx } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type TenantSettingsRepo = ReturnType<typeof createTenantSettingsRepo>

/** The stored settings of a tenant by staff. */
export type StoredSettings = Awaited<ReturnType<TenantSettingsRepo['read']>>

export interface Change {
  readonly by: string
  readonly at: Date
}

export function createTenantSettingsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Changes of one tenant come one after the other; undefined when it is gone. */
    lock: (trx: Trx, { tenantId }: TenantAccess) =>
      trx
        .selectFrom('tenants')
        .select('readingStoppedAt')
        .where('id', '=', tenantId)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    async isReadingStopped({ tenantId }: TenantAccess): Promise<boolean> {
      const row = await db
        .selectFrom('tenants')
        .select('readingStoppedAt')
        .where('id', '=', tenantId)
        .executeTakeFirst()
      return row !== undefined && row.readingStoppedAt !== null
    },

    async read({ tenantId }: TenantAccess, within: Db = db) {
      const row = await within
        .selectFrom('tenantSettings')
        .select(['alias', 'tags', 'version', 'updatedBy', 'updatedAt'])
        .where('tenantId', '=', tenantId)
        .executeTakeFirst()
      const spareSeats = await within
        .selectFrom('tenantSpareSeats')
        .select(['skuId', 'seats', 'reason'])
        .where('tenantId', '=', tenantId)
        .orderBy('skuId')
        .execute()
      if (row === undefined) return { ...NOTHING_SAID, settings: { ...NO_SETTINGS, spareSeats } }
      const { alias, tags, ...rest } = row
      return { settings: { alias, tags, spareSeats }, ...rest }
    },

    async replace(
      trx: Trx,
      { tenantId }: TenantAccess,
      { settings, by, at }: Change & { settings: TenantSettings },
    ): Promise<void> {
      const { alias, tags, spareSeats } = settings
      const values = { alias, tags: [...tags], updatedBy: by, updatedAt: at }
      await trx
        .insertInto('tenantSettings')
        .values({ tenantId, ...values })
        .onConflict((conflict) =>
          conflict
            .column('tenantId')
            .doUpdateSet((eb) => ({ ...values, version: eb('tenantSettings.version', '+', 1) })),
        )
        .execute()
      await trx.deleteFrom('tenantSpareSeats').where('tenantId', '=', tenantId).execute()
      if (spareSeats.length === 0) return
      await trx
        .insertInto('tenantSpareSeats')
        .values(spareSeats.map((spare) => ({ tenantId, ...spare })))
        .execute()
    },

    async setReading(trx: Trx, { tenantId }: TenantAccess, stopped: Change | null): Promise<void> {
      await trx
        .updateTable('tenants')
        .set({ readingStoppedAt: stopped?.at ?? null, readingStoppedBy: stopped?.by ?? null })
        .where('id', '=', tenantId)
        .execute()
    },
  }
}

const NO_SETTINGS = { alias: null, tags: [] }
const NOTHING_SAID = { version: 0, updatedBy: null, updatedAt: null }
