import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { SECURITY_AUDIT } from '@tenantscope/contract/limits'
import type { SecurityStatus } from '@tenantscope/contract/security-audit'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { SecurityGradeMark } from '../../ui/security-grade.tsx'
import { timeLeft } from './session-left.ts'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
    gap: '16px',
  },
  value: { ...typographyStyles.title2, fontVariantNumeric: 'tabular-nums' },
  body: { display: 'flex', flexDirection: 'column', gap: '4px', minHeight: '56px' },
  quiet: { ...typographyStyles.body1, color: tokens.colorNeutralForeground2 },
})

/** The four figures of the dashboard. */
export function StatusCards({ status }: { status: SecurityStatus }) {
  const { passedChecks, totalChecks, criticalIssues, environment } = status
  return (
    <div className={useStyles().cards}>
      <SectionCard title="Security Score">
        <SecurityGradeMark grade={status.securityScore} />
      </SectionCard>
      <SessionExpiry at={status.currentSessionExpiry} />
      <SectionCard title="Security Checks">
        <Figure value={`${passedChecks} / ${totalChecks}`}>
          {criticalIssues === 0
            ? 'No critical issues'
            : `${criticalIssues} critical ${criticalIssues === 1 ? 'issue' : 'issues'}`}
        </Figure>
      </SectionCard>
      <SectionCard title="Environment">
        <Figure value={environment === 'not set' ? 'Not set' : environment}>
          {environment === 'production' ? 'As for real use' : 'NODE_ENV of the server'}
        </Figure>
      </SectionCard>
    </div>
  )
}

/** Counts down each minute. */
function SessionExpiry({ at }: { at: string }) {
  const format = useFormat()
  const now = useNow(SECURITY_AUDIT.clockMs)
  return (
    <SectionCard title="Session Expiry">
      <Figure value={timeLeft(at, now)}>{format.dateTime(at)}</Figure>
    </SectionCard>
  )
}

function Figure({ value, children }: { value: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <div className={styles.body}>
      <span className={styles.value}>{value}</span>
      <span className={styles.quiet}>{children}</span>
    </div>
  )
}
