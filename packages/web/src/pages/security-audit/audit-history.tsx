import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { SECURITY_AUDIT } from '@tenantscope/contract/limits'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { SecurityGradeMark } from '../../ui/security-grade.tsx'

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '8px',
    borderRadius: tokens.borderRadiusMedium,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  shown: { backgroundColor: tokens.colorNeutralBackground1Selected },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  quiet: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  percent: { ...typographyStyles.body1Strong, fontVariantNumeric: 'tabular-nums' },
})

interface AuditHistoryProps {
  reports: readonly SecurityAuditReport[]
  shownId: number
  isAll: boolean
  onViewAll: (isAll: boolean) => void
}

/** Earlier audits, each a link to itself. */
export function AuditHistory({ reports, shownId, isAll, onViewAll }: AuditHistoryProps) {
  const styles = useStyles()
  const listed = isAll ? reports : reports.slice(0, SECURITY_AUDIT.shown)
  const hasMore = reports.length > SECURITY_AUDIT.shown
  return (
    <SectionCard
      title="Audit History"
      aside={
        hasMore && (
          <Button size="small" appearance="subtle" onClick={() => onViewAll(!isAll)}>
            {isAll ? `View First ${SECURITY_AUDIT.shown}` : 'View All'}
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        {listed.map((report) => (
          <Entry key={report.id} report={report} isShown={report.id === shownId} />
        ))}
      </ul>
    </SectionCard>
  )
}

function Entry({ report, isShown }: { report: SecurityAuditReport; isShown: boolean }) {
  const styles = useStyles()
  const format = useFormat()
  const { id, score, numericScore, passedChecks, totalChecks, timestamp, username } = report
  return (
    <li className={isShown ? `${styles.entry} ${styles.shown}` : styles.entry}>
      <SecurityGradeMark grade={score} isSmall />
      <span className={styles.words}>
        <AppLink
          to="/admin/security-audit"
          search={{ report: id }}
          resetScroll={false}
          {...(isShown ? { 'aria-current': 'true' } : {})}
        >
          {format.dateTime(timestamp)}
        </AppLink>
        <span className={styles.quiet}>
          {passedChecks} of {totalChecks} passed, by {username}
        </span>
      </span>
      <span className={styles.percent}>{format.percent(numericScore)}</span>
    </li>
  )
}
