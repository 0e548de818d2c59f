import { RENEWALS } from '@tenantscope/contract/limits'

import { GroupSelect } from '../../features/tenant-group-filter/group-select.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Filters } from '../../ui/filters.tsx'
import { isFiltered, RenewalsSearch, unfiltered } from './renewals-search.ts'
import type { optionsOf } from './renewals-search.ts'

interface FilterBarProps {
  view: RenewalsSearch
  options: ReturnType<typeof optionsOf>
  onChoose: (view: RenewalsSearch) => void
}

/** The filters of the renewals; each one is in the address. */
export function FilterBar({ view, options, onChoose }: FilterBarProps) {
  // The options have the values of the address, so one parser reads both.
  const choose = (part: Record<string, string>) =>
    onChoose(RenewalsSearch.parse({ ...view, ...emptyAsAbsent(part) }))
  const isPast = view.view === 'past'
  return (
    <Filters onClear={isFiltered(view) ? () => onChoose(unfiltered(view)) : null}>
      <FilterSelect
        label="Tenant"
        all="All Tenants"
        value={view.tenant}
        options={withChosen(options.tenants, view.tenant)}
        onChoose={(tenant) => choose({ tenant })}
      />
      <FilterSelect
        label="License"
        all="All Licenses"
        value={view.sku}
        options={withChosen(options.skus, view.sku)}
        onChoose={(sku) => choose({ sku })}
      />
      {!isPast && (
        <>
          <FilterSelect
            label="Decision"
            all="Decided and Undecided"
            value={view.decision}
            options={DECISIONS}
            onChoose={(decision) => choose({ decision })}
          />
          <FilterSelect
            label="Due"
            all="Within 12 Months"
            value={view.within}
            options={RENEWALS.dueDays.map((days) => [days, `Within ${days} Days`] as const)}
            onChoose={(within) => choose({ within })}
          />
        </>
      )}
      <GroupSelect isUsed chosen={view.group} onChoose={(group) => onChoose({ ...view, group })} />
    </Filters>
  )
}

const DECISIONS = [
  ['undecided', 'Undecided'],
  ['decided', 'Decided'],
] as const

const emptyAsAbsent = (part: Record<string, string>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(part).map(([key, value]) => [key, value || undefined]))

/** A chosen value without rows can still be removed. */
function withChosen(
  options: readonly (readonly [string, string])[],
  chosen: string | undefined,
): readonly (readonly [string, string])[] {
  const isOffered = chosen === undefined || options.some(([value]) => value === chosen)
  return isOffered ? options : [[chosen, 'No rows'] as const, ...options]
}
