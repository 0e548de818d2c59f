import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import { useFormat } from '../../lib/preferences.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { changesBetween } from './audit-changes.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  quiet: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

/** What the audit found differently from the one before it. */
export function AuditChangesCard(props: {
  report: SecurityAuditReport
  before: SecurityAuditReport
}) {
  const { report, before } = props
  const styles = useStyles()
  const format = useFormat()
  const { fixed, failing, difference } = changesBetween(report, before)
  const isSame = fixed.length === 0 && failing.length === 0
  return (
    <SectionCard title="What Changed">
      <p className={styles.quiet}>
        Against the audit of {format.dateTime(before.timestamp)}: {differenceText(difference)}
      </p>
      {isSame ? (
        <p className={styles.quiet}>Every check came out as before.</p>
      ) : (
        <ul className={styles.list}>
          {failing.map((name) => (
            <li key={name}>
              <StatusLabel tone="bad">New failure: {name}</StatusLabel>
            </li>
          ))}
          {fixed.map((name) => (
            <li key={name}>
              <StatusLabel tone="good">Fixed: {name}</StatusLabel>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function differenceText(difference: number): string {
  if (difference === 0) return 'the same score.'
  const points = Math.abs(difference) === 1 ? 'point' : 'points'
  return `${Math.abs(difference)} percentage ${points} ${difference > 0 ? 'more' : 'less'}.`
}
