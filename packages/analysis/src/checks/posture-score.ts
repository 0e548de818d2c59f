import type { CheckSeverity, PostureScore, ShownVerdict } from '@tenantscope/contract/posture'

import { gradeOf } from '../security-grade.ts'

/** Weight of a check by severity (docs/posture.md, Score). */
export const SEVERITY_WEIGHTS: Readonly<Record<CheckSeverity, number>> = {
  critical: 10,
  high: 5,
  medium: 2,
  low: 1,
}

interface JudgedCheck {
  readonly severity: CheckSeverity
  readonly verdict: ShownVerdict
}

/**
 * Returns the score of a tenant over the checks that passed or failed. The others are outside; with
 * less than half of the weight judged there is no score.
 */
export function postureScoreOf(checks: readonly JudgedCheck[]): PostureScore {
  const counts = { ...NO_CHECKS }
  const weights = { ...NO_CHECKS }
  let hasCritical = false
  // One loop: an estate has 1,000 tenants with 101 checks each.
  for (const { severity, verdict } of checks) {
    counts[verdict] += 1
    weights[verdict] += SEVERITY_WEIGHTS[severity]
    if (verdict === 'failed' && severity === 'critical') hasCritical = true
  }
  const { passed } = weights
  const judged = passed + weights.failed
  const whole = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  const isScored = judged > 0 && judged * 2 >= whole
  const percent = isScored ? percentOf(passed, judged) : null
  return {
    percent,
    grade: percent === null ? null : gradeOf(percent, hasCritical),
    checks: counts,
    judgedPercent: whole === 0 ? 0 : Math.floor((judged / whole) * 100),
  }
}

/** A failed check never rounds up to 100. */
function percentOf(part: number, whole: number): number {
  return part === whole ? 100 : Math.min(99, Math.round((part / whole) * 100))
}

const NO_CHECKS: PostureScore['checks'] = {
  passed: 0,
  failed: 0,
  notLicensed: 0,
  noPermission: 0,
  notRead: 0,
  notApplicable: 0,
  excepted: 0,
}
