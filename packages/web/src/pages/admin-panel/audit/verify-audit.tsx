import { makeStyles } from '@fluentui/react-components'
import { AUDIT_TRAIL_NAMES } from '@tenantscope/contract/audit'
import type { AuditVerification } from '@tenantscope/contract/audit'

import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'

const useStyles = makeStyles({
  problems: { margin: 0, paddingInlineStart: '24px', overflowWrap: 'anywhere' },
})

type Trail = AuditVerification['trails'][number]

/** Shows the result of the verification of every record. */
export function VerifyResult({ result }: { result: AuditVerification }) {
  const styles = useStyles()
  const format = useFormat()
  const { isIntact, unusedBackups, trails, checkedAt } = result
  return (
    <SectionCard
      title="Verification"
      aside={
        <Text variant="caption" muted>
          {format.dateTime(checkedAt)}
        </Text>
      }
    >
      <div role={isIntact ? 'status' : 'alert'}>
        <StatusLabel tone={isIntact ? 'good' : 'bad'}>
          {isIntact ? 'The audit trails are intact.' : 'The audit trails are not intact.'}
        </StatusLabel>
      </div>
      {unusedBackups.length > 0 && <UnusedBackups messages={unusedBackups} />}
      <Stack as="ul" gap={12}>
        {trails.map((trail) => (
          <Stack key={trail.trail} as="li" gap={4}>
            <Stack row wrap gap={12} lineGap={4} align="center">
              <Text variant="strong">{AUDIT_TRAIL_NAMES[trail.trail]}</Text>
              <StatusLabel tone={trail.problems.length === 0 ? 'good' : 'bad'}>
                {trail.problems.length === 0 ? 'Intact' : 'Not intact'}
              </StatusLabel>
            </Stack>
            <Text variant="caption" muted>
              {checkedText(trail, format)}
            </Text>
            {trail.problems.length > 0 && (
              <ul className={styles.problems}>
                {trail.problems.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )}
          </Stack>
        ))}
      </Stack>
    </SectionCard>
  )
}

function UnusedBackups({ messages }: { messages: readonly string[] }) {
  const styles = useStyles()
  return (
    <Notice
      intent="warning"
      title={
        messages.length === 1 ? 'A backup could not be used' : 'Some backups could not be used'
      }
    >
      <ul className={styles.problems}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
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
