import {
  reportRemovable,
  reportTotals,
  selectionNote,
} from '@tenantscope/analysis/report-statement'
import { hasBoughtSeats, sortedBySeats } from '@tenantscope/analysis/seat-order'
import type { LicenseReport, ReportLicense } from '@tenantscope/contract/report-document'

import { drawBars } from './bars.ts'
import type { Bar } from './bars.ts'
import { H1, H2, drawHeading, drawNote, drawTiles } from './headings.ts'
import { BODY } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import { counted, hasPrices } from './words.ts'
import type { Words } from './words.ts'

const MOST_USE_BARS = 9
const MOST_SAVINGS_BARS = 5

/** One page of what the tables hold: how many, how well used, what could be saved. */
export function drawSummary(studio: Studio<LicenseReport>, words: Words): void {
  const { sheets, tags, pdf, document } = studio
  sheets.open()
  pdf.outline.addItem('Summary')
  const section = tags.root.add('Sect')
  let y = drawHeading(studio, section, { text: 'Summary', style: H1, y: BODY.top + 14 })
  y = drawNote(studio, section, { text: notesText(document, words), y: y + 2 }) + 12
  y = drawTiles(studio, section, { tiles: tilesOf(document, words), y }) + 30
  y = drawUse(studio, section, { words, y }) + 24
  if (hasPrices(document)) drawSavings(studio, section, { words, y })
  section.end()
}

/** When the figures were read, and which licenses the totals count. */
function notesText(document: LicenseReport, words: Words): string {
  const note = selectionNote(document)
  return `Figures of ${words.time(document.dataAsOf)}.${note === null ? '' : ` ${note}.`}`
}

interface Place {
  readonly words: Words
  readonly y: number
}

function tilesOf(document: LicenseReport, words: Words): [figure: string, label: string][] {
  const { summary } = document
  return [
    [words.number(summary.totalUsers), 'People'],
    [words.number(summary.totalLicenses), 'Licenses'],
    [words.number(summary.totalAssignments), 'Assignments'],
    ...(hasPrices(document) ? [savingsTile(document, words)] : []),
  ]
}

const savingsTile = (document: LicenseReport, words: Words): [figure: string, label: string] => [
  words.money(reportTotals(document).savings?.monthlyAmount ?? 0),
  'Savings per month',
]

function drawUse(studio: Studio<LicenseReport>, section: Part, { words, y }: Place): number {
  const { licenses } = studio.document
  const bought = sortedBySeats(licenses).filter(hasBoughtSeats)
  const shown = bought.slice(0, MOST_USE_BARS)
  const heading = drawHeading(studio, section, { text: 'Use of seats', style: H2, y })
  const ofBought =
    shown.length < bought.length
      ? `The ${shown.length} paid licenses with the most assigned seats in the complete tenant. The table of licenses lists all ${words.number(licenses.length)}.`
      : 'Assigned and usable seats of the complete tenant.'
  const others =
    bought.length < licenses.length
      ? ' Free, trial and company-wide licenses are at the end of the table.'
      : ''
  const text = `${totalsText(studio.document, words)} ${ofBought}${others}`
  const top = drawNote(studio, section, { text, y: heading + 2 }) + 10
  if (shown.length === 0) return top
  return drawBars(studio, section, { bars: shown.map((each) => useBar(each, words)), y: top })
}

/** The seats of the paid licenses of the report. */
function totalsText(document: LicenseReport, words: Words): string {
  const { paidSeats, assignedPaidSeats, unassignedPaidSeats } = reportTotals(document)
  return `Paid seats in total: ${words.number(paidSeats)} usable, ${words.number(assignedPaidSeats)} assigned, ${words.number(unassignedPaidSeats)} available.`
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

function drawSavings(studio: Studio<LicenseReport>, section: Part, { words, y }: Place): void {
  const { licenses } = studio.document
  const saving = licenses
    .filter(({ monthlySavings }) => (monthlySavings ?? 0) > 0)
    .toSorted((one, other) => (other.monthlySavings ?? 0) - (one.monthlySavings ?? 0))
  const heading = drawHeading(studio, section, { text: 'Potential savings', style: H2, y })
  const text = savingsText(saving, { document: studio.document, words })
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

function savingsText(
  saving: readonly ReportLicense[],
  { document, words }: { document: LicenseReport; words: Words },
): string {
  const seats = seatsText(document, words)
  const { removableSeats = 0, monthlyAmount = 0 } = reportTotals(document).savings ?? {}
  if (removableSeats === 0) return 'No paid seat can be removed.'
  if (saving.length === 0) return `No removable seat has a known price.${seats}`
  const all = `${words.money(monthlyAmount)} per month for removable seats of the complete tenant.${seats}`
  return saving.length > MOST_SAVINGS_BARS
    ? `${all} The ${MOST_SAVINGS_BARS} licenses with the highest savings. The table of licenses lists all.`
    : all
}

/** Explains the removable seats: more than the available ones when blocked users or guests hold some. */
function seatsText(document: LicenseReport, words: Words): string {
  const removable = reportRemovable(document)
  if (removable !== null) return ` ${removable}`
  // Reports of earlier versions do not contain the unassigned part.
  const unpriced = reportTotals(document).savings?.unpricedSeats ?? 0
  return unpriced > 0 ? ` ${counted(words, unpriced, 'more seat')} without a known price.` : ''
}
