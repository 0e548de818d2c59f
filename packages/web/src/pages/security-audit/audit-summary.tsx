import { Button, makeStyles, typographyStyles } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { isoDayIn, isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { SecurityAuditReport, SecurityCheck } from '@tenantscope/contract/security-audit'

import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { SecurityGradeMark } from '../../ui/security-grade.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { criticalText } from './security-audit.queries.ts'

const useStyles = makeStyles({
  figures: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '16px 40px' },

  value: { ...typographyStyles.title2, fontVariantNumeric: 'tabular-nums' },
})

interface AuditSummaryProps {
  report: SecurityAuditReport
  isLatest: boolean
  onLatest: () => void
}

/** Grade, percentage and counts of one audit, with its files. */
export function AuditSummary({ report, isLatest, onLatest }: AuditSummaryProps) {
  const styles = useStyles()
  const format = useFormat()
  const { criticalIssues, passedChecks, totalChecks } = report
  const unverified = report.unverified.length + report.unverifiedParts.length
  return (
    <SectionCard title={isLatest ? 'Latest audit' : 'Earlier audit'}>
      <div className={styles.figures}>
        <SecurityGradeMark grade={report.score} />
        <Figure value={format.percent(report.numericScore)} label="Score" />
        <Figure value={`${passedChecks} / ${totalChecks}`} label="Checks passed" />
        {unverified > 0 && <Figure value={format.number(unverified)} label="Not verified" />}
      </div>
      <Text as="p" variant="body" muted>
        Severe checks count more, so the score can differ from the share of passed checks.
      </Text>
      {criticalIssues > 0 && (
        <Notice intent="error" title={`${criticalText(criticalIssues)} found`}>
          Fix {criticalIssues === 1 ? 'it' : 'them'} first: the grade cannot be better than C until
          then.
        </Notice>
      )}
      <Stack row wrap gap={16} lineGap={8} align="center" justify="between">
        <Text as="p" variant="body" muted>
          {format.dateTime(report.timestamp)}, by {report.username}
        </Text>
        <Stack row wrap gap={8}>
          {!isLatest && <Button onClick={onLatest}>Show latest</Button>}
          <ExportButtons report={report} />
        </Stack>
      </Stack>
    </SectionCard>
  )
}

function Figure({ value, label }: { value: string; label: string }) {
  const styles = useStyles()
  return (
    <Stack gap={2}>
      <span className={styles.value}>{value}</span>
      <Text variant="body" muted>
        {label}
      </Text>
    </Stack>
  )
}

function ExportButtons({ report }: { report: SecurityAuditReport }) {
  const timeZone = useTimeZone()
  const save = (format: 'json' | 'txt') => {
    const name = exportAudit({ report, timeZone }, format)
    showToast({ intent: 'success', title: 'Audit exported', text: name })
  }
  return (
    <>
      <Button icon={<ArrowDownloadRegular />} onClick={() => save('json')}>
        Export JSON
      </Button>
      <Button icon={<ArrowDownloadRegular />} onClick={() => save('txt')}>
        Export Report
      </Button>
    </>
  )
}

interface AuditExport {
  report: SecurityAuditReport
  timeZone: string
}

/** Hands the audit to the reader as a file, named by its own day; answers with the name. */
function exportAudit({ report, timeZone }: AuditExport, format: 'json' | 'txt'): string {
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
    `Created by: ${report.username}`,
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
