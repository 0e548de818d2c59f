import { isoTimeIn } from '@tenantscope/analysis/iso-time'

/** Places in the list of cell formats that `workbook-parts.ts` writes. */
export const STYLE = {
  header: 1,
  text: 2,
  count: 3,
  percent: 4,
  money: 5,
  time: 6,
  numberHeader: 7,
} as const

export type CellStyle = Exclude<keyof typeof STYLE, 'header' | 'numberHeader'>

/** Nothing more fits into a cell (Excel's specifications and limits). */
const LONGEST_TEXT = 32_767
/** Characters that XML 1.0 cannot contain. */
// eslint-disable-next-line no-control-regex -- these are the characters that have to go
const FORBIDDEN = /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu
/** `_x0041_` means 'A' in a spreadsheet's texts, unless its underscore is escaped (ECMA-376, ST_Xstring). */
const ESCAPED = /_(?=x[\da-f]{4}_)/giu
const MARKUP = /[&<>]/gu
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Text matching this needs no escaping. */
const PLAIN = /^[\p{L}\p{N}\p{M}\p{P}\p{Z}=+]*$/u

/** Returns a text for a cell: without characters that spreadsheets refuse, and not too long. */
export function sheetText(text: string): string {
  const kept = text.toWellFormed().replaceAll(/\r\n?/gu, '\n').replaceAll(FORBIDDEN, '')
  if (kept.length <= LONGEST_TEXT) return kept
  // Cut inside a pair of surrogates, its first half alone would be left.
  return `${kept.slice(0, LONGEST_TEXT - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`
}

/** Always text, so never a formula. */
export function textCell(reference: string, text: string, style: number = STYLE.text): string {
  const isPlain = text.length < LONGEST_TEXT && !text.includes('_x') && PLAIN.test(text)
  const xml = isPlain
    ? text.replaceAll('&', '&amp;')
    : xmlText(sheetText(text).replaceAll(ESCAPED, '_x005F_'))
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c>`
}

export function numberCell(reference: string, value: number, style: CellStyle): string {
  return `<c r="${reference}" s="${STYLE[style]}"><v>${value}</v></c>`
}

/** Text inside an element. */
export function xmlText(text: string): string {
  return text.replaceAll(MARKUP, (character) => ENTITIES[character] ?? '')
}

const MILLISECONDS_PER_DAY = 86_400_000
/** Day 1 is 1 January 1900, and for Excel 1900 had a 29 February. */
const FIRST_DAY = Date.UTC(1899, 11, 30)

/** The wall clock of a time zone as a spreadsheet counts time, in days; it knows no zones. */
export function serialTime(timeZone: string, at: string): number {
  const wallClock = `${isoTimeIn(timeZone, at).slice(0, 19)}Z`
  return (Date.parse(wallClock) - FIRST_DAY) / MILLISECONDS_PER_DAY
}

/** The letters of a column: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26)
  return (before === 0 ? '' : columnLetters(before - 1)) + String.fromCodePoint(65 + (index % 26))
}
