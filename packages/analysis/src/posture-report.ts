import type {
  CheckSeverity,
  PostureScore,
  TenantPostureChanges,
} from '@tenantscope/contract/posture'
import type {
  PostureFinding,
  PostureReport,
  ReportedChange,
  ReportedCheck,
} from '@tenantscope/contract/posture-report'

import { verdictText } from './checks/posture-text.ts'
import { counted } from './counted.ts'

const MOST_FINDINGS = 5
const RANKS: Readonly<Record<CheckSeverity, number>> = { critical: 0, high: 1, medium: 2, low: 3 }

/** Sorts failed checks first, then by severity; the given order decides between the others. */
export function sortedForReport(checks: readonly ReportedCheck[]): ReportedCheck[] {
  return checks.toSorted((one, other) => rankOf(one) - rankOf(other))
}

const rankOf = ({ verdict, severity }: ReportedCheck): number =>
  (verdict === 'failed' ? 0 : 10) + RANKS[severity]

/** Returns the most important failed checks of checks that are sorted for a report. */
export function findingsOf(checks: readonly ReportedCheck[]): PostureFinding[] {
  return checks
    .filter(({ verdict }) => verdict === 'failed')
    .slice(0, MOST_FINDINGS)
    .map(({ id, title, severity, reason, why, objectCount, effort, userImpact }) => ({
      checkId: id,
      title,
      severity,
      ...(reason === undefined ? {} : { reason }),
      why,
      objectCount,
      effort,
      userImpact,
    }))
}

/**
 * Returns what got better and worse: the last change of each check, where the check still has that
 * verdict. An accepted risk and a check that can no longer be read are neither.
 */
export function changesOf(
  checks: readonly ReportedCheck[],
  { changes }: Pick<TenantPostureChanges, 'changes'>,
): { better: ReportedChange[]; worse: ReportedChange[] } {
  const verdictById = new Map(checks.map(({ id, verdict }) => [id, verdict]))
  const seen = new Set<string>()
  const better: ReportedChange[] = []
  const worse: ReportedChange[] = []
  for (const { checkId, title, severity, change, at } of changes) {
    if (seen.has(checkId) || !JUDGED.has(change)) continue
    seen.add(checkId)
    const verdict = verdictById.get(checkId)
    const reported = { checkId, title, severity, at }
    if (change === 'fixed' && verdict === 'passed') better.push(reported)
    if (change !== 'fixed' && verdict === 'failed') worse.push(reported)
  }
  return { better, worse }
}

const JUDGED: ReadonlySet<string> = new Set(['fixed', 'new', 'regressed'])

/** Returns what a report of the posture found, as one sentence. */
export function postureStatement({ score }: { score: PostureScore }): string {
  const { passed, failed } = score.checks
  const judged = `${failed} of ${counted(passed + failed, 'judged check')} failed`
  if (passed + failed === 0) return NOTHING_JUDGED
  return score.percent === null
    ? `There is no score, because too few checks could be judged; ${judged}.`
    : `The security score is ${score.percent}% (grade ${score.grade}); ${judged}.`
}

/** Returns the text in place of the findings where no check failed: 'No judged check failed.' */
export const noFindingText = ({ checks }: Pick<PostureReport, 'checks'>): string =>
  checks.some(({ verdict }) => verdict === 'passed') ? 'No judged check failed.' : NOTHING_JUDGED

const NOTHING_JUDGED = 'No check could be judged.'

/** Verdicts outside the score. */
const UNSCORED = ['excepted', 'notLicensed', 'notApplicable', 'noPermission', 'notRead'] as const

/** Returns how many checks a report has, where some were chosen; else null. */
export function choiceNote({ checks, totalChecks }: Pick<PostureReport, 'checks' | 'totalChecks'>) {
  if (checks.length >= totalChecks) return null
  return `${checks.length} of ${totalChecks} checks were chosen; the score counts all of them`
}

/** Returns the checks outside the score: 'accepted risk (2), not licensed (12)'; null when there are none. */
export function unscoredText({ score }: Pick<PostureReport, 'score'>): string | null {
  const texts = UNSCORED.filter((verdict) => score.checks[verdict] > 0).map(
    (verdict) => `${verdictText(verdict).toLowerCase()} (${score.checks[verdict]})`,
  )
  return texts.length === 0 ? null : texts.join(', ')
}

/** 'The score covers 62% of the weight of all checks. Outside the score: not licensed (12).' */
export function coverageText(document: Pick<PostureReport, 'score'>): string {
  const unscored = unscoredText(document)
  const judged = `The score covers ${document.score.judgedPercent}% of the weight of all checks.`
  return unscored === null ? judged : `${judged} Outside the score: ${unscored}.`
}
