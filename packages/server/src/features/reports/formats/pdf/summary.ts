import type { ReportLicense } from '@tenantscope/contract/report-document'

import { drawBars } from './bars.ts'
import type { Bar } from './bars.ts'
import { COLORS } from './colors.ts'
import { BODY } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import type { TextStyle, Typesetter } from './text-lines.ts'
import { counted, tellsMoney } from './words.ts'
import type { Words } from './words.ts'

export const H1: TextStyle = { size: 20, weight: 'bold', color: COLORS.text }
const H2: TextStyle = { size: 12.5, weight: 'bold', color: COLORS.text }
const NOTE: TextStyle = { size: 9, weight: 'regular', color: COLORS.quiet }
const FIGURE: TextStyle = { size: 19, weight: 'bold', color: COLORS.text }
/** A figure that is cut says something else: longer ones are set smaller. */
const FIGURE_SIZES = [19, 16, 14, 12, 10, 8]

const MOST_USE_BARS = 9
const MOST_SAVINGS_BARS = 5
const TILE = { height: 58, gap: 12, inset: 12 } as const

/** One page of what the tables hold: how many, how well used, what could be saved. */
export function drawSummary(studio: Studio, words: Words): void {
  const { sheets, tags, pdf, document } = studio
  sheets.open()
  pdf.outline.addItem('Summary')
  const section = tags.root.add('Sect')
  let y = drawHeading(studio, section, { text: 'Summary', style: H1, y: BODY.top + 14 }) + 12
  y = drawTiles(studio, section, { words, y }) + 30
  y = drawUse(studio, section, { words, y }) + 24
  if (tellsMoney(document)) drawSavings(studio, section, { words, y })
  section.end()
}

interface Place {
  readonly words: Words
  readonly y: number
}

/** Draws a heading; gives where it ends. */
export function drawHeading(
  { ink, set }: Studio,
  section: Part,
  { text, style, y }: { text: string; style: TextStyle; y: number },
): number {
  const part = section.add(style === H1 ? 'H1' : 'H2')
  part.draw(() => ink.text(set.line(text, style, BODY.width), BODY.left, y))
  part.end()
  return y + style.size * 0.4
}

/** Draws a paragraph in quiet letters; gives where it ends. */
export function drawNote(
  { ink, set }: Studio,
  section: Part,
  { text, y }: { text: string; y: number },
): number {
  const part = section.add('P')
  const lines = set.lines(text, NOTE, BODY.width)
  part.draw(() => {
    for (const [at, line] of lines.entries()) ink.text(line, BODY.left, y + 10 + at * 13)
  })
  part.end()
  return y + lines.length * 13
}

function drawTiles({ ink, set, tags, document }: Studio, section: Part, place: Place): number {
  const { words, y } = place
  const { summary, licenses } = document
  const tiles = [
    [words.number(summary.totalUsers), 'People'],
    [words.number(summary.totalLicenses), 'Licenses'],
    [words.number(summary.totalAssignments), 'Assignments'],
    ...(tellsMoney(document) ? [[words.money(savingsOf(licenses)), 'Could be saved a month']] : []),
  ] as const
  const width = (BODY.width - (tiles.length - 1) * TILE.gap) / tiles.length
  const figures = tiles.map(([figure = '']) => figure)
  const style = figureStyle(set, figures, width - TILE.inset * 2)
  for (const [at, [figure = '', label = '']] of tiles.entries()) {
    const x = BODY.left + at * (width + TILE.gap)
    tags.decorate(() => ink.roundBox({ x, y, width, height: TILE.height }, COLORS.shade, 6))
    const part = section.add('P')
    part.draw(() => {
      ink.text(set.line(`${figure} `, style), x + TILE.inset, y + 28)
      ink.text(set.line(label, { ...NOTE, size: 8.5 }, width - 16), x + TILE.inset, y + 45)
    })
    part.end()
  }
  return y + TILE.height
}

