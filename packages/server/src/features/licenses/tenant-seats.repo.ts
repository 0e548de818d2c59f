import type { Subscription } from '@tenantscope/analysis/renewals'
import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import { isInGeneration } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import type { ReadSeats, SeatRow } from './tenant-seats.rules.ts'

export type TenantSeatsRepo = ReturnType<typeof createTenantSeatsRepo>

/** Reads seats of stored generations. Their rows outlive the next publish, so no transaction is needed. */
export function createTenantSeatsRepo(db: Db) {
  /** Omits service plans, which are most of a SKU's bytes and affect no figure. */
  async function findSkus(generations: readonly GenerationOfTenant[], withPlans: boolean) {
    const plans = withPlans ? sql`sku.service_plans` : sql`'[]'::jsonb`
    const { rows } = await sql<SeatRow & { tenantId: TenantId }>`
      select sku.tenant_id, sku.sku_id, sku.sku_part_number, sku.applies_to, sku.capability_status,
        sku.consumed_units, sku.enabled_units, sku.warning_units, sku.suspended_units,
        sku.locked_out_units, ${plans} as service_plans,
        held.holders, held.blocked_holders, held.guest_holders
      from ${named(generations)}
      join directory_skus as sku on ${isCurrent('sku')}
      left join generation_sku_holders as held
        on held.generation_id = named.generation_id and held.sku_id = lower(sku.sku_id)
      order by sku.sku_part_number, sku.sku_id`.execute(db)
    return rows
  }

  async function findSubscriptions(generations: readonly GenerationOfTenant[]) {
    const { rows } = await sql<Subscription & { tenantId: TenantId }>`
      select bought.tenant_id, bought.id, bought.sku_id, bought.sku_part_number, bought.status, bought.is_trial,
        coalesce(bought.total_licenses, 0) as total_licenses,
        bought.total_licenses is not null as has_seats,
        bought.created_date_time, bought.next_lifecycle_date_time
      from ${named(generations)}
      join directory_subscriptions as bought on ${isCurrent('bought')}`.execute(db)
    return rows
  }

  return {
    findSubscriptions,

    async read(
      generations: readonly GenerationOfTenant[],
      { withPlans }: { withPlans: boolean },
    ): Promise<ReadonlyMap<TenantId, ReadSeats>> {
      const [skus, subscriptions] = await Promise.all([
        findSkus(generations, withPlans),
        findSubscriptions(generations),
      ])
      const skusOf = Map.groupBy(skus, ({ tenantId }) => tenantId)
      const subscriptionsOf = Map.groupBy(subscriptions, ({ tenantId }) => tenantId)
      return new Map(
        generations.map(({ tenantId }) => [
          tenantId,
          {
            skus: skusOf.get(tenantId) ?? [],
            subscriptions: subscriptionsOf.get(tenantId) ?? [],
          },
        ]),
      )
    },

    findSpareSeats: (tenantIds: readonly TenantId[]) =>
      db
        .selectFrom('tenantSpareSeats')
        .select(['tenantId', 'skuId', 'seats', 'reason'])
        .where(sql<boolean>`tenant_id = any(${tenantIds}::text[])`)
        .execute(),
  }
}

/** One array each instead of one value per tenant: there may be a thousand. */
const named = (generations: readonly GenerationOfTenant[]) => sql`
  unnest(${generations.map(({ tenantId }) => tenantId)}::text[],
    ${generations.map(({ generationId }) => generationId)}::bigint[])
    as named (tenant_id, generation_id)`

const isCurrent = (rows: string) =>
  isInGeneration(rows, {
    tenantId: sql.ref('named.tenantId'),
    generationId: sql.ref('named.generationId'),
  })
