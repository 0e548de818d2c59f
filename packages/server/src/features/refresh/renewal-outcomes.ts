import { RENEWALS } from '@tenantscope/contract/limits'
import { sql } from 'kysely'

import { isInGeneration } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Trx } from '../../db/tables.ts'

/**
 * Stores what the generation shows of decisions whose date has passed recently. A reading without
 * subscriptions changes nothing. A row that could not be read may be the subscription, so a missing one
 * is then not known.
 */
export async function saveRenewalOutcomes(
  trx: Trx,
  target: GenerationOfTenant,
  at: Date,
): Promise<void> {
  const { tenantId, generationId } = target
  await sql`
    update renewal_decisions as decision set
      (seats_after, status_after) = (
        select case count(*) when 0 then 0 else max(total_licenses) end,
          case count(*) when 0 then null else coalesce(max(status), '') end
        from directory_subscriptions as bought where ${isDecided(target)}),
      after_read_at = ${at}
    where decision.tenant_id = ${tenantId} and decision.renews_at <= ${at}
      and ${at}::timestamptz <= decision.renews_at + make_interval(days => ${RENEWALS.outcomeDays}::int)
      and not exists (select from generation_part_failures
        where generation_id = ${generationId} and part = 'subscriptions')
      and (exists (select from directory_subscriptions as bought where ${isDecided(target)})
        or not exists (select from generation_malformed_rows
          where generation_id = ${generationId} and part = 'subscriptions'))`.execute(trx)
}

const isDecided = (target: GenerationOfTenant) =>
  sql<boolean>`bought.id = decision.subscription_id and ${isInGeneration('bought', target)}`
