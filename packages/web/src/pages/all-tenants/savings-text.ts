import { removableSentence } from '@tenantscope/analysis/savings-sentence'
import type { SavingsSummary } from '@tenantscope/contract/savings'

import type { Format } from '../../lib/format.ts'

interface SavingsText {
  /** For example 'USD 1,203'; a dash where no price is known. */
  amount: string
  /** The sentence of the removable seats, and what can be removed now. */
  detail: string
}

/** A sum of savings in words; null where nothing was read yet. */
export function savingsText(savings: SavingsSummary | null, format: Format): SavingsText {
  if (savings === null) return { amount: '—', detail: 'Not read yet' }
  const { currency, monthlyAmount, monthlyAmountNow, removableSeats, unpricedSeats } = savings
  const detail = removableSentence(savings, format.number)
  if (removableSeats === 0) return { amount: format.money(0, currency), detail }
  if (unpricedSeats >= removableSeats) return { amount: '—', detail }
  const now =
    monthlyAmountNow > 0
      ? `${format.money(monthlyAmountNow, currency)} can be saved now`
      : 'none confirmed as removable now'
  return { amount: format.money(monthlyAmount, currency), detail: `${detail}; ${now}` }
}
