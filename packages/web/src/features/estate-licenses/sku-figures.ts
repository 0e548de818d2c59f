import { LICENSE_ISSUE_NOUNS } from '@tenantscope/analysis/license-issue-text'
import type { SkuFigures } from '@tenantscope/contract/estate-licenses'
import {
  LICENSE_ISSUE_NAMES,
  LICENSE_KINDS,
  LicenseIssueKind,
} from '@tenantscope/contract/licenses'
import type { LicenseKind } from '@tenantscope/contract/licenses'
import { z } from 'zod'

export type KindFigures = SkuFigures & { readonly kind: LicenseKind }

/** A figure of a row: 'none' where the license has none, null where it is not known. */
type Figure = number | 'none' | null

/** What rows are narrowed to: a problem of seats, or waste. A retired license is a kind. */
export const Attention = z.enum(['savings', ...LicenseIssueKind.exclude(['retired']).options])
export type Attention = z.infer<typeof Attention>

type Problem = Exclude<Attention, 'savings'>

const PROBLEMS = Attention.exclude(['savings']).options

export const ATTENTION_NAMES: Readonly<Record<Attention, string>> = {
  savings: 'With waste',
  overallocated: LICENSE_ISSUE_NAMES.overallocated,
  unentitled: LICENSE_ISSUE_NAMES.unentitled,
  grace: LICENSE_ISSUE_NAMES.grace,
  suspended: LICENSE_ISSUE_NAMES.suspended,
}

const SEATS_OF: Readonly<Record<Problem, (figures: SkuFigures) => number>> = {
  overallocated: ({ overAllocated }) => overAllocated,
  unentitled: ({ unentitled }) => unentitled,
  grace: ({ inGrace }) => inGrace,
  suspended: ({ suspended }) => suspended,
}

/** Returns whether a row has the problem, or removable seats. */
export function needsAttention(figures: SkuFigures, attention: Attention | undefined): boolean {
  if (attention === undefined) return true
  if (attention === 'savings') return (figures.removableSeats ?? 0) > 0
  return SEATS_OF[attention](figures) > 0
}

/** The seats of each problem, as columns of a file. */
export const PROBLEM_COLUMNS = PROBLEMS.map((problem) => ({
  header: LICENSE_ISSUE_NAMES[problem],
  seatsOf: SEATS_OF[problem],
}))

/** Returns the problems of a row: ['8 over-allocated seats']. */
export const problemTexts = (
  figures: SkuFigures,
  numberText: (value: number) => string,
): readonly string[] =>
  PROBLEMS.flatMap((problem) => {
    const seats = SEATS_OF[problem](figures)
    const [one, many] = LICENSE_ISSUE_NOUNS[problem]
    return seats > 0 ? `${numberText(seats)} ${seats === 1 ? one : many}` : []
  })

/** Returns the cost per month; a kind that is not bought has none. */
export const costOf = ({ kind, monthlyCost }: KindFigures): Figure =>
  monthlyCost ?? (LICENSE_KINDS[kind].inCost || kind === 'unknown' ? null : 'none')

/** Returns the cost of the removable seats per month; a kind that is never waste has none. */
export const wasteOf = ({ kind, monthlyWaste, removableSeats }: KindFigures): Figure => {
  if (!LICENSE_KINDS[kind].inWaste) return 'none'
  return removableSeats === 0 ? 0 : monthlyWaste
}

/** Returns a figure for the screen: null for none, a dash for one that is not known. */
export function figureText(figure: Figure, text: (value: number) => string): string | null {
  if (figure === 'none') return null
  return figure === null ? '—' : text(figure)
}

/** Returns a figure for a file: empty for none, words for one that is not known. */
export function figureCell(figure: Figure, text: (value: number) => string = String): string {
  if (figure === 'none') return ''
  return figure === null ? 'Not known' : text(figure)
}

/** Returns an amount in a file: '363.60'. */
export const amountCell = (figure: Figure): string =>
  figureCell(figure, (value) => value.toFixed(2))

/** Returns a figure that is null only where there is none. */
export const orNone = (value: number | null): Figure => value ?? 'none'

/** Compares figures; those that are none or not known come last in either direction. */
export function compareFigures(a: Figure, b: Figure, isDescending: boolean): number {
  const one = typeof a === 'number' ? a : null
  const other = typeof b === 'number' ? b : null
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return isDescending ? other - one : one - other
}
