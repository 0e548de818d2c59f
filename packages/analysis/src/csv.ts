// Characters that make a spreadsheet read a cell as a formula (OWASP, CSV injection): also in full width and
// after blanks and invisible characters. A program whose list separator is a semicolon or a tab starts a cell
// there, and removes the doubled quotes at its start. A reader without support for quotes starts one after a line end.
const FORMULA =
  /^(?=[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])(?=[[\s\p{Cc}\p{Cf}"]--[\t\r\n]]*[=+\-@＝＋－＠])/gv

const QUOTED = /[",;\t\r\n]|^\s|\s$/u

// Most texts match the first expression, which is faster than the search for special characters.
const HARMLESS = /^[A-Za-z\d](?:[\w .@()':&/-]*[\w.@()':&/-])?$/
const SUSPECT = /[=+\-@＝＋－＠",;\t\r\n]|^\s|\s$/u

/** A column of text: its header, and the text of a row's cell, null for an empty one. */
export interface TextColumn<Row> {
  readonly header: string
  readonly textOf: (row: Row) => string | null
}

/** Returns a table as a CSV file. */
export const csvFile = <Row>(columns: readonly TextColumn<Row>[], rows: Iterable<Row>): string =>
  csvHeader(columns) + csvRows(columns, rows)

/** Returns the start of a CSV file: the byte order mark and the line of headers. */
export const csvHeader = <Row>(columns: readonly TextColumn<Row>[]): string =>
  `\uFEFF${csvLine(columns.map(({ header }) => header))}`

/** Returns the lines of the given rows. */
export function csvRows<Row>(columns: readonly TextColumn<Row>[], rows: Iterable<Row>): string {
  let lines = ''
  for (const row of rows) lines += csvLine(columns.map(({ textOf }) => textOf(row)))
  return lines
}

/** Returns a line with its line end (RFC 4180). */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map(csvCell).join()}\r\n`

/** Returns an amount for a column whose header names the currency: two decimals, a period, no separators. */
export const amountText = (amount: number | null | undefined): string | null =>
  typeof amount === 'number' ? amount.toFixed(2) : null

/** Returns a text as a cell (RFC 4180). A text that could be a formula gets an apostrophe before it. */
export function csvCell(text: string | null): string {
  if (text === null || HARMLESS.test(text) || !SUSPECT.test(text)) return text ?? ''
  const neutralised = text.replace(FORMULA, "'")
  return QUOTED.test(neutralised) ? `"${neutralised.replaceAll('"', '""')}"` : neutralised
}
