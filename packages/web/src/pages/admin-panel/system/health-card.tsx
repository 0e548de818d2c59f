import { Badge, makeStyles, Spinner, tokens } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { useMutation } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { getSystemHealth } from '@tenantscope/contract/system'
import type { HealthCheck } from '@tenantscope/contract/system'

import { userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'

const useStyles = makeStyles({
  intro: { maxWidth: '720px' },
  check: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr)',
    columnGap: '8px',
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  icon: { display: 'flex', fontSize: '20px', paddingTop: '1px' },
  ok: { color: tokens.colorStatusSuccessForeground1 },
  warning: { color: tokens.colorStatusWarningForeground1 },
  trouble: { color: tokens.colorStatusDangerForeground1 },
  quiet: { color: tokens.colorNeutralForeground3 },
})

type Health = CallReply<typeof getSystemHealth>

/** Checks the parts that Tenantscope depends on, when the user starts it. */
export function HealthCard() {
  const styles = useStyles()
  const check = useMutation({ mutationFn: () => call(getSystemHealth, {}) })
  return (
    <SectionCard
      title="Health"
      aside={
        <ActionButton
          appearance="primary"
          isBusy={check.isPending}
          busyLabel="Checking..."
          {...(check.isPending ? { icon: <Spinner size="tiny" /> } : {})}
          onClick={() => check.mutate()}
        >
          System Health Check
        </ActionButton>
      }
    >
      <Text as="p" muted className={styles.intro}>
        Checks the database, background jobs, disk, backups, clock, and the connection to Microsoft.
        It changes nothing and takes up to ten seconds.
      </Text>
      {check.isError && <Notice intent="error">{userMessageOf(check.error)}</Notice>}
      <div aria-live="polite">{check.data && <Result health={check.data} />}</div>
    </SectionCard>
  )
}

const STATUS = {
  healthy: { color: 'success', text: 'Healthy' },
  degraded: { color: 'warning', text: 'Needs attention' },
  unhealthy: { color: 'danger', text: 'Trouble' },
} as const

/** Problems come first. */
const ORDER = ['trouble', 'warning', 'ok'] as const

function Result({ health }: { health: Health }) {
  const styles = useStyles()
  const format = useFormat()
  const { color, text } = STATUS[health.status]
  const checks = ORDER.flatMap((status) => health.checks.filter((each) => each.status === status))
  return (
    <>
      <Stack row wrap gap={12} lineGap={8} align="center">
        <Badge color={color} size="large" appearance="tint">
          {text}
        </Badge>
        <Text variant="caption" className={styles.quiet}>
          Checked {format.dateTime(health.checkedAt)}
        </Text>
      </Stack>
      <Stack as="ul" aria-label="Health checks">
        {checks.map((each) => (
          <CheckRow key={each.name} check={each} />
        ))}
      </Stack>
    </>
  )
}

const ICONS = {
  ok: <CheckmarkCircleRegular aria-label="Well" />,
  warning: <WarningRegular aria-label="Warning" />,
  trouble: <ErrorCircleRegular aria-label="Trouble" />,
} as const

function CheckRow({ check }: { check: HealthCheck }) {
  const styles = useStyles()
  return (
    <li className={styles.check}>
      <span className={`${styles.icon} ${styles[check.status]}`}>{ICONS[check.status]}</span>
      <Stack gap={2}>
        <Text breakable>
          <Text variant="strong">{check.name}</Text>: {check.message}
        </Text>
        {check.nextStep !== null && <Text breakable>{check.nextStep}</Text>}
        <Text variant="caption" breakable className={styles.quiet}>
          {check.explanation}
        </Text>
      </Stack>
    </li>
  )
}
