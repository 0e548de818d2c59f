import { Button, makeStyles, SearchBox } from '@fluentui/react-components'
import { FilterDismiss20Regular } from '@fluentui/react-icons/svg/filter-dismiss'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { ShownVerdict } from '@tenantscope/contract/posture'

import { GroupSelect } from '../../features/tenant-group-filter/group-select.tsx'
import { CHECK_FILTER_FIELDS } from '../../lib/check-filters.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { isFiltered, unfiltered, viewOf } from './posture-search.ts'
import type { PostureView } from './posture-search.ts'

const useStyles = makeStyles({
  // Paper shows the filtered rows; the fields say nothing more.
  bar: { '@media print': { display: 'none' } },
  search: {
    flexGrow: 1,
    maxWidth: '320px',
    minWidth: '208px',
    '@media (max-width: 900px)': { maxWidth: 'none', flexBasis: '100%' },
  },
})

const SEARCH_MAX_LENGTH = 200

interface FilterBarProps {
  view: PostureView
  /** The search text as typed. */
  text: string
  onType: (text: string) => void
  onChoose: (view: PostureView) => void
}

/** The filters of all views; each one is in the address. */
export function FilterBar({ view, text, onType, onChoose }: FilterBarProps) {
  const styles = useStyles()
  const isOfPeople = view.tab === 'coverage'
  // The options have the values of the address, so one parser reads both.
  const choose = (part: Record<string, string>) => {
    const { severity, area, framework, verdict } = viewOf({ ...view, ...part })
    onChoose({ ...view, severity, area, framework, verdict })
  }
  return (
    <Stack
      as="section"
      row
      wrap
      gap={12}
      lineGap={8}
      align="center"
      aria-label="Filters"
      className={styles.bar}
    >
      <SearchBox
        className={styles.search}
        aria-label={isOfPeople ? 'Search tenants' : 'Search tenants and checks'}
        placeholder={isOfPeople ? 'Search tenants...' : 'Search tenants, checks, references...'}
        maxLength={SEARCH_MAX_LENGTH}
        value={text}
        onChange={(_, { value }) => onType(value)}
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
      {isFiltered(view) && <ClearFilters view={view} onChoose={onChoose} />}
    </Stack>
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

/** Removes all filters. */
export function ClearFilters({ view, onChoose }: Pick<FilterBarProps, 'view' | 'onChoose'>) {
  return (
    <Button
      appearance="subtle"
      icon={<FilterDismiss20Regular />}
      onClick={() => onChoose(unfiltered(view))}
    >
      Clear filters
    </Button>
  )
}
