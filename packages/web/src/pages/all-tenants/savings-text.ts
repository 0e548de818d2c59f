import type { SavingsSummary } from '@tenantscope/contract/savings'

import type { Format } from '../../lib/format.ts'

interface SavingsText {
  /** For example 'USD 1,203'; a dash where no price is known. */
  amount: string
  /** How many seats that is, what can go at once, and what has no price. */
  detail: string
}

/** A sum of savings in words; null where nothing was read yet. */
export function savingsText(savings: SavingsSummary | null, format: Format): SavingsText {
  if (savings === null) return { amount: '—', detail: 'Nothing was read yet' }
  const { currency, monthlyAmount, monthlyAmountNow, removableSeats, unpricedSeats } = savings
  if (removableSeats === 0) return { amount: format.sum(0, currency), detail: 'No seat to spare' }
  const seats = `${format.number(removableSeats)} ${removableSeats === 1 ? 'seat' : 'seats'}`
  if (unpricedSeats >= removableSeats) return { amount: '—', detail: `${seats}, no price is known` }
  const now =
    monthlyAmountNow > 0
      ? `${format.sum(monthlyAmountNow, currency)} of it can go now`
      : 'none known to go now'
  const unpriced = unpricedSeats > 0 ? `, ${format.number(unpricedSeats)} unpriced` : ''
  return {
    amount: format.sum(monthlyAmount, currency),
    detail: `${seats}, ${now}${unpriced}`,
  }
}
