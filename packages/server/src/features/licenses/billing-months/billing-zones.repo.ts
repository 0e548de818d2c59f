import { sql } from 'kysely'

import type { Db, Trx } from '../../../db/tables.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'

export type BillingZonesRepo = ReturnType<typeof createBillingZonesRepo>

/** Stores the time zones in which months of tenants end. */
export function createBillingZonesRepo(db: Db) {
  return {
    /** Returns the tenant's time zone and the one in force. */
    async find({ tenantId }: TenantAccess, within: Db = db) {
      const { rows } = await sql<{
        effective: string
        own: string | null
        version: number
        updatedAt: Date | null
        updatedBy: string | null
      }>`
        select coalesce(zone.time_zone, settings.timezone) as effective, zone.time_zone as own,
          coalesce(zone.version, 0) as version, zone.updated_at, zone.updated_by
        from settings left join tenant_billing_zones as zone on zone.tenant_id = ${tenantId}`.execute(
        within,
      )
      const [found] = rows
      if (found === undefined) throw new Error('The settings are missing')
      return found
    },

    async save(
      trx: Trx,
      row: { tenantId: TenantAccess['tenantId']; timeZone: string | null; by: string; at: Date },
    ): Promise<void> {
      const { tenantId, timeZone, by: updatedBy, at: updatedAt } = row
      const changed = { timeZone, updatedBy, updatedAt }
      await trx
        .insertInto('tenantBillingZones')
        .values({ tenantId, ...changed })
        .onConflict((conflict) =>
          conflict.column('tenantId').doUpdateSet((eb) => ({
            ...changed,
            version: eb('tenantBillingZones.version', '+', 1),
          })),
        )
        .execute()
    },
  }
}
