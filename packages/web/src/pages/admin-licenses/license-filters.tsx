import { Button, Label, makeStyles, SearchBox, Select } from '@fluentui/react-components'
import { FilterDismiss20Regular } from '@fluentui/react-icons/svg/filter-dismiss'
import { LICENSE_KINDS, LicenseKind } from '@tenantscope/contract/licenses'
import { useId } from 'react'

import { Stack } from '../../ui/stack.tsx'
import { isFiltered, LicensesSearch, unfiltered } from './licenses-view.ts'

const useStyles = makeStyles({
  search: {
    flexGrow: 1,
    maxWidth: '400px',
    minWidth: '240px',
    '@media (max-width: 720px)': { maxWidth: 'none', flexBasis: '100%' },
  },

  select: { minWidth: '112px' },
})

/** Kinds that the two types of the specification do not name. */
const KINDS = LicenseKind.options.filter((kind) => kind !== 'paid' && kind !== 'free')

interface LicenseFiltersProps {
  view: LicensesSearch
  onType: (text: string) => void
  onChoose: (view: LicensesSearch) => void
}

/** The filters of the table, which the address holds. */
export function LicenseFilters({ view, onType, onChoose }: LicenseFiltersProps) {
  const styles = useStyles()
  const id = useId()
  // The options have the values of the address, so one parser reads both.
  const choose = (part: Record<string, string>) =>
    onChoose(LicensesSearch.parse({ ...view, ...part }))
  return (
    <Stack as="section" row wrap gap={12} lineGap={8} align="center" aria-label="Filters">
      <SearchBox
        className={styles.search}
        aria-label="Search by SKU ID or product name"
        placeholder="Search by SKU ID or product name..."
        value={view.q ?? ''}
        maxLength={200}
        onChange={(_, { value }) => onType(value)}
      />
      <Stack row gap={8} align="center">
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
      </Stack>
      <Stack row gap={8} align="center">
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
          <optgroup label="Only">
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {LICENSE_KINDS[kind].name}
              </option>
            ))}
          </optgroup>
        </Select>
      </Stack>
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
