/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers drop the roles of a table that is laid out as blocks */
import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { memo } from 'react'
import type { DOMAttributes, Key, ReactNode, RefObject } from 'react'

import { TableHead } from './data-table-head.tsx'
import type { HeadColumn, TableSorting } from './data-table-head.tsx'
import { HIDDEN_FROM_SIGHT } from './hidden-from-sight.ts'
import { oneTabStop } from './one-tab-stop.ts'

const useStyles = makeStyles({
  table: { display: 'block', minWidth: 0, outlineStyle: 'none' },
  box: {
    overflowX: 'hidden',
    overflowY: 'auto',
    // The heading stays above what is scrolled to.
    scrollPaddingTop: '32px',
    scrollbarGutter: 'stable',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  heads: {
    display: 'block',
    position: 'sticky',
    // Under the top navigation, which is as high and stays as well.
    top: '48px',
    zIndex: 1,
    borderTopLeftRadius: 'inherit',
    borderTopRightRadius: 'inherit',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  headsOfBox: { top: 0 },
  hiddenHeads: HIDDEN_FROM_SIGHT,
  headRow: { display: 'grid', columnGap: '12px', padding: '0 16px', minHeight: '32px' },
  body: { display: 'block', position: 'relative' },
  row: {
    position: 'absolute',
    // A row's insides never move anything outside it: the browser lays out new rows alone.
    contain: 'strict',
    left: 0,
    right: 0,
    display: 'grid',
    columnGap: '12px',
    alignItems: 'center',
    boxSizing: 'border-box',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  opens: { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  linked: { backgroundColor: tokens.colorBrandBackground2 },
  last: {
    borderBottomColor: 'transparent',
    borderBottomLeftRadius: tokens.borderRadiusLarge,
    borderBottomRightRadius: tokens.borderRadiusLarge,
  },
  cell: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    minWidth: 0,
    padding: 0,
    textAlign: 'start',
    whiteSpace: 'nowrap',
  },
  head: { ...typographyStyles.caption1Strong, color: tokens.colorNeutralForeground2 },
  number: { justifyContent: 'flex-end', fontVariantNumeric: 'tabular-nums' },
})

export interface VirtualColumn<Row> extends HeadColumn {
  /**
   * Returns a row's content; null: the row has none, and its card leaves it out. `tabIndex` is that of the
   * row's controls: -1 where only another row's are in the tab order.
   */
  render: (row: Row, index: number, tabIndex: 0 | -1) => ReactNode
  /** Whether it names the row: its cells are row headers, and a card begins with it. */
  isRowHeader?: boolean
  isNumber?: boolean
  /** Of each cell, and with `virtual` of the heading. */
  className?: string
}

/** The rows in sight. All rows have one height, so that a long list need not measure them. */
export interface VirtualRows<Row> {
  /** The columns, as tracks of a CSS grid. */
  tracks: string
  rowPx: number
  /** The height of all rows. */
  totalPx: number
  /** In the order of the document; `start` is measured from the top of the first row, in px. */
  visible: readonly { key: Key; index: number; start: number }[]
  /** Absent: the page scrolls, not the table. */
  box?: { ref: RefObject<HTMLTableElement | null>; maxPx: number } | undefined
  body?: RefObject<HTMLTableSectionElement | null>
  /** Of the table. */
  className?: string
  /** Whether only screen readers get the headings. */
  areHeadsHidden?: boolean
  /** The row that the address names. */
  linked?: { id: string | undefined; row: RefObject<HTMLTableRowElement | null> }
  /** Makes the table a grid: one row is in the tab order, keys move between rows, and Enter opens one. */
  grid?: {
    tabStopIndex: number
    handlers: Pick<DOMAttributes<HTMLElement>, 'onKeyDown' | 'onFocus'>
    onOpen: (row: Row) => void
  }
}

interface VirtualTableProps<Row> {
  caption: string
  columns: readonly VirtualColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row, index: number) => number | string
  rowClassName?: string
  sorting?: TableSorting
  virtual: VirtualRows<Row>
}

/** A table whose rows are placed one by one. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { caption, columns, rows, rowId, rowClassName, virtual } = props
  const { box, body, grid, linked, visible, tracks, rowPx } = virtual
  const styles = useStyles()
  return (
    <table
      ref={box?.ref}
      role={grid ? 'grid' : 'table'}
      aria-label={caption}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      // What scrolls must scroll from the keyboard too.
      tabIndex={grid ? -1 : box && 0}
      className={mergeClasses(styles.table, box && styles.box, virtual.className)}
      style={{ maxHeight: box?.maxPx }}
      {...grid?.handlers}
    >
      <Heads {...props} />
      <tbody ref={body} role="rowgroup" className={styles.body} style={{ height: virtual.totalPx }}>
        {visible.map(({ key, index, start }) => {
          const row = rows[index]
          if (row === undefined) return undefined
          const id = rowId(row, index)
          const isLinked = id === linked?.id
          return (
            <KeptRow
              key={key}
              linkedRow={linked?.row}
              id={id}
              row={row}
              index={index}
              start={start}
              columns={columns}
              tracks={tracks}
              rowPx={rowPx}
              className={rowClassName}
              isTabStop={grid && index === grid.tabStopIndex}
              isLast={index === rows.length - 1}
              isLinked={isLinked}
              onOpen={grid?.onOpen}
            />
          )
        })}
      </tbody>
    </table>
  )
}

function Heads<Row>(props: VirtualTableProps<Row>) {
  const { columns, rowClassName, sorting, virtual } = props
  const { tracks, box, areHeadsHidden } = virtual
  const styles = useStyles()
  return (
    <thead
      role="rowgroup"
      className={mergeClasses(
        styles.heads,
        box && styles.headsOfBox,
        areHeadsHidden && styles.hiddenHeads,
      )}
    >
      <tr
        ref={oneTabStop}
        role="row"
        aria-rowindex={1}
        className={mergeClasses(styles.headRow, rowClassName)}
        style={{ gridTemplateColumns: tracks }}
      >
        {columns.map((column) => (
          <TableHead
            key={column.header}
            {...column}
            className={mergeClasses(
              styles.cell,
              styles.head,
              column.isNumber && styles.number,
              column.className,
            )}
            sorting={sorting}
          />
        ))}
      </tr>
    </thead>
  )
}

interface VirtualRowProps<Row> {
  linkedRow: RefObject<HTMLTableRowElement | null> | undefined
  id: number | string
  row: Row
  index: number
  start: number
  columns: readonly VirtualColumn<Row>[]
  tracks: string
  rowPx: number
  className: string | undefined
  /** Absent: the controls of every row are in the tab order. */
  isTabStop: boolean | undefined
  isLast: boolean
  isLinked: boolean
  onOpen: ((row: Row) => void) | undefined
}

function VirtualRow<Row>(props: VirtualRowProps<Row>) {
  const { linkedRow, id, row, index, start, columns, tracks, rowPx, isTabStop, isLinked, onOpen } =
    props
  const styles = useStyles()
  const tabIndex = isTabStop === false ? -1 : 0
  return (
    <tr
      ref={isLinked ? linkedRow : undefined}
      role="row"
      aria-rowindex={index + 2}
      aria-current={isLinked || undefined}
      data-row={id}
      tabIndex={isTabStop === true ? 0 : -1}
      className={mergeClasses(
        styles.row,
        onOpen && styles.opens,
        props.isLast && styles.last,
        isLinked && styles.linked,
        props.className,
      )}
      style={{ gridTemplateColumns: tracks, height: rowPx, top: start }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row)
      }}
    >
      {columns.map((column) => (
        <td
          key={column.header}
          role={onOpen ? 'gridcell' : 'cell'}
          className={mergeClasses(styles.cell, column.isNumber && styles.number, column.className)}
        >
          {column.render(row, index, tabIndex)}
        </td>
      ))}
    </tr>
  )
}

/** Renders again only when its record, its place or the columns change. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo drops the type parameter
const KeptRow = memo(VirtualRow) as typeof VirtualRow
