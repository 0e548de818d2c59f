import {
  Checkbox,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import {
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { RowData, RowSelectionState } from '@tanstack/react-table'
import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'

import { OrderSelect, TableHead } from './data-table-head.tsx'
import type { TableSorting } from './data-table-head.tsx'
import { HIDDEN_FROM_SIGHT } from './hidden-from-sight.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

// Paper is as narrow, but allows small print.
const PHONE = '@media screen and (max-width: 900px)'

const useStyles = makeStyles({
  table: {
    ...typographyStyles.body1,
    width: '100%',
    borderCollapse: 'collapse',
    [PHONE]: { display: 'block' },
    '@media print': { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  },
  // Otherwise one column of long texts would take all the width.
  measured: { tableLayout: 'fixed' },
  hiddenCaption: HIDDEN_FROM_SIGHT,
  caption: {
    ...typographyStyles.caption1,
    paddingBottom: '8px',
    textAlign: 'start',
    color: tokens.colorNeutralForeground2,
    [PHONE]: { display: 'block' },
  },
  heads: { [PHONE]: HIDDEN_FROM_SIGHT },
  head: {
    ...typographyStyles.caption1Strong,
    textAlign: 'start',
    padding: '8px',
    color: tokens.colorNeutralForeground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    whiteSpace: 'nowrap',
    '@media print': { whiteSpace: 'normal' },
  },
  // Cards have no headings to click.
  order: { display: 'none', [PHONE]: { display: 'inline-flex', width: '320px', maxWidth: '100%' } },
  choice: { width: '40px', padding: 0 },
  body: { [PHONE]: { display: 'flex', flexDirection: 'column', gap: '8px' } },
  row: {
    [PHONE]: {
      display: 'flex',
      flexDirection: 'column',
      gap: '4px',
      padding: '12px',
      border: `1px solid ${tokens.colorNeutralStroke2}`,
      borderRadius: tokens.borderRadiusMedium,
    },
  },
  cell: {
    padding: '8px',
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
    // Otherwise a narrow column would break a badge after each letter.
    // In a card, a badge alone would be as wide as its column.
    '& .fui-Badge': { flexShrink: 0, whiteSpace: 'nowrap', justifySelf: 'start' },
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    [PHONE]: {
      display: 'grid',
      gridTemplateColumns: '80px minmax(0, 1fr)',
      gap: '8px',
      padding: 0,
      borderBottomStyle: 'none',
    },
  },
  // A card shows the column's header; screen readers read it from the table's head.
  named: {
    [PHONE]: {
      '::before': {
        ...typographyStyles.caption1,
        content: ['attr(data-heading)', 'attr(data-heading) / ""'],
        color: tokens.colorNeutralForeground2,
      },
    },
  },
  // The card's title and buttons need no header.
  bare: { [PHONE]: { display: 'block' } },
  number: {
    textAlign: 'end',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    [PHONE]: { textAlign: 'start' },
  },
  empty: { [PHONE]: { display: 'none' } },
})

export interface TableColumn<Row> {
  /** Its heading; unique in the table. */
  header: string
  /** Returns a row's content; null: the row has none, and its card leaves it out. */
  render: (row: Row, index: number) => ReactNode
  /** In percent; absent: by its contents. All columns have one, or none. */
  width?: number
  /** Name in `sorting`; absent: the column does not sort. */
  sortId?: string
  /** Whether it names the row: its cells are row headers, and a card begins with it. */
  isRowHeader?: boolean
  isNumber?: boolean
  /** Whether a card shows it without its heading. */
  isBare?: boolean
  /** Whether only screen readers get the heading. */
  isHeaderHidden?: boolean
  /** Of each cell. */
  className?: string
}

interface TableSelection<Row> {
  /** Heading of the column, for screen readers. */
  header: string
  labelOf: (row: Row) => string
  selectedIds: readonly string[]
  /** More rows cannot be selected. */
  max: number
  /** Absent: every row can be selected. */
  canSelect?: (row: Row) => boolean
  onSelect: (selected: readonly Row[]) => void
}

interface DataTableProps<Row extends RowData> {
  caption: string
  /** Whether the caption is visible. */
  isCaptionShown?: boolean
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row, index: number) => number | string
  /** Of each row. */
  rowClassName?: string
  /** The headings of columns with a `sortId` become buttons and stay in sight; cards have a list instead. */
  sorting?: TableSorting
  /** Adds a column of checkboxes. */
  selection?: TableSelection<Row>
}

const FEATURES = tableFeatures({ rowSelectionFeature, rowSortingFeature })
type Features = typeof FEATURES

/** Rows by columns; below 900 px each row is a card. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, isCaptionShown = false, columns, rowClassName, sorting, selection } = props
  const styles = useStyles()
  const table = useRows(props)
  const isMeasured = columns.some(({ width }) => width !== undefined)
  return (
    <>
      {sorting && <OrderSelect className={styles.order} columns={columns} sorting={sorting} />}
      <table className={mergeClasses(styles.table, isMeasured && styles.measured)}>
        <caption className={isCaptionShown ? styles.caption : styles.hiddenCaption}>
          {caption}
        </caption>
        <thead className={styles.heads}>
          <tr>
            {selection && (
              <th scope="col" className={mergeClasses(styles.head, styles.choice)}>
                <VisuallyHidden>{selection.header}</VisuallyHidden>
              </th>
            )}
            {columns.map((column) => (
              <TableHead
                key={column.header}
                {...column}
                className={mergeClasses(styles.head, column.isNumber && styles.number)}
                order={sorting && table.getColumn(column.sortId ?? column.header)}
              />
            ))}
          </tr>
        </thead>
        <tbody className={styles.body}>
          {table.getRowModel().rows.map((model) => (
            <KeptRow
              key={model.id}
              row={model.original}
              index={model.index}
              columns={columns}
              className={mergeClasses(styles.row, rowClassName)}
              {...(selection && {
                choice: (
                  <Checkbox
                    aria-label={selection.labelOf(model.original)}
                    checked={model.getIsSelected()}
                    disabled={!model.getCanSelect()}
                    onChange={(_, { checked }) => model.toggleSelected(checked === true)}
                  />
                ),
              })}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** TanStack's table of the rows, with the order and the selection that the caller holds. */
function useRows<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, sorting, selection } = props
  const { selectedIds = [], max = 0 } = selection ?? {}
  const rowSelection: RowSelectionState = Object.fromEntries(
    selectedIds.map((id) => [id, true] as const),
  )
  const order = sorting ? [{ id: sorting.sortId, desc: sorting.isDescending }] : []
  return useTable<Features, Row>({
    features: FEATURES,
    data: rows,
    getRowId: (row, index) => String(rowId(row, index)),
    columns: useMemo(
      () => columns.map(({ header, sortId = header }) => ({ id: sortId, accessorFn: () => null })),
      [columns],
    ),
    state: { sorting: order, rowSelection },
    manualSorting: true,
    enableSortingRemoval: false,
    sortDescFirst: false,
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, order)
      if (next) sorting?.onSort(next.id, next.desc)
    },
    enableRowSelection: ({ id, original }) =>
      (selectedIds.length < max || selectedIds.includes(id)) &&
      (selection?.canSelect?.(original) ?? true),
    onRowSelectionChange: (updater) => {
      const isSelected = functionalUpdate(updater, rowSelection)
      selection?.onSelect(rows.filter((row, index) => isSelected[rowId(row, index)]))
    },
  })
}

