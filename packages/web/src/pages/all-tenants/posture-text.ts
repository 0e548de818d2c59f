import type { PostureSummary } from '@tenantscope/contract/posture-summary'

import type { Format } from '../../lib/format.ts'

/** '62% D'; null where there is no score. */
export function postureText(posture: PostureSummary | null): string | null {
  if (posture === null || posture.score === null) return null
  return posture.grade === null ? `${posture.score}%` : `${posture.score}% ${posture.grade}`
}

/** '62% D, critical checks failed: 3', or why there is no score. */
export function postureWords(posture: PostureSummary | null, format: Format): string {
  if (posture === null) return 'Not judged'
  if (posture.isOld) return 'No score, not read for 7 days'
  const score = postureText(posture) ?? 'No score'
  if (posture.criticalFailed === 0) return score
  return `${score}, ${lowerFirst(criticalChecksText(posture.criticalFailed, format))}`
}

/** 'Critical checks failed: 3'. */
export const criticalChecksText = (count: number, format: Format): string =>
  `Critical checks failed: ${format.number(count)}`

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
