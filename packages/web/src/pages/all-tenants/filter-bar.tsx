import { Button, makeStyles, SearchBox, Select } from '@fluentui/react-components'
import { FilterDismiss20Regular } from '@fluentui/react-icons/svg/filter-dismiss'

import { GroupSelect } from '../../features/tenant-groups/group-select.tsx'
import { AllTenantsSearch, isFiltered, unfiltered } from './all-tenants-view.ts'
import type { AllTenantsView } from './all-tenants-view.ts'

/** What a saved view keeps of the search (packages/contract, views). */
const SEARCH_MAX_LENGTH = 200

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' },
  search: {
    flexGrow: 1,
    maxWidth: '400px',
    minWidth: '240px',
    '@media (max-width: 900px)': { maxWidth: 'none', flexBasis: '100%' },
  },
  select: {
    minWidth: '144px',
    '@media (max-width: 900px)': { flexGrow: 1, flexBasis: '144px' },
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

/** What narrows the table. Every choice stands in the address. */
export function FilterBar(props: FilterBarProps) {
  const { view, tags, hasGroups, onType, onTyped, onChoose } = props
  const styles = useStyles()
  // The options' values are the address's own words, so one parser reads both.
  const choose = (part: Record<string, string>) => {
    const { status, method, access, attention } = AllTenantsSearch.parse({ ...view, ...part })
    onChoose({ ...view, status, method, access, attention })
  }
  return (
    <section className={styles.bar} aria-label="Filters">
      <SearchBox
        className={styles.search}
        aria-label="Search tenants"
        placeholder="Search tenants, domains, or IDs..."
        value={view.text}
        maxLength={SEARCH_MAX_LENGTH}
        onChange={(_, { value }) => onType(value)}
        onBlur={onTyped}
      />
      <Select
        className={styles.select}
        aria-label="Status"
        value={view.status ?? ''}
        onChange={(_, { value }) => choose({ status: value })}
      >
        <option value="">All Statuses</option>
        <option value="Active">Active</option>
        <option value="Inactive">Inactive</option>
        <option value="Pending">Pending</option>
      </Select>
      <Select
        className={styles.select}
        aria-label="Method"
        value={view.method ?? ''}
        onChange={(_, { value }) => choose({ method: value })}
      >
        <option value="">All Methods</option>
        <option value="csp">CSP Access</option>
        <option value="direct">Direct Access</option>
      </Select>
      <Select
        className={styles.select}
        aria-label="Access level"
        value={view.access ?? ''}
        onChange={(_, { value }) => choose({ access: value })}
      >
        <option value="">All Access Levels</option>
        <option value="full">Full Access</option>
        <option value="limited">Limited Access</option>
        <option value="unknown">Unknown</option>
      </Select>
      <Select
        className={styles.select}
        aria-label="Needs attention"
        value={view.attention ?? ''}
        onChange={(_, { value }) => choose({ attention: value })}
      >
        <option value="">All Findings</option>
        <option value="savings">Savings possible</option>
        <option value="unusedSeats">Unused paid seats</option>
        <option value="mfaAbsent">No MFA policy</option>
        <option value="unread">Could not be read</option>
      </Select>
      <TagSelect view={view} tags={tags} onChoose={onChoose} />
      <GroupSelect
        className={styles.select}
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
    </section>
  )
}

/** Absent where nobody uses tags; a tag that is chosen but gone can still be taken away. */
function TagSelect({ view, tags, onChoose }: Pick<FilterBarProps, 'view' | 'tags' | 'onChoose'>) {
  const styles = useStyles()
  const chosen = view.tag
  const options = chosen === undefined || tags.includes(chosen) ? tags : [chosen, ...tags]
  if (options.length === 0) return null
  return (
    <Select
      className={styles.select}
      aria-label="Tag"
      value={chosen ?? ''}
      onChange={(_, { value }) => onChoose({ ...view, tag: value === '' ? undefined : value })}
    >
      <option value="">All Tags</option>
      {options.map((tag) => (
        <option key={tag} value={tag}>
          {tag}
        </option>
      ))}
    </Select>
  )
}
