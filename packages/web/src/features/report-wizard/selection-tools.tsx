import { Button, makeStyles, SearchBox, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', flexShrink: 0 },
  search: {
    flex: '1 1 220px',
    maxWidth: 'none',
    minWidth: 0,
    '@media (max-width: 480px)': { flexBasis: '100%' },
  },
  count: {
    ...typographyStyles.caption1,
    flexShrink: 0,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

interface SelectionToolsProps {
  /** Of the search box; it is also its placeholder. */
  label: string
  search: string
  onSearch: (search: string) => void
  /** The number of selected options and of all; read out when it changes. */
  countText: string
  /** The reason that not all can be selected now. */
  waitsFor?: string | undefined
  /** More filters of the list. */
  filters?: ReactNode
  /** Whether one of these filters is set. */
  isFiltered?: boolean
  onSelectAll: () => void
  /** Selects the results and nothing else. */
  onSelectOnly?: () => void
  onClearAll: () => void
}

/** The search, the filters and the buttons above a list of options. The buttons apply to the results. */
export function SelectionTools(props: SelectionToolsProps) {
  const { label, search, onSearch, countText, waitsFor, onSelectAll, onClearAll } = props
  const { filters, isFiltered = false, onSelectOnly } = props
  const styles = useStyles()
  const isNarrowed = search.trim() !== '' || isFiltered
  const found = isNarrowed ? ' found' : ''
  return (
    <>
      <div className={styles.tools}>
        <SearchBox
          className={styles.search}
          aria-label={label}
          placeholder={label}
          value={search}
          onChange={(_, { value }) => onSearch(value)}
        />
        {filters}
        <Button
          disabledFocusable={waitsFor !== undefined}
          title={waitsFor ?? ''}
          onClick={onSelectAll}
        >
          Select all{found}
        </Button>
        {onSelectOnly && isNarrowed && <Button onClick={onSelectOnly}>Select only found</Button>}
        <Button onClick={onClearAll}>Clear all{found}</Button>
      </div>
      <output className={styles.count}>{countText}</output>
    </>
  )
}
