import { textOn } from '@tenantscope/analysis/color-contrast'

import { columnLetters, sheetText, xmlText } from './cell-xml.ts'

export interface Sheet {
  readonly name: string
  readonly headers: readonly { readonly text: string; readonly isNumber: boolean }[]
  readonly widths: readonly number[]
  /** Without the header row. */
  readonly rowCount: number
  readonly hasFilter: boolean
  /** The XML of the rows below the header, row by row. */
  rows(): Iterable<string>
}

export interface Workbook {
  readonly title: string
  readonly createdAt: Date
  /** #rrggbb, the ground of every header row. */
  readonly accentColor: string
  readonly sheets: readonly Sheet[]
}

// The parts of an .xlsx file beside its rows (ECMA-376, part 1, SpreadsheetML).

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetPath = (at: number): string => `xl/worksheets/sheet${at + 1}.xml`

/** Path and text of every part that is not a sheet, in the order in which readers look for them. */
export function partsOf(workbook: Workbook): readonly (readonly [path: string, xml: string])[] {
  const { sheets } = workbook
  return [
    ['[Content_Types].xml', contentTypes(sheets)],
    ['_rels/.rels', packageRelations()],
    ['docProps/core.xml', properties(workbook)],
    ['xl/workbook.xml', workbookXml(sheets)],
    ['xl/_rels/workbook.xml.rels', workbookRelations(sheets)],
    ['xl/styles.xml', styles(workbook.accentColor)],
  ]
}

/** Everything of a sheet before its first row; the header row stays in sight, and is printed on every page. */
export function sheetStart({ widths }: Sheet, at: number): string {
  const columns = widths.map(
    (width, column) =>
      `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`,
  )
  const isFirst = at === 0 ? ' tabSelected="1"' : ''
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<sheetViews><sheetView${isFirst} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
  )
}

export function sheetEnd(sheet: Sheet): string {
  const filter = sheet.hasFilter ? `<autoFilter ref="${rangeOf(sheet)}"/>` : ''
  return (
    `</sheetData>${filter}<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.75" header="0.3" footer="0.3"/>` +
    '<pageSetup orientation="landscape" fitToHeight="0"/>' +
    '<headerFooter><oddFooter>&amp;A, &amp;P / &amp;N</oddFooter></headerFooter></worksheet>'
  )
}

function contentTypes(sheets: readonly Sheet[]): string {
  const overrides = [
    ['/xl/workbook.xml', `${CONTENT}.sheet.main+xml`],
    ['/xl/styles.xml', `${CONTENT}.styles+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ...sheets.map((_, at) => [`/${sheetPath(at)}`, `${CONTENT}.worksheet+xml`]),
  ].map(([path, type]) => `<Override PartName="${path}" ContentType="${type}"/>`)
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  )
}

function packageRelations(): string {
  return relations([
    [`${RELATIONS}/officeDocument`, 'xl/workbook.xml'],
    [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
  ])
}

function workbookRelations(sheets: readonly Sheet[]): string {
  return relations([
    ...sheets.map((_, at) => [`${RELATIONS}/worksheet`, `worksheets/sheet${at + 1}.xml`] as const),
    [`${RELATIONS}/styles`, 'styles.xml'],
  ])
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

function properties({ title, createdAt }: Workbook): string {
  return (
    `${DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties"` +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"' +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${xmlText(sheetText(title))}</dc:title>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${createdAt.toISOString()}</dcterms:created>` +
    '</cp:coreProperties>'
  )
}

function workbookXml(sheets: readonly Sheet[]): string {
  const each = sheets.map(
    ({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const names = sheets.flatMap((sheet, at) => [
    ...(sheet.hasFilter
      ? [definedName('_xlnm._FilterDatabase', at, `${sheet.name}!${rangeOf(sheet, '$')}`)]
      : []),
    definedName('_xlnm.Print_Titles', at, `${sheet.name}!$1:$1`),
  ])
  return (
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews>` +
    `<sheets>${each.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`
  )
}

function definedName(name: string, sheet: number, range: string): string {
  const isHidden = name.endsWith('FilterDatabase') ? ' hidden="1"' : ''
  return `<definedName name="${name}" localSheetId="${sheet}"${isHidden}>${range}</definedName>`
}

function rangeOf({ headers, rowCount }: Sheet, fixed: '' | '$' = ''): string {
  const last = columnLetters(headers.length - 1)
  return `${fixed}A${fixed}1:${fixed}${last}${fixed}${rowCount + 1}`
}

/** The cell formats in the order of STYLE. Texts have the format of texts, so that editing one makes no formula of it. */
function styles(accentColor: string): string {
  const formats = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>',
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
    // Counts, percentages, amounts with two decimals, and times.
    ...[3, 9, 4, 164].map(
      (format) =>
        `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${RIGHT}</xf>`,
    ),
    `<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${RIGHT}</xf>`,
  ]
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return (
    `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    `<fonts count="2"><font>${font}</font>` +
    `<font><b/><sz val="11"/><color rgb="${argb(textOn(accentColor))}"/><name val="Calibri"/><family val="2"/></font></fonts>` +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    `<fill><patternFill patternType="solid"><fgColor rgb="${argb(accentColor)}"/><bgColor indexed="64"/></patternFill></fill></fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}

const RIGHT = '<alignment horizontal="right"/>'

function argb(color: string): string {
  return `FF${color.slice(1).toUpperCase()}`
}
