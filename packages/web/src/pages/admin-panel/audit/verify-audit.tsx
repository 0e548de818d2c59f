import {
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { AUDIT_TRAIL_NAMES } from '@tenantscope/contract/audit'
import type { AuditVerification } from '@tenantscope/contract/audit'

import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'

const useStyles = makeStyles({
  trails: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  trail: { display: 'flex', flexDirection: 'column', gap: '4px' },
  line: { display: 'flex', flexWrap: 'wrap', gap: '4px 12px', alignItems: 'center' },
  name: typographyStyles.body1Strong,
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  problems: { margin: 0, paddingInlineStart: '24px', overflowWrap: 'anywhere' },
})

type Trail = AuditVerification['trails'][number]

/** What checking every record against its seal has shown. */
export function VerifyResult({ result }: { result: AuditVerification }) {
  const styles = useStyles()
  const format = useFormat()
  const { isIntact, unusedBackups, trails, checkedAt } = result
  return (
    <SectionCard
      title="Verification"
      aside={<span className={styles.quiet}>{format.dateTime(checkedAt)}</span>}
    >
      <div role={isIntact ? 'status' : 'alert'}>
        <StatusLabel tone={isIntact ? 'good' : 'bad'}>
          {isIntact ? 'The audit trails are intact.' : 'The audit trails are not intact.'}
        </StatusLabel>
      </div>
      {unusedBackups.length > 0 && <UnusedBackups messages={unusedBackups} />}
      <ul className={styles.trails}>
        {trails.map((trail) => (
          <li key={trail.trail} className={styles.trail}>
            <div className={styles.line}>
              <span className={styles.name}>{AUDIT_TRAIL_NAMES[trail.trail]}</span>
              <StatusLabel tone={trail.problems.length === 0 ? 'good' : 'bad'}>
                {trail.problems.length === 0 ? 'Intact' : 'Not intact'}
              </StatusLabel>
            </div>
            <span className={styles.quiet}>{checkedText(trail, format)}</span>
            {trail.problems.length > 0 && (
              <ul className={styles.problems}>
                {trail.problems.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function UnusedBackups({ messages }: { messages: readonly string[] }) {
  const styles = useStyles()
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>
          {messages.length === 1 ? 'A backup could not be used' : 'Some backups could not be used'}
        </MessageBarTitle>
        <ul className={styles.problems}>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </MessageBarBody>
    </MessageBar>
  )
}

function checkedText({ records, removed, witnesses }: Trail, { number }: Format): string {
  const parts = [
    records === 1 ? '1 record checked' : `${number(records)} records checked`,
    ...(removed === 0 ? [] : [`${number(removed)} removed by retention`]),
    ...(witnesses.length === 0 ? [] : [`end compared with ${witnesses.join(' and ')}`]),
  ]
  return parts.join('; ')
}
