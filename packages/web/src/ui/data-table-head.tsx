import {
  makeStyles,
  mergeClasses,
  Select,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowDown12Regular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUp12Regular } from '@fluentui/react-icons/svg/arrow-up'
import type { SortDirection } from '@tanstack/react-table'

import { VisuallyHidden } from './visually-hidden.tsx'

const useStyles = makeStyles({
  // Below the top navigation, which is as high and stays as well.
  stickyHead: {
    position: 'sticky',
    top: '48px',
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media print': { position: 'static' },
  },
  sort: {
    ...typographyStyles.caption1Strong,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '24px',
    margin: '0 -4px',
    padding: '0 4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

/** The order that the rows already have. */
export interface TableSorting {
  sortId: string
  isDescending: boolean
  onSort: (sortId: string, isDescending: boolean) => void
}

interface TableHeadProps {
  header: string
  width?: number
  sortId?: string
  isHeaderHidden?: boolean
  className: string
  /** TanStack's column; absent: the table does not sort. */
  order: { getIsSorted: () => SortDirection | false; toggleSorting: () => void } | undefined
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const

/** A column's heading: a button where the column sorts. */
export function TableHead(props: TableHeadProps) {
  const { header, width, sortId, isHeaderHidden = false, order } = props
  const styles = useStyles()
  const className = mergeClasses(props.className, order && styles.stickyHead)
  const style = width === undefined ? undefined : { width: `${width}%` }
  if (!order || sortId === undefined)
    return (
      <th scope="col" className={className} style={style}>
        {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
      </th>
    )
  const direction = order.getIsSorted()
  const Arrow = direction === 'desc' ? ArrowDown12Regular : ArrowUp12Regular
  return (
    <th scope="col" className={className} style={style} aria-sort={ARIA_SORT[direction || 'none']}>
      <button type="button" className={styles.sort} onClick={() => order.toggleSorting()}>
        {header}
        {direction !== false && <Arrow aria-hidden />}
      </button>
    </th>
  )
}

interface OrderSelectProps {
  className: string
  columns: readonly { header: string; sortId?: string }[]
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
