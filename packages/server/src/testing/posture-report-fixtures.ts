import { areaName } from '@tenantscope/analysis/checks/areas'
import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { postureScoreOf } from '@tenantscope/analysis/checks/posture-score'
import { findingsOf, postureStatement, sortedForReport } from '@tenantscope/analysis/posture-report'
import { ShownVerdict } from '@tenantscope/contract/posture'
import type {
  PostureReport,
  ReportedChange,
  ReportedCheck,
} from '@tenantscope/contract/posture-report'

import { HOSTILE_NAMES } from './report-fixtures.ts'

const NAMES = Object.values(HOSTILE_NAMES)
const VERDICTS = ShownVerdict.options

/** Every check with each verdict in turn, hostile names as evidence, long sentences and many changes. */
export function hostilePosture(): PostureReport {
  const checks = sortedForReport(
    CHECKS.map(({ id, title, severity, references, why, fix, ...check }, at): ReportedCheck => ({
      id,
      title,
      severity,
      references: [...references],
      why,
      fix: [...fix],
      effort: check.effort,
      userImpact: check.userImpact,
      licence: check.licence,
      area: areaName(id),
      verdict: VERDICTS[at % VERDICTS.length] ?? 'failed',
      since: at % 2 === 0 ? null : '2026-11-01T08:45:00.000Z',
      dataAsOf: '2026-11-01T08:45:00.000Z',
      reason: `=${NAMES[at % NAMES.length]} `.repeat(20),
      counts: { excludedPeople: at },
      objectCount: NAMES.length + at,
      objects: NAMES.map((name, number) => ({
        kind: 'user',
        id: `${at}-${number}`,
        name,
        isExcepted: number % 3 === 0,
      })),
    })),
  )
  const score = postureScoreOf(checks)
  return {
    schema: 'tenantscope/report',
    version: 1,
    reportType: 'posture',
    isRedacted: false,
    tenant: {
      displayName: '=Fabrikam & "Söhne" <GmbH>',
      id: '20000000-0000-4000-8000-000000000001',
      defaultDomainName: 'fabrikam.com',
    },
    createdAt: '2026-11-20T08:30:15.000Z',
    createdBy: 'Creator, "the" Admin',
    timeZone: 'America/Los_Angeles',
    dataAsOf: '2026-11-01T08:45:00.000Z',
    statement: postureStatement({ score }),
    score,
    totalChecks: CHECKS.length,
    comparedSince: '2026-10-21T08:30:15.000Z',
    findings: findingsOf(checks),
    better: checks.slice(40).map(changeOf),
    worse: checks.slice(0, 40).map(changeOf),
    checks,
  }
}

const changeOf = ({ id, title, severity }: ReportedCheck): ReportedChange => ({
  checkId: id,
  title,
  severity,
  at: '2026-11-10T08:45:00.000Z',
})
