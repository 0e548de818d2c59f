import type { PostureFigures, SavingsFigures } from '@tenantscope/contract/reports'

import type { Format } from './format.ts'

/** Returns the figures of a report of the posture: 'Score 62%, 3 failed checks'. */
export function postureFiguresText(
  { score, failedChecks }: PostureFigures,
  format: Format,
): string {
  const failed =
    failedChecks === 1 ? '1 failed check' : `${format.number(failedChecks)} failed checks`
  return `${score === null ? 'No score' : `Score ${format.percent(score)}`}, ${failed}`
}

/** Returns the figures of a report of the savings: 'USD 176.00 per month could be saved'. */
export const savingsFiguresText = (
  { monthlyAmount, currency }: SavingsFigures,
  { money }: Pick<Format, 'money'>,
): string => `${money(monthlyAmount, currency)} per month could be saved`
