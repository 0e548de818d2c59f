import { isoDayIn, isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { SecurityAuditReport, SecurityCheck } from '@tenantscope/contract/security-audit'

import { saveFile } from '../../lib/save-file.ts'

interface AuditExport {
  report: SecurityAuditReport
  timeZone: string
}

/** Hands the audit to the reader as a file, named by its own day; answers with the name. */
export function exportAudit({ report, timeZone }: AuditExport, format: 'json' | 'txt'): string {
  const name = `security-audit-${isoDayIn(timeZone, new Date(report.timestamp))}.${format}`
  const isJson = format === 'json'
  saveFile({
    name,
    text: isJson ? `${JSON.stringify(report, null, 2)}\n` : textReport({ report, timeZone }),
    type: isJson ? 'application/json' : 'text/plain;charset=utf-8',
  })
  return name
}

/** The audit as people read it on paper. */
export function textReport({ report, timeZone }: AuditExport): string {
  const failed = report.checks.filter(({ passed }) => !passed)
  const passed = report.checks.filter((check) => check.passed)
  return [
    'Tenantscope Security Audit',
    '',
    `Time: ${isoTimeIn(timeZone, report.timestamp)} (${timeZone})`,
    `Made by: ${report.username}`,
    `Grade: ${report.score} (${report.numericScore}%)`,
    `Checks passed: ${report.passedChecks} of ${report.totalChecks}`,
    `Critical issues: ${report.criticalIssues}`,
    ...section('Failed', failed, ({ howToFix }) => [`How to Fix: ${howToFix}`]),
    ...section('Passed', passed, () => []),
    ...section('Not verified, outside the total', report.unverified, ({ reason }) => [
      `Reason: ${reason}`,
    ]),
    ...partsSection(report),
    '',
  ].join('\n')
}

function section<Check extends Omit<SecurityCheck, 'passed'>>(
  title: string,
  checks: readonly Check[],
  more: (check: Check) => string[],
): string[] {
  if (checks.length === 0) return []
  return [
    '',
    `${title} (${checks.length})`,
    ...checks.flatMap((check) => [
      '',
      `- ${check.name} [${check.severity}]`,
      ...[check.description, `Evidence: ${check.evidence}`, ...more(check)].map(
        (line) => `  ${line}`,
      ),
    ]),
  ]
}

function partsSection({ checks, unverifiedParts }: SecurityAuditReport): string[] {
  if (unverifiedParts.length === 0) return []
  const nameById = new Map(checks.map(({ id, name }) => [id, name]))
  return [
    '',
    `Parts of checks not verified, outside the total (${unverifiedParts.length})`,
    ...unverifiedParts.flatMap(({ checkId, name, reason, howToVerify }) => [
      '',
      `- ${name} [part of ${nameById.get(checkId) ?? checkId}]`,
      `  Reason: ${reason}`,
      `  How to Verify: ${howToVerify}`,
    ]),
  ]
}
