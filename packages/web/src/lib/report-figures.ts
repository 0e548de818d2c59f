import type { PostureFigures } from '@tenantscope/contract/reports'

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
