import { RENEWAL_DECISION_NAMES } from '@tenantscope/contract/renewals'
import type { PastRenewalDecision, RenewalDecision } from '@tenantscope/contract/renewals'

type Numbers = (value: number) => string

/** Returns seats as text: '10 seats'; null: Microsoft did not return the number. */
export const seatsText = (seats: number | null, number: Numbers): string =>
  seats === null
    ? 'an unknown number of seats'
    : `${number(seats)} ${seats === 1 ? 'seat' : 'seats'}`

/** Returns a decision in words: 'Reduce to 6 seats'; 'Undecided' without one. */
export function decisionText(decision: RenewalDecision | null, number: Numbers): string {
  if (decision === null) return 'Undecided'
  const name = RENEWAL_DECISION_NAMES[decision.kind]
  return decision.reduceTo === null ? name : `${name} to ${seatsText(decision.reduceTo, number)}`
}

/** Returns what the readings after the date show: '10 seats before, 6 seats after'. */
export function outcomeText(
  { seatsBefore, after }: Pick<PastRenewalDecision, 'seatsBefore' | 'after'>,
  number: Numbers,
): string {
  const before = `${sentenceStart(seatsText(seatsBefore, number))} before`
  if (after === null) return `${before}. Not read since the date`
  if (after.status === null) return `${before}. No longer listed`
  const state = after.status.trim().toLowerCase() === 'enabled' ? '' : ` (${after.status})`
  return `${before}, ${seatsText(after.seats, number)}${state} after`
}

const sentenceStart = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
