import { USE_VERDICT_NAMES } from '@tenantscope/contract/license-use'
import type { LicenseUse } from '@tenantscope/contract/license-use'

import { useFormat } from '../../lib/preferences.ts'
import type { TableColumn } from '../../ui/data-table.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Text } from '../../ui/text.tsx'

type UseTotal = LicenseUse['totals'][number]

/** How many licensed people have each finding, and what their licenses cost. */
export function UseTotals({ use }: { use: LicenseUse }) {
  const format = useFormat()
  const { totals, currency, markedAccounts } = use
  const columns: readonly TableColumn<UseTotal>[] = [
    {
      header: 'Finding',
      width: 30,
      isBare: true,
      render: ({ verdict }) => USE_VERDICT_NAMES[verdict],
    },
    {
      header: 'People',
      width: 15,
      isNumber: true,
      render: ({ people }) => format.number(people),
    },
    {
      header: 'Cost of their licenses per month',
      width: 25,
      isNumber: true,
      render: ({ monthlyCost, unpricedLicenses }) =>
        unpricedLicenses === 0
          ? format.money(monthlyCost, currency)
          : `${format.money(monthlyCost, currency)} and ${format.number(unpricedLicenses)} without a price`,
    },
  ]
  return (
    <SectionCard title="Licensed people">
      <DataTable
        caption="Licensed people by finding"
        columns={columns}
        rows={totals}
        rowId={({ verdict }) => verdict}
      />
      <Text as="p" variant="caption" muted>
        {markedText(markedAccounts, format.number(markedAccounts))}
      </Text>
    </SectionCard>
  )
}

function markedText(marked: number, shown: string): string {
  if (marked === 0) return 'No account is marked as not being a person.'
  return marked === 1
    ? '1 marked account is not counted here.'
    : `${shown} marked accounts are not counted here.`
}
