import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInGroup, isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'

export type EstateLicensesRepo = ReturnType<typeof createEstateLicensesRepo>

export interface AskedTenants {
  readonly scope: TenantScope
  readonly groupId: TenantGroupId | null
  /** Only this tenant. */
  readonly tenantId?: TenantId
}

/** A tenant of the estate with what is known of its current generation. */
export interface EstateTenant {
  readonly tenantId: TenantId
  readonly displayName: string
  readonly isInactive: boolean
  /** Null before the first reading. */
  readonly generationId: number | null
  readonly dataAsOf: Date | null
  /** Null when users could not be read. */
  readonly people: number | null
  readonly licensedPeople: number | null
  readonly hasLicenses: boolean
  readonly hasSubscriptions: boolean
}

export interface TrendDay {
  readonly day: string
  readonly tenants: number
  readonly seats: number
  readonly assigned: number
}

/** Reads the tenants behind the licenses of the estate, and the stored history of one SKU. */
export function createEstateLicensesRepo(db: Db) {
  return {
    /** The tenants of the scope and the group, by name. */
    async tenants({ scope, groupId, tenantId }: AskedTenants): Promise<EstateTenant[]> {
      const { rows } = await sql<EstateTenant>`
        select tenants.id as tenant_id, ${shownName('tenants')} as display_name,
          tenants.status = 'Inactive' as is_inactive,
          tenants.current_generation_id as generation_id, tenants.data_as_of,
          generations.people, generations.licensed_people,
          ${isRead('licenses')} as has_licenses, ${isRead('subscriptions')} as has_subscriptions
        from tenants left join generations on generations.id = tenants.current_generation_id
        where ${isInScope('tenants.id', scope)} and ${isInGroup('tenants.id', groupId)}
          and ${tenantId === undefined ? sql`true` : sql`tenants.id = ${tenantId}`}
        order by ${byAlphabet(shownName('tenants'))}, tenants.id`.execute(db)
      return rows
    },

    /**
     * The usable and assigned seats of a SKU, in all spellings of its id, by the end of each day. A tenant that was not read on a day
     * counts with its reading before; one that was never read by then does not count.
     */
    async trend(
      tenantIds: readonly TenantId[],
      { skuIds, firstDay, days }: { skuIds: readonly string[]; firstDay: string; days: number },
    ): Promise<TrendDay[]> {
      const { rows } = await sql<TrendDay>`
        with asked as (select unnest(${tenantIds}::text[]) as tenant_id),
        first_reading as (
          select asked.tenant_id, before.day from asked join lateral (
            select counted.day from tenant_daily_counts as counted
            where counted.tenant_id = asked.tenant_id and counted.has_licenses
              and counted.day <= ${firstDay}::date
            order by counted.day desc limit 1) as before on true),
        readings as (
          select tenant_id, day from first_reading
          union all
          select counted.tenant_id, counted.day from tenant_daily_counts as counted
            join asked on asked.tenant_id = counted.tenant_id
          where counted.has_licenses and counted.day > ${firstDay}::date),
        seats_read as (
          select readings.tenant_id, greatest(readings.day, ${firstDay}::date) as day,
            coalesce(sum(greatest(held.enabled_units, 0) + greatest(held.warning_units, 0)), 0)::bigint
              as seats,
            coalesce(sum(held.consumed_units), 0)::bigint as assigned
          from readings left join tenant_daily_seats as held
            on held.tenant_id = readings.tenant_id and held.day = readings.day
            and held.sku_id = any(${skuIds}::text[])
          group by readings.tenant_id, readings.day),
        changes as (
          select day,
            case when lag(day) over each_tenant is null then 1 else 0 end as tenants,
            seats - coalesce(lag(seats) over each_tenant, 0) as seats,
            assigned - coalesce(lag(assigned) over each_tenant, 0) as assigned
          from seats_read
          window each_tenant as (partition by tenant_id order by day)),
        by_day as (
          select ${firstDay}::date + number as day
          from generate_series(0, ${days}::int - 1) as number)
        select by_day.day,
          (sum(coalesce(sum(changes.tenants), 0)) over until_day)::int as tenants,
          (sum(coalesce(sum(changes.seats), 0)) over until_day)::bigint as seats,
          (sum(coalesce(sum(changes.assigned), 0)) over until_day)::bigint as assigned
        from by_day left join changes on changes.day = by_day.day
        group by by_day.day
        window until_day as (order by by_day.day)
        order by by_day.day`.execute(db)
      return rows
    },
  }
}

const isRead = (part: 'licenses' | 'subscriptions') => sql<boolean>`
  not exists (select from generation_part_failures as failed
    where failed.generation_id = tenants.current_generation_id and failed.part = ${part})`
