import { Button, SearchBox, makeStyles } from '@fluentui/react-components'
import { FilterDismiss20Regular } from '@fluentui/react-icons/svg/filter-dismiss'
import { LICENSE_ISSUE_NAMES } from '@tenantscope/contract/licenses'
import { VERIFICATION_NAMES } from '@tenantscope/contract/tenants'

import { GroupSelect } from '../../features/tenant-group-filter/group-select.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { AllTenantsSearch, isFiltered, unfiltered } from './all-tenants-view.ts'
import type { AllTenantsView } from './all-tenants-view.ts'

/** What a saved view keeps of the search (packages/contract, views). */
const SEARCH_MAX_LENGTH = 200

const useStyles = makeStyles({
  search: {
    flexGrow: 1,
    maxWidth: '400px',
    minWidth: '240px',
    '@media (max-width: 900px)': { maxWidth: 'none', flexBasis: '100%' },
  },
})

interface FilterBarProps {
  view: AllTenantsView
  /** All tags in use. */
  tags: readonly string[]
  /** Whether any tenant is in a group. */
  hasGroups: boolean
  onType: (text: string) => void
  /** The reader leaves the search box. */
  onTyped: () => void
  onChoose: (view: AllTenantsView) => void
}

/** The filters of the table. Every choice is in the address. */
export function FilterBar(props: FilterBarProps) {
  const { view, tags, hasGroups, onType, onTyped, onChoose } = props
  const styles = useStyles()
  // The options have the same values as the address, so one parser reads both.
  const choose = (part: Record<string, string>) => {
    const { status, method, access, attention } = AllTenantsSearch.parse({ ...view, ...part })
    onChoose({ ...view, status, method, access, attention })
  }
  return (
    <Stack as="section" row wrap gap={12} lineGap={8} align="center" aria-label="Filters">
      <SearchBox
        className={styles.search}
        aria-label="Search tenants"
        placeholder="Search tenants, domains, or IDs..."
        value={view.text}
        maxLength={SEARCH_MAX_LENGTH}
        onChange={(_, { value }) => onType(value)}
        onBlur={onTyped}
      />
      {FILTERS.map(({ key, label, all, options }) => (
        <FilterSelect
          key={key}
          label={label}
          all={all}
          value={view[key]}
          options={Object.entries(options)}
          onChoose={(value) => choose({ [key]: value })}
        />
      ))}
      <TagSelect view={view} tags={tags} onChoose={onChoose} />
      <GroupSelect
        isUsed={hasGroups}
        chosen={view.group}
        onChoose={(group) => onChoose({ ...view, group })}
      />
      {isFiltered(view) && (
        <Button
          appearance="subtle"
          icon={<FilterDismiss20Regular />}
          onClick={() => onChoose(unfiltered(view))}
        >
          Clear filters
        </Button>
      )}
    </Stack>
  )
}

const FILTERS = [
  {
    key: 'status',
    label: 'Status',
    all: 'All Statuses',
    options: { Active: 'Active', Inactive: 'Inactive', Pending: 'Pending' },
  },
  {
    key: 'method',
    label: 'Method',
    all: 'All Methods',
    options: { csp: 'CSP Access', direct: 'Direct Access' },
  },
  {
    key: 'access',
    label: 'Access level',
    all: 'All Access Levels',
    options: VERIFICATION_NAMES,
  },
  {
    key: 'attention',
    label: 'Needs attention',
    all: 'All Findings',
    options: {
      savings: 'Savings possible',
      unusedSeats: 'Unused paid seats',
      ...LICENSE_ISSUE_NAMES,
      mfaNotRequired: 'MFA partial or none',
      criticalChecks: 'Critical checks failed',
      unread: 'Could not be read',
    },
  },
] as const

/** Absent when no tags are used; a chosen tag that no longer exists can still be removed. */
function TagSelect({ view, tags, onChoose }: Pick<FilterBarProps, 'view' | 'tags' | 'onChoose'>) {
  const { tag: chosen } = view
  const offered = chosen === undefined || tags.includes(chosen) ? tags : [chosen, ...tags]
  if (offered.length === 0) return null
  return (
    <FilterSelect
      label="Tag"
      all="All Tags"
      value={chosen}
      options={offered.map((tag) => [tag, tag] as const)}
      onChoose={(tag) => onChoose({ ...view, tag: tag === '' ? undefined : tag })}
    />
  )
}
