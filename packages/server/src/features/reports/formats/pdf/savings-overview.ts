import {
  noRecommendationText,
  recommendationText,
  savingsNote,
} from '@tenantscope/analysis/savings-report'
import type { SavingsReport } from '@tenantscope/contract/savings-report'

import { drawBars } from './bars.ts'
import { PLAIN } from './cells.ts'
import { H1, H2, drawHeading, drawLines, drawNote, drawTiles } from './headings.ts'
import { BODY } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import { NOT_KNOWN, counted } from './words.ts'
import type { Words } from './words.ts'

const MOST_BARS = 7

/** One page for owners: what is paid, what is unused, what can be removed when, and what to do first. */
export function drawSavingsOverview(studio: Studio<SavingsReport>, words: Words): void {
  const { sheets, tags, pdf, document } = studio
  sheets.open()
  pdf.outline.addItem('Overview')
  const section = tags.root.add('Sect')
  let y = drawHeading(studio, section, { text: 'Overview', style: H1, y: BODY.top + 14 })
  const note = `Read on ${words.time(document.dataAsOf)}. ${savingsNote(document)}`
  y = drawNote(studio, section, { text: note, y: y + 2 }) + 12
  y = drawTiles(studio, section, { tiles: tilesOf(document, words), y }) + 30
  y = drawRecommendations(studio, section, { words, y }) + 26
  drawSavingsBars(studio, section, { words, y })
  section.end()
}

function tilesOf(
  { currency, totals }: SavingsReport,
  words: Words,
): [figure: string, label: string][] {
  const money = (amount: number) => words.money(amount, currency)
  const { savings } = totals
  return [
    [money(totals.monthlyCost), 'Cost per month'],
    [words.number(totals.unused), 'Unassigned paid seats'],
    [savings === null ? NOT_KNOWN : money(savings.monthlyAmount), 'Could be saved per month'],
    [savings === null ? NOT_KNOWN : money(savings.monthlyAmountNow), 'of it now'],
  ]
}

interface Place {
  readonly words: Words
  readonly y: number
}

function drawRecommendations(
  studio: Studio<SavingsReport>,
  section: Part,
  { words, y }: Place,
): number {
  const { document } = studio
  const top = drawHeading(studio, section, { text: 'Recommendations', style: H2, y }) + 6
  if (document.recommendations.length === 0)
    return drawNote(studio, section, { text: noRecommendationText(document), y: top })
  const texts = document.recommendations.map((each, at) => ({
    text: `${at + 1}. ${recommendationText(each, document, words)}`,
    style: PLAIN,
    most: 3,
  }))
  return drawLines(studio, section, { texts, y: top, gap: 5 })
}

function drawSavingsBars(studio: Studio<SavingsReport>, section: Part, { words, y }: Place): void {
  const { licenses, currency } = studio.document
  const saving = licenses.filter(({ monthlySavings }) => (monthlySavings ?? 0) > 0)
  if (saving.length === 0) return
  const heading = drawHeading(studio, section, { text: 'Savings by license', style: H2, y })
  const all =
    saving.length > MOST_BARS
      ? ` The ${MOST_BARS} licenses with the highest savings; the table lists all.`
      : ''
  const top = drawNote(studio, section, { text: `Per month.${all}`, y: heading + 2 }) + 10
  const most = saving[0]?.monthlySavings ?? 1
  const bars = saving.slice(0, MOST_BARS).map((each) => ({
    label: each.friendlyName,
    value: `${words.money(each.monthlySavings ?? 0, currency)}, ${counted(words, each.removableSeats ?? 0, 'seat')}`,
    share: (each.monthlySavings ?? 0) / most,
    overShare: 0,
  }))
  drawBars(studio, section, { bars, y: top })
}
