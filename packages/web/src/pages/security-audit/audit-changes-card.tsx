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

const LINES = [
  { kind: 'failing', tone: 'bad', words: 'New failure' },
  { kind: 'fixed', tone: 'good', words: 'Fixed' },
  { kind: 'unverified', tone: 'unknown', words: 'Now under Not Verified' },
  { kind: 'verifiable', tone: 'good', words: 'No longer under Not Verified' },
] as const

/** What the audit found differently from the one before it. */
export function AuditChangesCard(props: {
  report: SecurityAuditReport
  before: SecurityAuditReport
}) {
  const { report, before } = props
  const styles = useStyles()
  const format = useFormat()
  const { difference, ...changes } = changesBetween(report, before)
  const lines = LINES.flatMap(({ kind, tone, words }) =>
    changes[kind].map((name) => ({ tone, text: `${words}: ${name}` })),
  )
  return (
    <SectionCard title="What Changed">
      <p className={styles.quiet}>
        Against the audit of {format.dateTime(before.timestamp)}: {differenceText(difference)}
      </p>
      {lines.length === 0 ? (
        <p className={styles.quiet}>Every check came out as before.</p>
      ) : (
        <ul className={styles.list}>
          {lines.map(({ tone, text }) => (
            <li key={text}>
              <StatusLabel tone={tone}>{text}</StatusLabel>
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