/** The largest letters in which all figures fit. */
function figureStyle(set: Typesetter, figures: readonly string[], width: number): TextStyle {
  const styles = FIGURE_SIZES.map((size) => ({ ...FIGURE, size }))
  const fits = (style: TextStyle) =>
    figures.every((figure) => set.line(figure, style).width <= width)
  return styles.find(fits) ?? { ...FIGURE, size: 8 }
}

function drawUse(studio: Studio, section: Part, { words, y }: Place): number {
  const { licenses } = studio.document
  const shown = licenses
    .toSorted((one, other) => other.consumedUnits - one.consumedUnits)
    .slice(0, MOST_USE_BARS)
  const heading = drawHeading(studio, section, { text: 'Use of seats', style: H2, y })
  const text =
    shown.length < licenses.length
      ? `The ${shown.length} licenses with the most assigned seats in the whole tenant; the table of licenses has all ${words.number(licenses.length)}.`
      : 'Assigned seats of the usable ones, in the whole tenant.'
  const top = drawNote(studio, section, { text, y: heading + 2 }) + 10
  return drawBars(studio, section, { bars: shown.map((each) => useBar(each, words)), y: top })
}

function useBar(license: ReportLicense, words: Words): Bar {
  const { consumedUnits: assigned, enabledUnits: usable } = license
  const percent =
    license.utilizationPercent === null ? '' : ` (${words.percent(license.utilizationPercent)})`
  const value =
    usable > 0
      ? `${words.number(assigned)} of ${words.number(usable)} assigned${percent}`
      : `${words.number(assigned)} assigned, none usable`
  const over = Math.max(0, assigned - usable)
  const all = Math.max(assigned, usable, 1)
  return {
    label: license.friendlyName,
    value: over > 0 && usable > 0 ? `${value}, ${words.number(over)} too many` : value,
    share: Math.min(assigned, usable) / all,
    overShare: over / all,
  }
}

function drawSavings(studio: Studio, section: Part, { words, y }: Place): void {
  const { licenses } = studio.document
  const saving = licenses
    .filter(({ monthlySavings }) => (monthlySavings ?? 0) > 0)
    .toSorted((one, other) => (other.monthlySavings ?? 0) - (one.monthlySavings ?? 0))
  const heading = drawHeading(studio, section, { text: 'Money that could be saved', style: H2, y })
  const text = `${savingsText(saving, words)}${unpricedText(licenses, words)}`
  const top = drawNote(studio, section, { text, y: heading + 2 }) + 10
  const most = saving[0]?.monthlySavings ?? 1
  const bars = saving.slice(0, MOST_SAVINGS_BARS).map((each) => ({
    label: each.friendlyName,
    value: `${words.money(each.monthlySavings ?? 0)} per month, ${counted(words, each.removableSeats ?? 0, 'seat')}`,
    share: (each.monthlySavings ?? 0) / most,
    overShare: 0,
  }))
  if (bars.length > 0) drawBars(studio, section, { bars, y: top })
}

function savingsText(saving: readonly ReportLicense[], words: Words): string {
  if (saving.length === 0) return 'No seat that costs money could go.'
  const all = `${words.money(savingsOf(saving))} per month for seats of the whole tenant that could go.`
  return saving.length > MOST_SAVINGS_BARS
    ? `${all} The ${MOST_SAVINGS_BARS} licenses with the most to save; the table of licenses has all.`
    : all
}

function unpricedText(licenses: readonly ReportLicense[], words: Words): string {
  const seats = licenses
    .filter(({ price }) => price === null)
    .reduce((sum, { removableSeats }) => sum + (removableSeats ?? 0), 0)
  return seats > 0 ? ` ${counted(words, seats, 'more seat')} without a known price.` : ''
}

const savingsOf = (licenses: readonly ReportLicense[]): number =>
  licenses.reduce((sum, { monthlySavings }) => sum + (monthlySavings ?? 0), 0)
