import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type {
  ReportDocument,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'

import type { ReportToWrite, ReportWriter } from '../report-writer.ts'
import { drawCover, embedLogo } from './cover.ts'
import type { Logo } from './cover.ts'
import { createReportPdf } from './document-info.ts'
import { openFonts } from './font-set.ts'
import { createInk } from './ink.ts'
import type { PdfDocument } from './pdf-internals.ts'
import { licenseTable, peopleTable } from './report-tables.ts'
import { BODY, createSheets } from './sheets.ts'
import type { Studio } from './sheets.ts'
import { H1, drawHeading, drawNote, drawSummary } from './summary.ts'
import { drawTable, layOutTable } from './table.ts'
import type { Table, TableLayout } from './table.ts'
import { createTagging } from './tags.ts'
import { createTypesetter } from './text-lines.ts'
import type { Typesetter } from './text-lines.ts'
import { counted, createWords } from './words.ts'
import type { Words } from './words.ts'

/** Where a table begins on its first page, below its heading and what is said of it. */
const TABLE_TOP = BODY.top + 56
/** The cover and the summary. */
const PAGES_BEFORE_TABLES = 2
const PROGRESS_EVERY = 100

/**
 * The report as a tagged PDF file: cover, summary, licenses, people. Page after page goes out when it is
 * done, as quickly as it is taken. The same report gives the same bytes.
 */
export const writePdf: ReportWriter = async function* writePdf(report, onProgress) {
  const { document, look } = report
  const pdf = createReportPdf(report)
  yield* written(pdf)
  const logo = look.logoPng === null ? undefined : await embedLogo(pdf, look.logoPng)
  const words = createWords(document.timeZone)
  const fonts = await openFonts(pdf, textsOf(report, words))
  const set = createTypesetter(fonts)
  const tables = {
    licenses: laidOut(licenseTable(document, words), set),
    people: laidOut(peopleTable(document), set),
  }
  const pageCount =
    PAGES_BEFORE_TABLES + tables.licenses.layout.pageCount + tables.people.layout.pageCount
  const base = { ...report, pdf, set, ink: createInk(pdf), tags: createTagging(pdf) }
  const title = REPORT_TYPE_NAMES[document.reportType]
  const studio: Studio = { ...base, sheets: createSheets(base, { title, pageCount }) }
  for (const _ of drawReport(studio, { words, logo, tables, onProgress })) yield* written(pdf)
  studio.tags.root.end()
  pdf.end()
  yield* written(pdf)
  onProgress(document.users.length)
}

interface Contents {
  readonly words: Words
  readonly logo: Logo | undefined
  readonly tables: {
    readonly licenses: LaidOut<ReportLicense>
    readonly people: LaidOut<ReportUser>
  }
  readonly onProgress: (usersWritten: number) => void
}

interface LaidOut<Row> {
  readonly table: Table<Row>
  readonly layout: TableLayout
}

function laidOut<Row>(table: Table<Row>, set: Typesetter): LaidOut<Row> {
  return { table, layout: layOutTable(table, set, TABLE_TOP) }
}

/** Draws everything; yields whenever a page is done. */
function* drawReport(studio: Studio, contents: Contents): Generator<void> {
  const { words, logo, tables, onProgress } = contents
  const { summary, licenses } = studio.document
  drawCover(studio, words, logo)
  yield
  drawSummary(studio, words)
  yield
  const ofLicenses = `${counted(words, licenses.length, 'license')} of this report. Seats are those of the whole tenant; the last count is of people in this report.`
  for (const _ of drawSection(studio, tables.licenses, { title: 'Licenses', note: ofLicenses }))
    yield
  const people =
    summary.totalUsers === 1 ? 'One person' : `${words.number(summary.totalUsers)} people`
  const ofPeople = `${people}, each with those of the licenses of this report that they hold.`
  let told = 0
  for (const done of drawSection(studio, tables.people, { title: 'People', note: ofPeople })) {
    if (done - told >= PROGRESS_EVERY) onProgress(done)
    if (done - told >= PROGRESS_EVERY) told = done
    yield
  }
}

function* drawSection<Row>(
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

/** What pdfkit has written since it was last asked. */
function* written(pdf: PdfDocument): Generator<Uint8Array> {
  let piece: unknown = pdf.read()
  while (piece instanceof Uint8Array) {
    yield piece
    piece = pdf.read()
  }
}

/** The texts that the file shows, by the weight they are shown in. */
function textsOf({ document, look }: ReportToWrite, words: Words) {
  return {
    regular: () =>
      regularTexts(document, [look.name ?? '', look.footer ?? '', words.time(document.createdAt)]),
    bold: () => [look.name ?? '', ...document.licenses.map(({ friendlyName }) => friendlyName)],
  }
}

function* regularTexts(
  { tenant, createdBy, licenses, users }: ReportDocument,
  others: readonly string[],
): Generator<string> {
  yield* [...others, tenant.displayName, tenant.defaultDomainName ?? '', createdBy ?? '']
  for (const { friendlyName, skuPartNumber } of licenses) yield* [friendlyName, skuPartNumber]
  for (const { displayName, userPrincipalName, email, assignedLicenses } of users) {
    yield* [displayName, userPrincipalName ?? '', email ?? '']
    for (const { friendlyName } of assignedLicenses) yield friendlyName
  }
}
