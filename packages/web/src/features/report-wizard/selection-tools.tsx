import { Button, makeStyles, SearchBox, tokens, typographyStyles } from '@fluentui/react-components'

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
  onSelectAll: () => void
  onClearAll: () => void
}

/** The search and the buttons above a list of options. During a search the buttons apply to the results. */
export function SelectionTools(props: SelectionToolsProps) {
  const { label, search, onSearch, countText, waitsFor, onSelectAll, onClearAll } = props
  const styles = useStyles()
  const found = search.trim() === '' ? '' : ' found'
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
        <Button
          disabledFocusable={waitsFor !== undefined}
          title={waitsFor ?? ''}
          onClick={onSelectAll}
        >
          Select all{found}
        </Button>
        <Button onClick={onClearAll}>Clear all{found}</Button>
      </div>
      <output className={styles.count}>{countText}</output>
    </>
  )
}
