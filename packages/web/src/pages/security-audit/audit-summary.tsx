import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { showToast } from '../../lib/toasts.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { SecurityGradeMark } from '../../ui/security-grade.tsx'
import { exportAudit } from './audit-export.ts'
import { criticalText } from './security-audit.queries.ts'

const useStyles = makeStyles({
  figures: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '16px 40px' },
  figure: { display: 'flex', flexDirection: 'column', gap: '2px' },
  value: { ...typographyStyles.title2, fontVariantNumeric: 'tabular-nums' },
  label: { ...typographyStyles.body1, color: tokens.colorNeutralForeground2 },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px 16px',
  },
  quiet: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
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
    <SectionCard title={isLatest ? 'Latest Audit' : 'Earlier Audit'}>
      <div className={styles.figures}>
        <SecurityGradeMark grade={report.score} />
        <Figure value={format.percent(report.numericScore)} label="Score" />
        <Figure value={`${passedChecks} / ${totalChecks}`} label="Checks passed" />
        {unverified > 0 && <Figure value={format.number(unverified)} label="Not verified" />}
      </div>
      {criticalIssues > 0 && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{criticalText(criticalIssues)} found</MessageBarTitle>
            Fix {criticalIssues === 1 ? 'it' : 'them'} first: the grade cannot be better than C
            until then.
          </MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.foot}>
        <p className={styles.quiet}>
          {format.dateTime(report.timestamp)}, by {report.username}
        </p>
        <div className={styles.actions}>
          {!isLatest && <Button onClick={onLatest}>Show Latest</Button>}
          <ExportButtons report={report} />
        </div>
      </div>
    </SectionCard>
  )
}

function Figure({ value, label }: { value: string; label: string }) {
  const styles = useStyles()
  return (
    <div className={styles.figure}>
      <span className={styles.value}>{value}</span>
      <span className={styles.label}>{label}</span>
    </div>
  )
}

function ExportButtons({ report }: { report: SecurityAuditReport }) {
  const timeZone = useTimeZone()
  const save = (format: 'json' | 'txt') => {
    const name = exportAudit({ report, timeZone }, format)
    showToast({ intent: 'success', title: 'Audit Exported', text: name })
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
