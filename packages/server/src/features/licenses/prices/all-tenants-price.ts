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

interface Given {
  readonly repo: PricesRepo
  readonly trx: Trx
}

/**
 * Sets the customer price of a SKU for all tenants from today on, in USD; null removes it from today on.
 * Returns the earlier price, and whether anything changed. Earlier days keep their price.
 */
export async function setAllTenantsPrice(
  given: Given,
  { skuId, monthlyPrice }: { skuId: string; monthlyPrice: number | null },
  by: Changed,
): Promise<{ before: StoredPrice | null; hasChanged: boolean }> {
  const { repo, trx } = given
  const series: PriceSeries = { skuId, tenantId: null, kind: 'customer' }
  const today = utcDay(by.changedAt)
  const days = { validFrom: today, validTo: today }
  const before = (await repo.findOverlapping(trx, series, days)) ?? null
  const amountMinor = monthlyPrice === null ? null : minorOfAmount(monthlyPrice, LIST_CURRENCY)
  if (isSame(before, amountMinor)) return { before, hasChanged: false }
  if (before !== null) await endYesterday(given, before, by)
  if (amountMinor !== null)
    await repo.add(trx, {
      ...series,
      amountMinor,
      currency: LIST_CURRENCY,
      validFrom: today,
      validTo: before === null ? await lastFreeDay(given, series, today) : before.validTo,
      ...by,
    })
  await repo.noteChange(trx)
  return { before, hasChanged: true }
}

const isSame = (before: StoredPrice | null, amountMinor: number | null): boolean =>
  before === null
    ? amountMinor === null
    : before.amountMinor === amountMinor && before.currency === LIST_CURRENCY

/** Ends a price on the day before the change; one that began on the day of the change is removed. */
async function endYesterday({ repo, trx }: Given, before: StoredPrice, by: Changed): Promise<void> {
  const today = utcDay(by.changedAt)
  const { amountMinor, currency, validFrom } = before
  if (validFrom === today) await repo.remove(trx, before.id)
  else
    await repo.change(trx, before.id, {
      amountMinor,
      currency,
      validFrom,
      validTo: dayBefore(today),
      ...by,
    })
}

/** Returns the day before the next price begins; null when none does. */
async function lastFreeDay({ repo, trx }: Given, series: PriceSeries, today: string) {
  const next = await repo.nextStart(trx, series, today)
  return next === undefined ? null : dayBefore(next)
}
