import type { EvidenceObject } from '@tenantscope/contract/posture'
import type {
  PostureFinding,
  PostureReport,
  ReportedChange,
  ReportedCheck,
} from '@tenantscope/contract/posture-report'

import { postureStatement } from './posture-report.ts'
import { sharedTenantName } from './redaction.ts'

/**
 * Returns the report with only the fields that may be shared (docs/posture.md, Report and link): titles,
 * verdicts, severity, counts, dates, the score and our own advice. The fields are an allow-list, so that
 * fields added to reports later are not shared. Sentences of what was found stay behind, because a check
 * may name what it found.
 */
export function redactPosture(document: PostureReport): PostureReport {
  const { schema, version, reportType, createdAt, timeZone, dataAsOf, score } = document
  return {
    schema,
    version,
    reportType,
    isRedacted: true,
    tenant: { displayName: sharedTenantName(document.tenant, domainsIn(document)) },
    createdAt,
    timeZone,
    dataAsOf,
    statement: postureStatement(document),
    score: {
      percent: score.percent,
      grade: score.grade,
      checks: score.checks,
      judgedPercent: score.judgedPercent,
    },
    totalChecks: document.totalChecks,
    comparedSince: document.comparedSince,
    findings: document.findings.map(sharedFinding),
    better: document.better.map(sharedChange),
    worse: document.worse.map(sharedChange),
    checks: document.checks.map(sharedCheck),
  }
}

function sharedFinding(finding: PostureFinding): PostureFinding {
  const { checkId, title, severity, why, objectCount, effort, userImpact } = finding
  return { checkId, title, severity, why, objectCount, effort, userImpact }
}

const sharedChange = ({ checkId, title, severity, at }: ReportedChange): ReportedChange => ({
  checkId,
  title,
  severity,
  at,
})

const sharedCheck = (check: ReportedCheck): ReportedCheck => ({
  id: check.id,
  title: check.title,
  severity: check.severity,
  references: check.references,
  why: check.why,
  fix: check.fix,
  effort: check.effort,
  userImpact: check.userImpact,
  licence: check.licence,
  area: check.area,
  verdict: check.verdict,
  since: check.since,
  dataAsOf: check.dataAsOf,
  counts: check.counts,
  objectCount: check.objectCount,
})

/** The tenant's name may contain one of its domains. */
function domainsIn({ checks }: PostureReport): Set<string> {
  const objects = checks.flatMap(({ objects = [] }): EvidenceObject[] => objects)
  return new Set(
    objects.flatMap(({ kind, id, name }) => (kind === 'domain' ? [id, name ?? ''] : [])),
  )
}
