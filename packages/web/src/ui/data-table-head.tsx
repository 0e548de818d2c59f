import {
  makeStyles,
  mergeClasses,
  Select,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowDown12Regular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUp12Regular } from '@fluentui/react-icons/svg/arrow-up'

import { VisuallyHidden } from './visually-hidden.tsx'

const useStyles = makeStyles({
  sort: {
    ...typographyStyles.caption1Strong,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    minHeight: '24px',
    margin: '0 -4px',
    padding: '0 4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  sorted: { color: tokens.colorNeutralForeground1 },
  arrow: { flexShrink: 0 },
})

/** The order that the rows already have. */
export interface TableSorting {
  sortId: string
  isDescending: boolean
  onSort: (sortId: string, isDescending: boolean) => void
}

export interface HeadColumn {
  /** Its heading; unique in the table. */
  header: string
  /** What the heading alone does not say. */
  hint?: string | undefined
  /** In percent; absent: by its contents. All columns have one, or none. */
  width?: number
  /** Name in `sorting`; absent: the column does not sort. */
  sortId?: string | undefined
  /** Whether only screen readers get the heading. */
  isHeaderHidden?: boolean
}

interface TableHeadProps extends HeadColumn {
  className: string
  /** Absent: the table does not sort. */
  sorting: TableSorting | undefined
}

/** The role remains where the table is laid out as blocks. */
const COLUMN_HEAD = { scope: 'col', role: 'columnheader' } as const

/** A column's heading: a button where the column sorts. */
export function TableHead(props: TableHeadProps) {
  const { header, hint, width, sortId, isHeaderHidden = false, className, sorting } = props
  const place = {
    ...COLUMN_HEAD,
    className,
    style: width === undefined ? undefined : { width: `${width}%` },
  }
  if (sorting && sortId !== undefined)
    return (
      <th {...place} aria-sort={orderOf(sortId, sorting)}>
        <SortButton header={header} hint={hint} sortId={sortId} sorting={sorting} />
      </th>
    )
  return (
    <th {...place} title={hint}>
      {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
    </th>
  )
}

function orderOf(sortId: string, sorting: TableSorting) {
  if (sorting.sortId !== sortId) return 'none'
  return sorting.isDescending ? 'descending' : 'ascending'
}

interface SortButtonProps extends Pick<HeadColumn, 'header' | 'hint'> {
  sortId: string
  sorting: TableSorting
}

/** The sorted column changes its direction; another one begins ascending. */
function SortButton({ header, hint, sortId, sorting }: SortButtonProps) {
  const styles = useStyles()
  const order = orderOf(sortId, sorting)
  const Arrow = order === 'descending' ? ArrowDown12Regular : ArrowUp12Regular
  return (
    <button
      type="button"
      className={mergeClasses(styles.sort, order !== 'none' && styles.sorted)}
      title={hint}
      onClick={() => sorting.onSort(sortId, order === 'ascending')}
    >
      {header}
      {order !== 'none' && <Arrow aria-hidden className={styles.arrow} />}
    </button>
  )
}

interface OrderSelectProps {
  className: string
  columns: readonly HeadColumn[]
  sorting: TableSorting
}

/** The order of cards, as a list. */
export function OrderSelect({ className, columns, sorting }: OrderSelectProps) {
  return (
    <Select
      className={className}
      aria-label="Sort by"
      value={sorting.sortId}
      onChange={(_, { value }) => sorting.onSort(value, false)}
    >
      {columns.map(
        ({ header, sortId }) =>
          sortId !== undefined && (
            <option key={sortId} value={sortId}>
              Sorted by: {header}
            </option>
          ),
      )}
    </Select>
  )
}
