import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { ShownVerdict } from '@tenantscope/contract/posture'

import { GroupSelect } from '../../features/tenant-group-filter/group-select.tsx'
import { CHECK_FILTER_FIELDS } from '../../lib/check-filters.ts'
import { FilterSearch } from '../../ui/filter-search.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Filters } from '../../ui/filters.tsx'
import { isFiltered, unfiltered, viewOf } from './posture-search.ts'
import type { PostureView } from './posture-search.ts'

interface FilterBarProps {
  view: PostureView
  /** The search text as typed. */
  text: string
  onType: (text: string) => void
  onChoose: (view: PostureView) => void
}

/** The filters of all views; each one is in the address. */
export function FilterBar({ view, text, onType, onChoose }: FilterBarProps) {
  const isOfPeople = view.tab === 'coverage'
  // The options have the values of the address, so one parser reads both.
  const choose = (part: Record<string, string>) => {
    const { severity, area, framework, verdict } = viewOf({ ...view, ...part })
    onChoose({ ...view, severity, area, framework, verdict })
  }
  return (
    <Filters onClear={isFiltered(view) ? () => onChoose(unfiltered(view)) : null}>
      <FilterSearch
        label={isOfPeople ? 'Search tenants' : 'Search tenants and checks'}
        placeholder={isOfPeople ? 'Search tenants...' : 'Search tenants, checks, references...'}
        text={text}
        onType={onType}
      />
      {(isOfPeople ? [] : FILTERS).map(({ key, label, all, options }) => (
        <FilterSelect
          key={key}
          label={label}
          all={all}
          value={view[key]}
          options={options}
          onChoose={(value) => choose({ [key]: value })}
        />
      ))}
      <GroupSelect isUsed chosen={view.group} onChoose={(group) => onChoose({ ...view, group })} />
    </Filters>
  )
}

const FILTERS = [
  ...CHECK_FILTER_FIELDS,
  {
    key: 'verdict',
    label: 'Verdict',
    all: 'All Verdicts',
    options: ShownVerdict.options.map((verdict) => [verdict, verdictText(verdict)] as const),
  },
] as const
