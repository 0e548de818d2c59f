import { Text } from '@fluentui/react-components'
import { knownSavings } from '@tenantscope/analysis/known-savings'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { BarList } from '../../ui/charts/bar-list.tsx'
import type { Bar } from '../../ui/charts/bar-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'

const TOP = 10

interface SavingsByTenantProps {
  tenants: readonly TenantListItem[]
  /** Of sums over tenants. */
  currency: CurrencyCode
}

/** Charts the tenants with the highest savings, and the others as one bar. */
export function SavingsByTenant({ tenants, currency }: SavingsByTenantProps) {
  const format = useFormat()
  const ranked = rankedOf(tenants)
  const unknown = tenants.filter(
    ({ status, figures }) => status !== 'Inactive' && knownSavings(figures) === undefined,
  ).length
  return (
    <SectionCard title="Savings by tenant">
      {ranked.length === 0 ? (
        <Text>No tenant shown has savings with a known price.</Text>
      ) : (
        <BarList
          title="Savings by tenant"
          bars={barsOf(ranked, { format, currency })}
          columns={{ label: 'Tenant', value: `${currency} per month` }}
          limit={TOP + 1}
        />
      )}
      {unknown > 0 && (
        <Text size={200}>
          Of {unknown === 1 ? '1 tenant' : `${format.number(unknown)} tenants`} the savings are not
          known: the tenant was not read yet, or no price is known.
        </Text>
      )}
    </SectionCard>
  )
}

interface Ranked {
  tenant: TenantListItem
  amount: number
}

function rankedOf(tenants: readonly TenantListItem[]): readonly Ranked[] {
  return tenants
    .map((tenant) => ({ tenant, amount: knownSavings(tenant.figures) ?? 0 }))
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount)
}

function barsOf(
  ranked: readonly Ranked[],
  { format, currency }: { format: Format; currency: CurrencyCode },
): readonly Bar[] {
  const others = ranked.slice(TOP)
  const bars = ranked.slice(0, TOP).map(({ tenant, amount }) => ({
    key: tenant.id,
    label: tenant.displayName,
    link: (
      <AppLink
        to="/tenant/$tenantId"
        params={{ tenantId: tenant.id }}
        search={{ tab: 'licenses' }}
        hash="savings"
      >
        <ForeignText>{tenant.displayName}</ForeignText>
      </AppLink>
    ),
    value: amount,
    text: format.money(amount, currency),
  }))
  if (others.length === 0) return bars
  const amount = others.reduce((sum, other) => sum + other.amount, 0)
  return [
    ...bars,
    {
      key: 'others',
      label:
        others.length === 1 ? '1 other tenant' : `${format.number(others.length)} other tenants`,
      value: amount,
      text: format.money(amount, currency),
    },
  ]
}
