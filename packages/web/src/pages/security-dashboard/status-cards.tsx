import { makeStyles, typographyStyles } from '@fluentui/react-components'
import { SECURITY_AUDIT, SIGN_IN } from '@tenantscope/contract/limits'
import type { SecurityStatus } from '@tenantscope/contract/security-audit'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { SecurityGradeMark } from '../../ui/security-grade.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
    gap: '16px',
  },
  value: { ...typographyStyles.title2, fontVariantNumeric: 'tabular-nums' },
  body: { minHeight: '56px' },
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
          {environment === 'production' ? 'Production mode' : 'NODE_ENV of the server'}
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
    <Stack gap={4} className={styles.body}>
      <span className={styles.value}>{value}</span>
      <Text variant="body" muted>
        {children}
      </Text>
    </Stack>
  )
}

const RATE_LIMIT = `${SIGN_IN.failuresPerAddress}/${SIGN_IN.failureWindowMinutes}min`
/** Fewer are too quickly tried (specification section 5). */
const LEAST_ROUNDS = 12

/** How people prove who they are. */
export function AuthenticationCard({ status }: { status: SecurityStatus }) {
  const { bcryptEnabled, saltRounds, strongPasswordPolicy, defaultCredentialsPresent } = status
  const areRoundsEnough = bcryptEnabled && saltRounds >= LEAST_ROUNDS
  return (
    <SectionCard title="Authentication Security">
      <FactList
        facts={[
          { label: 'Password hashing', value: <Judged isGood={bcryptEnabled} words={HASHING} /> },
          {
            label: 'Salt rounds',
            value: (
              <StatusLabel tone={areRoundsEnough ? 'good' : 'bad'}>
                {bcryptEnabled ? String(saltRounds) : 'None'}
              </StatusLabel>
            ),
          },
          {
            label: 'Password policy',
            value: <Judged isGood={strongPasswordPolicy} words={['Strong', 'Weak']} />,
          },
          {
            label: 'Default credentials',
            value: <Judged isGood={!defaultCredentialsPresent} words={['None', 'Present']} />,
          },
        ]}
      />
    </SectionCard>
  )
}

const HASHING = ['bcrypt', 'Not bcrypt everywhere'] as const

/** How long people stay signed in, and what guards it. */
export function SessionCard({ status }: { status: SecurityStatus }) {
  const { rateLimitingActive, sessionTimeout, sessionSecure } = status
  return (
    <SectionCard title="Session Security">
      <FactList
        facts={[
          {
            label: 'Rate limiting',
            value: (
              <Judged
                isGood={rateLimitingActive}
                words={[RATE_LIMIT, 'Not configured correctly']}
              />
            ),
          },
          { label: 'Session timeout', value: hoursText(sessionTimeout) },
          {
            label: 'Secure cookie',
            value: <Judged isGood={sessionSecure} words={['Yes', 'No, the address is http']} />,
          },
        ]}
      />
    </SectionCard>
  )
}

function Judged({ isGood, words }: { isGood: boolean; words: readonly [string, string] }) {
  return <StatusLabel tone={isGood ? 'good' : 'bad'}>{isGood ? words[0] : words[1]}</StatusLabel>
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long the session still lasts, in hours and minutes. */
export function timeLeft(expiry: string, now: Date): string {
  const minutes = Math.floor((Date.parse(expiry) - now.getTime()) / MINUTE_MS)
  return minutes < 0 ? 'Expired' : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

/** A duration that came in milliseconds, in hours. */
export function hoursText(ms: number): string {
  const hours = Math.round((ms / HOUR_MS) * 10) / 10
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}
