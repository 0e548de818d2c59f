import { Button, makeStyles, SearchBox, Select } from '@fluentui/react-components'
import { FilterDismiss20Regular } from '@fluentui/react-icons/svg/filter-dismiss'

import { AllTenantsSearch, isFiltered, unfiltered } from './all-tenants-view.ts'
import type { AllTenantsView } from './all-tenants-view.ts'

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
  onType: (text: string) => void
  /** The reader leaves the search box. */
  onTyped: () => void
  onChoose: (view: AllTenantsView) => void
}

/** What narrows the table. Every choice stands in the address. */
export function FilterBar({ view, onType, onTyped, onChoose }: FilterBarProps) {
  const styles = useStyles()
  // The options' values are the address's own words, so one parser reads both.
  const choose = (part: Record<string, string>) => {
    const { status, method, attention } = AllTenantsSearch.parse({ ...view, ...part })
    onChoose({ ...view, status, method, attention })
  }
  return (
    <section className={styles.bar} aria-label="Filters">
      <SearchBox
        className={styles.search}
        aria-label="Search tenants"
        placeholder="Search tenants, domains, or IDs..."
        value={view.text}
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
        aria-label="Needs attention"
        value={view.attention ?? ''}
        onChange={(_, { value }) => choose({ attention: value })}
      >
        <option value="">All Findings</option>
        <option value="unusedSeats">Unused paid seats</option>
        <option value="mfaAbsent">No MFA policy</option>
        <option value="unread">Could not be read</option>
      </Select>
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
