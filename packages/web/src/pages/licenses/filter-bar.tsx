import { Button, makeStyles, SearchBox } from '@fluentui/react-components'
import { FilterDismiss20Regular } from '@fluentui/react-icons/svg/filter-dismiss'
import { LICENSE_KINDS, LicenseKind } from '@tenantscope/contract/licenses'

import { ATTENTION_NAMES } from '../../features/estate-licenses/sku-figures.ts'
import { GroupSelect } from '../../features/tenant-group-filter/group-select.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { EstateSearch, isFiltered, unfiltered } from './licenses-search.ts'

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
  view: EstateSearch
  /** The search text as typed. */
  text: string
  onType: (text: string) => void
  onChoose: (view: EstateSearch) => void
}

/** The filters of the licenses; each one is in the address. */
export function FilterBar({ view, text, onType, onChoose }: FilterBarProps) {
  const styles = useStyles()
  // The options have the values of the address, so one parser reads both.
  const choose = (part: Record<string, string>) =>
    onChoose(EstateSearch.parse({ ...view, ...part }))
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
        aria-label="Search licenses"
        placeholder="Search licenses, part numbers, IDs..."
        maxLength={SEARCH_MAX_LENGTH}
        value={text}
        onChange={(_, { value }) => onType(value)}
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
      {isFiltered(view) && <ClearFilters view={view} onChoose={onChoose} />}
    </Stack>
  )
}

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
