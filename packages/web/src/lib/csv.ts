import { stringify } from 'csv-stringify/browser/esm/sync'

/** A column of a CSV file: its header and the cell's text of a row. */
export interface CsvColumn<Row> {
  readonly header: string
  readonly textOf: (row: Row) => string
}

/**
 * A table as CSV: byte order mark, RFC 4180, and cells that a spreadsheet would take for a formula
 * begin with an apostrophe (decisions.md, Reports and shares).
 */
export function csvOf<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ textOf }) => textOf(row))),
  ]
  return stringify(lines, {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    // A lone line feed is no record's end here, but spreadsheets take it for one.
    quoted_match: /[\r\n]/u,
  })
}
