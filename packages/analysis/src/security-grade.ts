import type { SecurityGrade, SecuritySeverity } from '@tenantscope/contract/security-audit'

/** Weight of a check by severity (docs/decisions/0029-security-checks.md). */
const WEIGHTS = { critical: 4, high: 3, medium: 2, low: 1 } as const satisfies Record<
  SecuritySeverity,
  number
>

/** Minimum percent for each grade (decisions.md, Grades). */
const GRADES = [
  ['A', 90],
  ['B', 80],
  ['C', 70],
  ['D', 60],
] as const satisfies readonly (readonly [SecurityGrade, number])[]

interface JudgedCheck {
  readonly severity: SecuritySeverity
  readonly passed: boolean
}

interface SecurityScore {
  readonly score: SecurityGrade
  readonly numericScore: number
  readonly totalChecks: number
  readonly passedChecks: number
  readonly failedChecks: number
  readonly criticalIssues: number
}

/** Computes the grade over the verified checks; a failed critical check caps it at C. */
export function securityScoreOf(checks: readonly JudgedCheck[]): SecurityScore {
  const passed = checks.filter((check) => check.passed)
  const failed = checks.filter((check) => !check.passed)
  const criticalIssues = failed.filter(({ severity }) => severity === 'critical').length
  const numericScore = percentOf(weightOf(passed), weightOf(checks))
  return {
    score: gradeOf(numericScore, criticalIssues > 0),
    numericScore,
    totalChecks: checks.length,
    passedChecks: passed.length,
    failedChecks: failed.length,
    criticalIssues,
  }
}

/** Returns the grade of a percentage; a failed critical check caps it at C. */
export function gradeOf(percent: number, hasFailedCritical: boolean): SecurityGrade {
  const earned = GRADES.find(([, least]) => percent >= least)?.[0] ?? 'F'
  return hasFailedCritical && (earned === 'A' || earned === 'B') ? 'C' : earned
}

/** Returns the dashboard's grade: A+ when every check was verified and passed. */
export function statusGradeOf(
  { score, failedChecks, totalChecks }: SecurityScore,
  unverifiedChecks: number,
): 'A+' | SecurityGrade {
  return totalChecks > 0 && failedChecks === 0 && unverifiedChecks === 0 ? 'A+' : score
}

const weightOf = (checks: readonly JudgedCheck[]): number =>
  checks.reduce((sum, { severity }) => sum + WEIGHTS[severity], 0)

/** Returns 0 without verified checks. A failed check never rounds up to 100. */
function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0
  return part === whole ? 100 : Math.min(99, Math.round((part / whole) * 100))
}
