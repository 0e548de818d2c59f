import { LICENSE_KINDS, LicenseKind } from '@tenantscope/contract/licenses'

import { ATTENTION_NAMES } from '../../features/estate-licenses/sku-figures.ts'
import { GroupSelect } from '../../features/tenant-group-filter/group-select.tsx'
import { FilterSearch } from '../../ui/filter-search.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Filters } from '../../ui/filters.tsx'
import { EstateSearch, isFiltered, unfiltered } from './licenses-search.ts'

interface FilterBarProps {
  view: EstateSearch
  /** The search text as typed. */
  text: string
  onType: (text: string) => void
  onChoose: (view: EstateSearch) => void
}

/** The filters of the licenses; each one is in the address. */
export function FilterBar({ view, text, onType, onChoose }: FilterBarProps) {
  // The options have the values of the address, so one parser reads both.
  const choose = (part: Record<string, string>) =>
    onChoose(EstateSearch.parse({ ...view, ...part }))
  return (
    <Filters onClear={isFiltered(view) ? () => onChoose(unfiltered(view)) : null}>
      <FilterSearch
        label="Search licenses"
        placeholder="Search licenses, part numbers, IDs..."
        text={text}
        onType={onType}
      />
      <FilterSelect
        label="Kind"
        all="All Kinds"
        value={view.kind}
        options={LicenseKind.options.map((kind) => [kind, LICENSE_KINDS[kind].name] as const)}
        onChoose={(kind) => choose({ kind })}
      />
      <FilterSelect
        label="Needs attention"
        all="All Licenses"
        value={view.attention}
        options={Object.entries(ATTENTION_NAMES)}
        onChoose={(attention) => choose({ attention })}
      />
      <GroupSelect isUsed chosen={view.group} onChoose={(group) => onChoose({ ...view, group })} />
    </Filters>
  )
}
