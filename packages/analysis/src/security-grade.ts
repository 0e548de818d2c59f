import type { SecurityGrade, SecuritySeverity } from '@tenantscope/contract/security-audit'

/** What a check counts (docs/decisions/0029-security-checks.md). */
const WEIGHTS = { critical: 4, high: 3, medium: 2, low: 1 } as const satisfies Record<
  SecuritySeverity,
  number
>

/** The least percent for each grade (decisions.md, Grades). */
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

export interface SecurityScore {
  readonly score: SecurityGrade
  readonly numericScore: number
  readonly totalChecks: number
  readonly passedChecks: number
  readonly failedChecks: number
  readonly criticalIssues: number
}

/** The grade over the checks that could be verified; a failed critical one caps it at C. */
export function securityScoreOf(checks: readonly JudgedCheck[]): SecurityScore {
  const passed = checks.filter((check) => check.passed)
  const failed = checks.filter((check) => !check.passed)
  const criticalIssues = failed.filter(({ severity }) => severity === 'critical').length
  const numericScore = percentOf(weightOf(passed), weightOf(checks))
  const earned = GRADES.find(([, least]) => numericScore >= least)?.[0] ?? 'F'
  const isCapped = criticalIssues > 0 && (earned === 'A' || earned === 'B')
  return {
    score: isCapped ? 'C' : earned,
    numericScore,
    totalChecks: checks.length,
    passedChecks: passed.length,
    failedChecks: failed.length,
    criticalIssues,
  }
}

/** The dashboard's grade: A+ when everything could be verified and is met. */
export function statusGradeOf(
  { score, failedChecks, totalChecks }: SecurityScore,
  unverifiedChecks: number,
): 'A+' | SecurityGrade {
  return totalChecks > 0 && failedChecks === 0 && unverifiedChecks === 0 ? 'A+' : score
}

const weightOf = (checks: readonly JudgedCheck[]): number =>
  checks.reduce((sum, { severity }) => sum + WEIGHTS[severity], 0)

/** Nothing that could be verified is nothing that was met. A failed check never rounds up to all. */
function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0
  return part === whole ? 100 : Math.min(99, Math.round((part / whole) * 100))
}
