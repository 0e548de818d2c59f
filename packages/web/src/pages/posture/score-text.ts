import type { EstateTenant } from './estate.ts'

/** '62% (D)', '62% (D), outdated', or in words why there is no score. */
export function scoreText({ score, grade, verdicts, isOld, isOutdated }: EstateTenant): string {
  if (verdicts === null) return 'Not judged yet'
  if (isOld) return 'Not read for 7 days'
  const text = score === null ? 'No score' : percentText(score, grade)
  return isOutdated ? `${text}, outdated` : text
}

const percentText = (score: number, grade: EstateTenant['grade']): string =>
  grade === null ? `${score}%` : `${score}% (${grade})`
