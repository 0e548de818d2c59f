import type { EstateTenant } from './estate.ts'

/** '62% (D)', or in words why there is no score. */
export function scoreText({ score, grade, verdicts, isOld }: EstateTenant): string {
  if (verdicts === null) return 'Not judged yet'
  if (isOld) return 'Not read for 7 days'
  if (score === null) return 'No score'
  return grade === null ? `${score}%` : `${score}% (${grade})`
}
