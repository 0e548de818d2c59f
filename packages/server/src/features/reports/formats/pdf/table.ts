import { COLORS } from './colors.ts'
import { BODY } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import type { Line, TextStyle, Typesetter } from './text-lines.ts'

export interface Column {
  readonly header: string
  readonly width: number
  readonly align?: 'right'
}

/** A text of a cell; each begins a line of its own. */
export interface CellText {
  readonly text: string
  readonly style: TextStyle
}

export interface Table<Row> {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** As many cells as there are columns. */
  readonly cells: (row: Row) => readonly (readonly CellText[])[]
}

const LINE = 11
const PADDING = 4
const GAP = 6
const HEADER: TextStyle = { size: 7.5, weight: 'bold', color: COLORS.quiet }

/** A row, or the part of it on one page if it is taller than a page. */
interface Placed {
  readonly row: number
  readonly from: number
  readonly to: number
  readonly y: number
  readonly isNewPage: boolean
}

/** The number of lines of each row, which decides its position. */
export interface TableLayout {
  readonly top: number
  readonly headerLines: number
  readonly lineCounts: Uint16Array
  readonly pageCount: number
}

/** Lays out a table that begins on a page of its own, below `top`. */
export function layOutTable<Row>(table: Table<Row>, set: Typesetter, top: number): TableLayout {
  const headerLines = tallest(linesOfHeader(table, set))
  const lineCounts = Uint16Array.from(table.rows, (row) => countLines(table, set, row))
  let pageCount = 1
  for (const { isNewPage } of place({ top, headerLines, lineCounts })) if (isNewPage) pageCount += 1
  return { top, headerLines, lineCounts, pageCount }
}

/** Draws a table; a page is done whenever it yields. Gives the number of rows drawn so far. */
export function* drawTable<Row>(
  table: Table<Row>,
  studio: Studio,
  { layout, section }: { layout: TableLayout; section: Part },
): Generator<number> {
  const { set, tags, sheets } = studio
  const header = linesOfHeader(table, set)
  const part = section.add('Table')
  drawHeader(studio, table, { header, part, y: layout.top })
  let rules = [layout.top + heightOf(layout.headerLines)]
  let drawn: DrawnRow | undefined
  for (const placed of place(layout)) {
    const { row, from, to, y } = placed
    if (placed.isNewPage) {
      drawRules(studio, rules)
      yield row
      sheets.open()
      tags.decorate(() => drawHeader(studio, table, { header, y: BODY.top }))
      rules = [BODY.top + heightOf(layout.headerLines)]
    }
    if (from === 0) {
      drawn?.part.end()
      drawn = beginRow(part, linesOfRow(table, set, row))
    }
    for (const [at, { cell, lines }] of (drawn?.cells ?? []).entries()) {
      const shown = lines.slice(from, to)
      if (shown.length > 0) cell.draw(() => drawCell(studio, shown, spotOf(table, at, y)))
    }
    rules.push(y + heightOf(to - from))
  }
  drawn?.part.end()
  drawRules(studio, rules)
  part.end()
  yield table.rows.length
}

/** The row of headings: of the table where that is given, else only seen. */
function drawHeader<Row>(
  studio: Studio,
  table: Table<Row>,
  { header, part, y }: { header: readonly (readonly Line[])[]; part?: Part; y: number },
): void {
  const row = part?.add('TR')
  for (const [at, lines] of header.entries()) {
    const paint = () => drawCell(studio, lines, spotOf(table, at, y))
    if (row === undefined) paint()
    else row.add('TH', { scope: 'Column' }).draw(paint)
  }
  row?.end()
}

interface DrawnRow {
  readonly part: Part
  readonly cells: readonly { readonly cell: Part; readonly lines: readonly Line[] }[]
}

function beginRow(table: Part, cells: readonly (readonly Line[])[]): DrawnRow {
  const part = table.add('TR')
  return { part, cells: cells.map((lines) => ({ cell: part.add('TD'), lines })) }
}

function drawRules({ ink, tags }: Studio, rules: readonly number[]): void {
  tags.decorate(() => {
    for (const y of rules)
      ink.rule([BODY.left, y], [BODY.right, y], { color: COLORS.rule, width: 0.5 })
  })
}

interface Spot {
  readonly x: number
  readonly y: number
  readonly column: Column
}

function spotOf({ columns }: Pick<Table<never>, 'columns'>, at: number, y: number): Spot {
  const before = columns.slice(0, at).reduce((sum, { width }) => sum + width, 0)
  return { x: BODY.left + before, y, column: columns[at] ?? { header: '', width: 0 } }
}

function drawCell({ ink }: Studio, lines: readonly Line[], { x, y, column }: Spot): void {
  for (const [at, line] of lines.entries()) {
    const left = column.align === 'right' ? x + column.width - GAP / 2 - line.width : x + GAP / 2
    ink.text(line, left, y + PADDING + at * LINE + 8)
  }
}

const heightOf = (lineCount: number): number => 2 * PADDING + lineCount * LINE
const tallest = (cells: readonly (readonly unknown[])[]): number =>
  Math.max(1, ...cells.map(({ length }) => length))

function linesOfHeader<Row>({ columns }: Table<Row>, set: Typesetter): (readonly Line[])[] {
  return columns.map(({ header, width }) => set.lines(header, HEADER, width - GAP))
}

function linesOfRow<Row>(table: Table<Row>, set: Typesetter, row: number): (readonly Line[])[] {
  const of = table.rows[row]
  if (of === undefined) return []
  return table
    .cells(of)
    .map((texts, at) =>
      texts.flatMap(({ text, style }) =>
        set.lines(text, style, (table.columns[at]?.width ?? 0) - GAP),
      ),
    )
}

function countLines<Row>(table: Table<Row>, set: Typesetter, row: Row): number {
  let most = 1
  for (const [at, texts] of table.cells(row).entries()) {
    const width = (table.columns[at]?.width ?? 0) - GAP
    let count = 0
    for (const { text, style } of texts) count += set.countLines(text, style, width)
    most = Math.max(most, count)
  }
  return most
}

/** Places rows on pages: undivided if they fit on a page, else split between two lines. */
function* place(layout: Omit<TableLayout, 'pageCount'>): Generator<Placed> {
  const headerHeight = heightOf(layout.headerLines)
  const bodyTop = BODY.top + headerHeight
  const mostLines = Math.floor((BODY.bottom - bodyTop - 2 * PADDING) / LINE)
  let y = layout.top + headerHeight
  for (const [row, count] of layout.lineCounts.entries()) {
    let from = 0
    while (from < count) {
      const to = Math.min(count, from + mostLines)
      const height = heightOf(to - from)
      const isNewPage = y + height > BODY.bottom
      if (isNewPage) y = bodyTop
      yield { row, from, to, y, isNewPage }
      y += height
      from = to
    }
  }
}
