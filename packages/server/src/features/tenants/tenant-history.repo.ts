import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Database, Db } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type TenantHistoryRepo = ReturnType<typeof createTenantHistoryRepo>

export interface DayRow extends Omit<
  Selectable<Database['tenantDailyCounts']>,
  'tenantId' | 'readAt'
> {
  readonly paidSeats: number
  readonly assignedPaidSeats: number
}

/** Stores daily counts (decisions.md, Tenants and data). */
export function createTenantHistoryRepo(db: Db) {
  return {
    async findCurrentGeneration({ tenantId }: TenantAccess): Promise<GenerationOfTenant | null> {
      const row = await db
        .selectFrom('tenants')
        .select('currentGenerationId')
        .where('id', '=', tenantId)
        .executeTakeFirst()
      const generationId = row?.currentGenerationId ?? null
      return generationId === null ? null : { tenantId, generationId }
    },

    /** Every SKU of those days once, as it was last. */
    findSkus: ({ tenantId }: TenantAccess, since: string) =>
      db
        .selectFrom('tenantDailySeats')
        .distinctOn('skuId')
        .select(['skuId', 'skuPartNumber', 'appliesTo'])
        .select(['consumedUnits', 'enabledUnits', 'warningUnits'])
        .where('tenantId', '=', tenantId)
        .where('day', '>=', since)
        .orderBy('skuId')
        .orderBy('day', 'desc')
        .execute(),

    /** Oldest first; seats of these SKUs alone. */
    async findDays(
      { tenantId }: TenantAccess,
      since: string,
      skuIds: readonly string[],
    ): Promise<DayRow[]> {
      const { rows } = await sql<DayRow>`
        select counted.day, counted.people, counted.licensed_people, counted.policies_enabled,
          counted.policies_report_only, counted.policies_disabled, counted.has_licenses,
          coalesce(sum(greatest(seats.enabled_units, 0)::bigint
            + greatest(seats.warning_units, 0)), 0)::bigint as paid_seats,
          coalesce(sum(seats.consumed_units), 0)::bigint as assigned_paid_seats
        from tenant_daily_counts as counted
        left join tenant_daily_seats as seats on seats.tenant_id = counted.tenant_id
          and seats.day = counted.day and seats.sku_id = any(${skuIds}::text[])
        where counted.tenant_id = ${tenantId} and counted.day >= ${since}::date
        group by counted.tenant_id, counted.day
        order by counted.day`.execute(db)
      return rows
    },
  }
}
