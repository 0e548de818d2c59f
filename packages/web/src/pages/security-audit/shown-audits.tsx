import { makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import { AuditChangesCard } from './audit-changes-card.tsx'
import { AuditChecks } from './audit-checks.tsx'
import { AuditHistory } from './audit-history.tsx'
import { AuditSummary } from './audit-summary.tsx'
import { AuditTrend } from './audit-trend.tsx'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(280px, 1fr)',
    alignItems: 'start',
    gap: '16px',
    '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

interface ShownAuditsProps {
  /** Newest first; at least one. */
  reports: readonly SecurityAuditReport[]
  chosenId: number | undefined
  /** More of them are on their way. */
  isReading: boolean
  onChoose: (id?: number) => void
  isAll: boolean
  onViewAll: (isAll: boolean) => void
}

/** The chosen audit, else the latest, beside the history. */
export function ShownAudits(props: ShownAuditsProps) {
  const { reports, chosenId, isReading, onChoose } = props
  const styles = useStyles()
  const found = reports.findIndex(({ id }) => id === chosenId)
  const index = Math.max(0, found)
  const report = reports[index]
  const before = reports[index + 1]
  if (report === undefined) return null
  const isGone = chosenId !== undefined && found === -1 && !isReading
  return (
    <>
      {isGone && (
        <MessageBar intent="warning">
          <MessageBarBody>
            That audit is no longer kept. The latest one is shown instead.
          </MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <AuditSummary report={report} isLatest={index === 0} onLatest={() => onChoose()} />
          <AuditChecks key={report.id} report={report} />
        </div>
        <div className={styles.column}>
          {before && <AuditChangesCard report={report} before={before} />}
          <AuditTrend reports={reports} />
          <AuditHistory {...props} shownId={report.id} />
        </div>
      </div>
    </>
  )
}
