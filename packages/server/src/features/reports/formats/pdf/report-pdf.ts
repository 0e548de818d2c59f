import type { CurrencyCode } from '@tenantscope/contract/currencies'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type { ReportHead } from '@tenantscope/contract/report-document'

import type { ReportToWrite } from '../report-writer.ts'
import { drawCover, embedLogo } from './cover.ts'
import type { CoverText } from './cover.ts'
import { createReportPdf } from './document-info.ts'
import { BOX } from './drawable-text.ts'
import { openFonts } from './font-set.ts'
import { H1, drawHeading, drawNote } from './headings.ts'
import { createInk } from './ink.ts'
import type { PdfDocument } from './pdf-internals.ts'
import { BODY, createSheets } from './sheets.ts'
import type { Studio } from './sheets.ts'
import { drawTable, layOutTable } from './table.ts'
import type { Table, TableLayout } from './table.ts'
import { createTagging } from './tags.ts'
import { createTypesetter } from './text-lines.ts'
import type { Typesetter } from './text-lines.ts'
import { counted, createWords } from './words.ts'
import type { Words } from './words.ts'

/** The pages of one type of report, behind its cover. */
export interface ReportPages<Document extends ReportHead> {
  readonly cover: (document: Document, words: Words) => CoverText
  /** The currency of the amounts, where the report has any. */
  readonly currencyOf?: (document: Document) => CurrencyCode
  /** Texts that are not the product's own, by the weight they are shown in. */
  readonly texts: (document: Document) => {
    readonly regular: () => Iterable<string>
    readonly bold: () => Iterable<string>
  }
  readonly layOut: (
    document: Document,
    words: Words,
    set: Typesetter,
  ) => {
    readonly pageCount: number
    /** Draws everything; yields whenever a page is done. */
    readonly draw: (
      studio: Studio<Document>,
      onProgress: (usersWritten: number) => void,
    ) => Generator<void>
  }
}

/**
 * The report as a tagged PDF file. Page after page goes out when it is done, as quickly as it is taken.
 * The same report gives the same bytes.
 */
export async function* writeReportPdf<Document extends ReportHead>(
  report: ReportToWrite<Document>,
  pages: ReportPages<Document>,
  onProgress: (usersWritten: number) => void,
): AsyncGenerator<Uint8Array> {
  const { document, look } = report
  const pdf = createReportPdf(report)
  yield* written(pdf)
  const logo = look.logoPng === null ? undefined : await embedLogo(pdf, look.logoPng)
  const words = createWords(document.timeZone, pages.currencyOf?.(document))
  const fonts = await openFonts(pdf, textsOf(report, pages, words))
  const set = createTypesetter(fonts)
  const { pageCount, draw } = pages.layOut(document, words, set)
  const base = { ...report, pdf, set, ink: createInk(pdf), tags: createTagging(pdf) }
  const title = REPORT_TYPE_NAMES[document.reportType]
  const sheets = createSheets(base, { title, pageCount: 1 + pageCount })
  const studio: Studio<Document> = { ...base, sheets }
  const { statement, facts } = pages.cover(document, words)
  const notDrawn = lackingText(fonts.lacking, words)
  drawCover(studio, {
    words,
    logo,
    text: { statement, facts: [...facts, ['Characters', notDrawn]] },
  })
  yield* written(pdf)
  for (const _ of draw(studio, onProgress)) yield* written(pdf)
  studio.tags.root.end()
  pdf.end()
  yield* written(pdf)
}

/** More would not fit on the first page. */
const MOST_NAMED = 12

/** Names the characters without a font, and the files that have them; null when there are none. */
function lackingText(lacking: readonly number[], words: Words): string | null {
  if (lacking.length === 0) return null
  const named = lacking.slice(0, MOST_NAMED).map((codePoint) => {
    const hex = codePoint.toString(16).toUpperCase()
    return `U+${hex.padStart(4, '0')}`
  })
  const more = lacking.length - named.length
  const list = more > 0 ? `${named.join(', ')} and ${words.number(more)} more` : named.join(', ')
  const box = String.fromCodePoint(BOX)
  const verb = lacking.length === 1 ? 'has no font here and is' : 'have no font here and are'
  return `${counted(words, lacking.length, 'character')} ${verb} shown as ${box}: ${list}. The CSV and Excel files of this report contain every character.`
}

export interface LaidOut<Row> {
  readonly table: Table<Row>
  readonly layout: TableLayout
}

/** Top of a table on its first page, below its heading and description. */
const TABLE_TOP = BODY.top + 56

export function laidOut<Row>(table: Table<Row>, set: Typesetter): LaidOut<Row> {
  return { table, layout: layOutTable(table, set, TABLE_TOP) }
}

/** Draws a table as a section of its own; gives the number of rows drawn so far. */
export function* drawSection<Row>(
  studio: Studio,
  { table, layout }: LaidOut<Row>,
  { title, note }: { title: string; note: string },
): Generator<number> {
  studio.sheets.open()
  studio.pdf.outline.addItem(title)
  const section = studio.tags.root.add('Sect')
  const y = drawHeading(studio, section, { text: title, style: H1, y: BODY.top + 14 })
  drawNote(studio, section, { text: note, y: y + 2 })
  yield* drawTable(table, studio, { layout, section })
  section.end()
}

/** Yields the bytes that pdfkit has written since the last call. */
function* written(pdf: PdfDocument): Generator<Uint8Array> {
  let piece: unknown = pdf.read()
  while (piece instanceof Uint8Array) {
    yield piece
    piece = pdf.read()
  }
}

/** The texts that the file shows, by the weight they are shown in. */
function textsOf<Document extends ReportHead>(
  { document, look }: ReportToWrite<Document>,
  pages: ReportPages<Document>,
  words: Words,
) {
  const { tenant, createdBy, createdAt } = document
  const own = [look.name ?? '', look.footer ?? '', words.time(createdAt)]
  const head = [tenant.displayName, tenant.defaultDomainName ?? '', createdBy ?? '']
  const texts = pages.texts(document)
  return {
    *regular() {
      yield* own
      yield* head
      yield* texts.regular()
    },
    *bold() {
      yield look.name ?? ''
      yield* texts.bold()
    },
  }
}
