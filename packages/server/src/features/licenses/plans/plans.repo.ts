import { sql } from 'kysely'

import { isInGeneration, rowsOf } from '../../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../../db/generation-rows.ts'
import type { Db } from '../../../db/tables.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import type { HeldRow, UsageRow } from './plans.rules.ts'

export type PlansRepo = ReturnType<typeof createPlansRepo>

/** Reads what a proposal of licenses rests on. */
export function createPlansRepo(db: Db) {
  return {
    people: (generation: GenerationOfTenant) =>
      rowsOf(db, 'directoryUsers', generation)
        .select(['id', 'userPrincipalName', 'createdDateTime'])
        .orderBy('id')
        .execute(),

    skuPlans: (generation: GenerationOfTenant) =>
      rowsOf(db, 'directorySkus', generation).select(['skuId', 'servicePlans']).execute(),

    async held(generation: GenerationOfTenant): Promise<HeldRow[]> {
      const { rows } = await sql<HeldRow>`
        select held.user_id, lower(held.sku_id) as sku_id, held.disabled_plans
        from directory_license_assignments held
        where ${isInGeneration('held', generation)}
          and coalesce(held.state, 'Active') not in ('Error', 'Disabled')
        order by held.user_id, held.sku_id`.execute(db)
      return rows
    },

    /** The current usage report; undefined before the first one. */
    findReport: ({ tenantId }: TenantAccess) =>
      db
        .selectFrom('tenantActivity')
        .innerJoin('activityReadings', 'activityReadings.id', 'tenantActivity.currentReadingId')
        .select(['activityReadings.id', 'isConcealed'])
        .select(sql<string | null>`report_date::text`.as('reportDate'))
        .where('tenantActivity.tenantId', '=', tenantId)
        .where('tenantActivity.part', '=', 'usage')
        .executeTakeFirst(),

    /** Any date of a workload counts as use. */
    async usage(readingId: number): Promise<UsageRow[]> {
      const { rows } = await sql<UsageRow>`
        select lower(user_principal_name) as name,
          exchange_last_used_on is not null as exchange,
          coalesce(one_drive_last_used_on, share_point_last_used_on) is not null as files,
          coalesce(teams_last_used_on, skype_last_used_on) is not null as teams,
          yammer_last_used_on is not null as yammer
        from activity_usage where reading_id = ${readingId} and is_deleted is not true`.execute(db)
      return rows
    },
  }
}
