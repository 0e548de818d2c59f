import { billedDifference, billedTotals } from '@tenantscope/analysis/billing-sums'
import { differenceText, monthName } from '@tenantscope/analysis/billing-text'
import type { BillingMonths } from '@tenantscope/contract/billing-months'

import { openMonthText } from '../../features/billing-months/open-month-text.ts'
import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { SectionCard } from '../../ui/section-card.tsx'

/** The sums of a month, and when the next one is frozen. */
export function MonthSummary({ loaded, month }: { loaded: BillingMonths; month: string }) {
  const format = useFormat()
  const { tenants, open } = loaded
  const totals = billedTotals(tenants)
  const { number } = format
  const compared = billedDifference(tenants)
  return (
    <SectionCard title={monthName(month)}>
      <FactList
        facts={[
          { label: 'Licensed people', value: number(totals.billedPeople) },
          {
            label: 'Difference to the month before',
            value:
              compared === null
                ? 'Not known'
                : `${differenceText(compared.before, compared.people, number)} in ${number(compared.tenants)} of ${number(tenants.length)} tenants`,
          },
          { label: 'Blocked, included', value: number(totals.blockedPeople) },
          { label: 'Guests, apart', value: number(totals.guests) },
          {
            label: 'Tenants',
            value:
              totals.notRead === 0
                ? number(totals.tenants)
                : `${number(totals.tenants)}, and ${number(totals.notRead)} not read`,
          },
          ...(open === null ? [] : [{ label: 'Next month', value: openMonthText(open, format) }]),
        ]}
      />
    </SectionCard>
  )
}
