import { SIGN_IN } from '@tenantscope/contract/limits'
import type { SecurityStatus } from '@tenantscope/contract/security-audit'

import { FactList } from '../../ui/fact-list.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { hoursText } from './session-left.ts'

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
              <Judged isGood={rateLimitingActive} words={[RATE_LIMIT, 'Not as it should be']} />
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
