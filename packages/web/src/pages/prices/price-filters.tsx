import { PRICE_KIND_NAMES } from '@tenantscope/contract/prices'
import type { LicensePrice } from '@tenantscope/contract/prices'

import { FilterSearch } from '../../ui/filter-search.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Filters } from '../../ui/filters.tsx'
import { isFiltered, PricesSearch } from './prices-search.ts'

interface PriceFiltersProps {
  prices: readonly LicensePrice[]
  view: PricesSearch
  /** The search text as typed. */
  text: string
  onType: (text: string) => void
  onChoose: (view: PricesSearch) => void
}

/** The filters of the prices; each one is in the address. */
export function PriceFilters({ prices, view, text, onType, onChoose }: PriceFiltersProps) {
  // The options have the values of the address, so one parser reads both.
  const choose = (part: Record<string, string>) =>
    onChoose(PricesSearch.parse({ ...view, ...part }))
  return (
    <Filters onClear={isFiltered(view) ? () => onChoose({}) : null}>
      <FilterSearch
        label="Search prices"
        placeholder="Search licenses, tenants..."
        text={text}
        onType={onType}
      />
      <FilterSelect
        label="Tenant"
        all="All Prices"
        value={view.tenant}
        options={tenantsOf(prices)}
        onChoose={(tenant) => choose({ tenant })}
      />
      <FilterSelect
        label="Kind"
        all="Customer Price and Cost"
        value={view.kind}
        options={Object.entries(PRICE_KIND_NAMES)}
        onChoose={(kind) => choose({ kind })}
      />
      <FilterSelect
        label="Time"
        all="Today and Later"
        value={view.state}
        options={STATES}
        onChoose={(state) => choose({ state })}
      />
    </Filters>
  )
}

const STATES = [
  ['current', 'Today'],
  ['future', 'Later'],
  ['past', 'Ended'],
  ['any', 'Any Time'],
] as const

const NAMES = new Intl.Collator('en', { numeric: true })

function tenantsOf(prices: readonly LicensePrice[]): readonly (readonly [string, string])[] {
  const nameById = new Map(
    prices.flatMap(({ tenantId, tenantName }) =>
      tenantId === null ? [] : [[tenantId as string, tenantName ?? tenantId] as const],
    ),
  )
  return [
    ['all', 'For All Tenants'],
    ...[...nameById].toSorted(([, a], [, b]) => NAMES.compare(a, b)),
  ]
}
