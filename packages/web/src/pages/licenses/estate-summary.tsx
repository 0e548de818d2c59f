import { removableSentence } from '@tenantscope/analysis/savings-sentence'
import type { EstateLicenses } from '@tenantscope/contract/estate-licenses'
import { Fragment } from 'react'

import { FigureCards } from '../../features/estate-licenses/figure-cards.tsx'
import type { Attention } from '../../features/estate-licenses/sku-figures.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import type { EstateSearch } from './licenses-search.ts'

/** The sums over all licenses of the tenants. Filters other than the group do not change them. */
export function EstateSummary({ estate, view }: { estate: EstateLicenses; view: EstateSearch }) {
  const { number, money } = useFormat()
  const { totals, tenants } = estate
  const { savings, currency, unpricedSeats } = totals
  // Nothing has a known price: the amount is not known, not zero.
  const amountText = (amount: number, unpriced: number) =>
    amount === 0 && unpriced > 0 ? '—' : money(amount, currency)
  return (
    <FigureCards
      tenants={tenants}
      exchange={totals.exchange}
      cards={[
        { label: 'Tenants', figure: number(tenants.counted) },
        { label: 'Licenses', figure: number(totals.skus), note: 'Different ones, also free' },
        {
          label: 'Paid seats',
          figure: number(totals.seats),
          note: <ProblemLinks estate={estate} view={view} />,
        },
        {
          label: 'Unused seats',
          figure: number(totals.unused),
          note: `${number(totals.assigned)} assigned`,
        },
        {
          label: 'Cost per month',
          figure: amountText(totals.monthlyCost, unpricedSeats),
          note: unpricedSeats > 0 ? `${number(unpricedSeats)} seats without a price` : undefined,
        },
        {
          label: 'Waste per month',
          figure: amountText(savings.monthlyAmount, savings.unpricedSeats),
          note: removableSentence(savings, number),
        },
      ]}
    />
  )
}

/** Links to the licenses with problems: '8 over-allocated, 2 in grace'. */
function ProblemLinks({ estate, view }: { estate: EstateLicenses; view: EstateSearch }) {
  const { number } = useFormat()
  const { overAllocated, unentitled, inGrace, suspended } = estate.totals
  const problems: readonly (readonly [Attention, number, string])[] = [
    ['overallocated', overAllocated, 'over-allocated'],
    ['unentitled', unentitled, 'without entitlement'],
    ['grace', inGrace, 'in grace period'],
    ['suspended', suspended, 'suspended'],
  ]
  const found = problems.filter(([, seats]) => seats > 0)
  if (found.length === 0) return 'No problems'
  return found.map(([attention, seats, words], index) => (
    <Fragment key={attention}>
      {index > 0 && ', '}
      <AppLink to="/licenses" search={{ group: view.group, attention }} resetScroll={false}>
        {number(seats)} {words}
      </AppLink>
    </Fragment>
  ))
}
