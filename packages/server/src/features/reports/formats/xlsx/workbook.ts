import { PassThrough, Readable } from 'node:stream'

import { ZipFile } from 'yazl'

import { columnLetters, numberCell, STYLE, textCell } from './cell-xml.ts'
import type { CellStyle } from './cell-xml.ts'
import { partsOf, sheetEnd, sheetPath, sheetStart } from './workbook-parts.ts'
import type { Sheet, Workbook } from './workbook-parts.ts'

/** A column of a sheet; a value that is null leaves its cell empty. */
export interface SheetColumn<Row> {
  readonly header: string
  /** In characters. */
  readonly width: number
  /** Its header is above the right end of its numbers. */
  readonly isNumber?: boolean
  readonly valueOf: (row: Row) => SheetValue
}

/** A text, or a number with what it counts. */
export type SheetValue =
  | string
  | { readonly number: number; readonly style: Exclude<CellStyle, 'text'> }
  | null

/** Excel holds no more rows in a sheet, the header row included. */
export const SHEET_ROWS = 1_048_576

const PIECE_CHARACTERS = 65_536

/** A sheet of one row per item. */
export function sheetOf<Row>(sheet: {
  name: string
  columns: readonly SheetColumn<Row>[]
  rowCount: number
  hasFilter?: boolean
  items: () => Iterable<Row>
}): Sheet {
  const { name, columns, rowCount, hasFilter = true, items } = sheet
  const letters = columns.map((_, at) => columnLetters(at))
  return {
    name,
    headers: columns.map(({ header, isNumber = false }) => ({ text: header, isNumber })),
    widths: columns.map(({ width }) => width),
    rowCount,
    hasFilter,
    *rows() {
      let row = 1
      for (const item of items()) {
        row += 1
        let xml = `<row r="${row}">`
        for (const [at, { valueOf }] of columns.entries())
          xml += cellXml(`${letters[at]}${row}`, valueOf(item))
        yield `${xml}</row>`
      }
    },
  }
}

function cellXml(reference: string, value: SheetValue): string {
  if (value === null || value === '') return ''
  if (typeof value === 'string') return textCell(reference, value)
  return numberCell(reference, value.number, value.style)
}

/** The workbook as an .xlsx file in pieces; of a sheet no more is in memory than a piece. */
export async function* writeWorkbook(workbook: Workbook): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  // Of a stream that it is given, the library does not hear errors.
  const fail = (error: Error): void => void output.destroy(error)
  zip.on('error', fail)
  // The same report has to be the same file whenever it is written.
  const options = { mtime: workbook.createdAt, forceDosTimestamp: true }
  for (const [path, xml] of partsOf(workbook)) zip.addBuffer(Buffer.from(xml), path, options)
  for (const [at, sheet] of workbook.sheets.entries())
    zip.addReadStreamLazy(sheetPath(at), options, (give) =>
      give(null, Readable.from(piecesOf(sheet, at), { objectMode: false }).on('error', fail)),
    )
  zip.end()
  for await (const piece of output) yield piece
}

function* piecesOf(sheet: Sheet, at: number): Generator<Buffer> {
  const headers = sheet.headers.map(({ text, isNumber }, column) =>
    textCell(`${columnLetters(column)}1`, text, isNumber ? STYLE.numberHeader : STYLE.header),
  )
  let xml = `${sheetStart(sheet, at)}<row r="1">${headers.join('')}</row>`
  for (const row of sheet.rows()) {
    xml += row
    if (xml.length < PIECE_CHARACTERS) continue
    yield Buffer.from(xml)
    xml = ''
  }
  yield Buffer.from(xml + sheetEnd(sheet))
}
