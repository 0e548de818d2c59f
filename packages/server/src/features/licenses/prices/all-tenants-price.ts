import { utcDay } from '@tenantscope/analysis/renewals'
import { LIST_CURRENCY } from '@tenantscope/contract/currencies'

import { minorOfAmount } from '../../../db/price-facts.ts'
import type { Trx } from '../../../db/tables.ts'
import type { PricesRepo } from './prices.repo.ts'
import { dayBefore } from './prices.rules.ts'
import type { PriceSeries, StoredPrice } from './prices.rules.ts'

/** Who changes a price, and when. */
interface Changed {
  readonly changedBy: string
  readonly changedAt: Date
}

/**
 * Sets the customer price of a SKU for all tenants from today on, in USD; null removes it from today on.
 * Returns the earlier price, and whether anything changed. Earlier days keep their price.
 */
export async function setAllTenantsPrice(
  { repo, trx }: { repo: PricesRepo; trx: Trx },
  { skuId, monthlyPrice }: { skuId: string; monthlyPrice: number | null },
  by: Changed,
): Promise<{ before: StoredPrice | null; hasChanged: boolean }> {
  const series: PriceSeries = { skuId, tenantId: null, kind: 'customer' }
  const today = utcDay(by.changedAt)
  const days = { validFrom: today, validTo: today }
  const before = (await repo.findOverlapping(trx, series, days)) ?? null
  const amountMinor = monthlyPrice === null ? null : minorOfAmount(monthlyPrice, LIST_CURRENCY)
  if (
    amountMinor === (before?.amountMinor ?? null) &&
    (before?.currency ?? LIST_CURRENCY) === LIST_CURRENCY
  )
    return { before, hasChanged: false }
  if (before !== null) {
    const { currency, validFrom } = before
    const isOfToday = validFrom === today
    if (isOfToday) await repo.remove(trx, before.id)
    else
      await repo.change(trx, before.id, {
        amountMinor: before.amountMinor,
        currency,
        validFrom,
        validTo: dayBefore(today),
        ...by,
      })
  }
  if (amountMinor !== null) {
    const next = await repo.nextStart(trx, series, today)
    const validTo = before === null ? (next === undefined ? null : dayBefore(next)) : before.validTo
    await repo.add(trx, {
      ...series,
      amountMinor,
      currency: LIST_CURRENCY,
      validFrom: today,
      validTo,
      ...by,
    })
  }
  await repo.noteChange(trx)
  return { before, hasChanged: true }
}
