import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { memo } from 'react'
import type { ReactNode } from 'react'

import { OrderSelect, TableHead } from './data-table-head.tsx'
import type { TableSorting } from './data-table-head.tsx'
import { VirtualTable } from './data-table-virtual.tsx'
import type { VirtualColumn, VirtualRows } from './data-table-virtual.tsx'
import { HIDDEN_FROM_SIGHT } from './hidden-from-sight.ts'

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
  // Below the top navigation, which is as high and stays as well.
  stickyHead: {
    position: 'sticky',
    top: '48px',
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media print': { position: 'static' },
  },
  // Cards have no headings to click.
  order: { display: 'none', [PHONE]: { display: 'inline-flex', width: '320px', maxWidth: '100%' } },
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

export interface TableColumn<Row> extends VirtualColumn<Row> {
  /** Whether a card shows it without its heading. */
  isBare?: boolean
}

interface DataTableProps<Row> {
  caption: string
  /** Whether the caption is visible. */
  isCaptionShown?: boolean
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row, index: number) => number | string
  /** Of each row; with `virtual` also of the row of headings. */
  rowClassName?: string
  /** The headings of columns with a `sortId` become buttons and stay in sight; cards have a list instead. */
  sorting?: TableSorting
  /** Only the rows in sight exist. */
  virtual?: VirtualRows<Row>
}

/** Rows by columns, in the order of the caller; below 900 px each row is a card. */
export function DataTable<Row>({ virtual, ...props }: DataTableProps<Row>) {
  return virtual ? <VirtualTable {...props} virtual={virtual} /> : <CompleteTable {...props} />
}

type CompleteTableProps<Row> = Omit<DataTableProps<Row>, 'virtual'>

/** A table whose rows all exist. */
function CompleteTable<Row>(props: CompleteTableProps<Row>) {
  const { caption, isCaptionShown = false, columns, rows, rowId, rowClassName, sorting } = props
  const styles = useStyles()
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
            {columns.map((column) => (
              <TableHead
                key={column.header}
                {...column}
                className={mergeClasses(
                  styles.head,
                  column.isNumber && styles.number,
                  sorting && styles.stickyHead,
                )}
                sorting={sorting}
              />
            ))}
          </tr>
        </thead>
        <tbody className={styles.body}>
          {rows.map((row, index) => (
            <KeptRow
              key={rowId(row, index)}
              row={row}
              index={index}
              columns={columns}
              className={mergeClasses(styles.row, rowClassName)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface TableRowProps<Row> {
  columns: readonly TableColumn<Row>[]
  row: Row
  index: number
  className: string
}

function TableRow<Row>({ columns, row, index, className }: TableRowProps<Row>) {
  return (
    <tr className={className}>
      {columns.map((column) => (
        <Cell key={column.header} column={column}>
          {column.render(row, index, 0)}
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
