import { USE_VERDICT_NAMES } from '@tenantscope/contract/license-use'
import type { LicenseUse, UseVerdict } from '@tenantscope/contract/license-use'

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
      render: ({ verdict, people }) => (isKnown(verdict, use) ? format.number(people) : NOT_KNOWN),
    },
    {
      header: `Cost (${currency})`,
      width: 25,
      isNumber: true,
      render: ({ verdict, monthlyCost, unpricedLicenses }) => {
        if (!isKnown(verdict, use)) return NOT_KNOWN
        const cost = format.money(monthlyCost, currency)
        return unpricedLicenses === 0
          ? cost
          : `${cost} and ${format.number(unpricedLicenses)} without a price`
      },
    },
  ]
  return (
    <SectionCard title="Licensed people">
      <DataTable
        caption="Licensed people by finding. Cost is of all their licenses, per month"
        isCaptionShown
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

const NOT_KNOWN = 'Not known'

/** False where the evidence is missing that this finding rests on. */
function isKnown(verdict: UseVerdict, { signIns, usage }: LicenseUse): boolean {
  if (verdict === 'neverSignedIn' || verdict === 'noSignIn') return signIns.gap === null
  if (verdict === 'noUse') return usage.gap === null
  return verdict !== 'active' || signIns.gap === null || usage.gap === null
}

function markedText(marked: number, shown: string): string {
  if (marked === 0) return 'No account is marked as not being a person.'
  return marked === 1
    ? '1 marked account is not counted here.'
    : `${shown} marked accounts are not counted here.`
}
