import { Button, Label, makeStyles, SearchBox, Select } from '@fluentui/react-components'
import { FilterDismiss20Regular } from '@fluentui/react-icons/svg/filter-dismiss'
import { useId } from 'react'

import { LicensesSearch } from './licenses-search.ts'
import { isFiltered, unfiltered } from './licenses-view.ts'
import type { LicensesView } from './licenses-view.ts'

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' },
  search: {
    flexGrow: 1,
    maxWidth: '400px',
    minWidth: '240px',
    '@media (max-width: 720px)': { maxWidth: 'none', flexBasis: '100%' },
  },
  choice: { display: 'flex', alignItems: 'center', gap: '8px' },
  select: { minWidth: '112px' },
})

interface LicenseFiltersProps {
  view: LicensesView
  onType: (text: string) => void
  onChoose: (view: LicensesView) => void
}

/** What narrows the table. Every choice stands in the address. */
export function LicenseFilters({ view, onType, onChoose }: LicenseFiltersProps) {
  const styles = useStyles()
  const id = useId()
  // The options' values are the address's own words, so one parser reads both.
  const choose = (part: Record<string, string>) => {
    const { visibility, type } = LicensesSearch.parse({ ...view, ...part })
    onChoose({ ...view, visibility, type })
  }
  return (
    <section className={styles.bar} aria-label="Filters">
      <SearchBox
        className={styles.search}
        aria-label="Search by SKU ID or product name"
        placeholder="Search by SKU ID or product name..."
        value={view.text}
        maxLength={200}
        onChange={(_, { value }) => onType(value)}
      />
      <div className={styles.choice}>
        <Label htmlFor={`${id}-visibility`}>Visibility</Label>
        <Select
          id={`${id}-visibility`}
          className={styles.select}
          value={view.visibility ?? ''}
          onChange={(_, { value }) => choose({ visibility: value })}
        >
          <option value="">All</option>
          <option value="visible">Visible</option>
          <option value="hidden">Hidden</option>
        </Select>
      </div>
      <div className={styles.choice}>
        <Label htmlFor={`${id}-type`}>License type</Label>
        <Select
          id={`${id}-type`}
          className={styles.select}
          value={view.type ?? ''}
          onChange={(_, { value }) => choose({ type: value })}
        >
          <option value="">All</option>
          <option value="paid">Paid</option>
          <option value="free">Free</option>
        </Select>
      </div>
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
