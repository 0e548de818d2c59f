import { useId } from 'react'
import type { ReactNode } from 'react'

export interface ReportColumn<Row> {
  header: string
  render: (row: Row) => ReactNode
  /** Its name beside a value on phones, where it is not the heading. */
  label?: string
  isNumber?: boolean
  className?: string
}

interface ReportTableProps<Row> {
  title: string
  /** The first one names the row. */
  columns: readonly ReportColumn<Row>[]
  rows: readonly Row[]
  /** The table's own style. */
  className?: string
  /** Rows of totals. */
  total?: ReactNode
  /** Below the table. */
  note: ReactNode
}

/**
 * A card with a table of the report. It is not `DataTable` of ui: with the parts below it, the page that customers
 * open would exceed its size limit.
 */
export function ReportTable<Row>(props: ReportTableProps<Row>) {
  const { title, columns, rows, className, total, note } = props
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table className={className} aria-labelledby={id}>
        <thead>
          <tr>
            {columns.map(({ header, isNumber }) => (
              <th key={header} scope="col" className={isNumber ? 'number' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Two people may have one name and no visible id; the rows never change their order.
            <ReportRow key={index} row={row} columns={columns} />
          ))}
        </tbody>
        {total}
      </table>
      <p className="quiet">{note}</p>
    </section>
  )
}

interface ReportRowProps<Row> {
  row: Row
  columns: readonly ReportColumn<Row>[]
}

function ReportRow<Row>({ row, columns: [name, ...columns] }: ReportRowProps<Row>) {
  return (
    <tr>
      <th scope="row">{name?.render(row)}</th>
      {columns.map(({ header, label = header, isNumber, className, render }) => (
        <td key={header} data-label={label} className={isNumber ? 'number' : className}>
          {render(row)}
        </td>
      ))}
    </tr>
  )
}