interface TableRowProps<Row> {
  columns: readonly TableColumn<Row>[]
  row: Row
  index: number
  className: string
  /** The checkbox of the selection. */
  choice?: ReactNode
}

function TableRow<Row>({ columns, row, index, className, choice }: TableRowProps<Row>) {
  const styles = useStyles()
  return (
    <tr className={className}>
      {choice && <td className={mergeClasses(styles.cell, styles.choice)}>{choice}</td>}
      {columns.map((column) => (
        <Cell key={column.header} column={column}>
          {column.render(row, index)}
        </Cell>
      ))}
    </tr>
  )
}

/** Renders again only when its record or the columns change. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo drops the type parameter
const KeptRow = memo(TableRow) as typeof TableRow

interface CellProps<Row> {
  column: TableColumn<Row>
  children: ReactNode
}

function Cell<Row>({ column, children }: CellProps<Row>) {
  const { header, isRowHeader = false, isNumber = false, isBare = isRowHeader, className } = column
  const styles = useStyles()
  const Element = isRowHeader ? 'th' : 'td'
  return (
    <Element
      {...(isRowHeader ? { scope: 'row' } : {})}
      data-heading={header}
      className={mergeClasses(
        styles.cell,
        isNumber && styles.number,
        isBare ? styles.bare : styles.named,
        children === null && styles.empty,
        className,
      )}
    >
      {children}
    </Element>
  )
}
