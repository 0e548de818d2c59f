import { billedYears } from '@tenantscope/analysis/billing-sums'
import { monthName } from '@tenantscope/analysis/billing-text'
import type { MonthTotals } from '@tenantscope/contract/billing-months'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import { useMemo } from 'react'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Text } from '../../ui/text.tsx'

interface MonthListProps {
  months: readonly MonthTotals[]
  group: TenantGroupId | undefined
}

/** The frozen months by year, the latest first, each with its sums over the tenants. */
export function MonthList({ months, group }: MonthListProps) {
  const format = useFormat()
  const columns = useMemo(() => monthColumns(format, group), [format, group])
  const { number } = format
  return billedYears(months).map(({ year, months: ofYear, ...sums }) => (
    <SectionCard key={year} title={year}>
      <DataTable
        caption={`Frozen months of ${year}, the latest first`}
        columns={columns}
        rows={ofYear}
        rowId={({ month }) => month}
      />
      <Text as="p" muted>
        Sum of the year: {number(sums.billedPeople)} licensed people ({number(sums.blockedPeople)}{' '}
        blocked) and {number(sums.guests)} guests. A person counts in each month.
      </Text>
    </SectionCard>
  ))
}

function monthColumns(
  { number }: Format,
  group: TenantGroupId | undefined,
): readonly TableColumn<MonthTotals>[] {
  const count = (
    header: string,
    key: Exclude<keyof MonthTotals, 'month'>,
  ): TableColumn<MonthTotals> => ({
    header,
    width: 14,
    isNumber: true,
    render: (month) => number(month[key]),
  })
  return [
    {
      header: 'Month',
      isRowHeader: true,
      width: 22,
      render: ({ month }) => (
        <AppLink to="/billing-months" search={{ month, group }}>
          {monthName(month)}
        </AppLink>
      ),
    },
    count('Licensed people', 'billedPeople'),
    count('Blocked', 'blockedPeople'),
    count('Guests', 'guests'),
    count('Tenants', 'tenants'),
    count('Not read', 'notRead'),
  ]
}
