import {
  Badge,
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { getSystemHealth, HealthCheck } from '@tenantscope/contract/system'

import { userMessageOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { useHealthCheck } from './system.queries.ts'

const useStyles = makeStyles({
  intro: { margin: 0, color: tokens.colorNeutralForeground2, maxWidth: '720px' },
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
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
  words: { display: 'flex', flexDirection: 'column', gap: '2px', overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' },
})

type Health = CallReply<typeof getSystemHealth>

/** Whether everything is there that Tenantscope stands on; looked at when somebody asks. */
export function HealthCard() {
  const styles = useStyles()
  const check = useHealthCheck()
  return (
    <SectionCard
      title="Health"
      aside={
        <Button
          appearance="primary"
          disabledFocusable={check.isPending}
          {...(check.isPending ? { icon: <Spinner size="tiny" /> } : {})}
          onClick={() => check.mutate()}
        >
          {check.isPending ? 'Checking...' : 'System Health Check'}
        </Button>
      }
    >
      <p className={styles.intro}>
        Looks at the database, background jobs, disk, backups, clock, and the way to Microsoft. It
        changes nothing and takes up to ten seconds.
      </p>
      {check.isError && (
        <MessageBar intent="error">
          <MessageBarBody>{userMessageOf(check.error)}</MessageBarBody>
        </MessageBar>
      )}
      <div aria-live="polite">{check.data && <Result health={check.data} />}</div>
    </SectionCard>
  )
}

const STATUS = {
  healthy: { color: 'success', text: 'Healthy' },
  degraded: { color: 'warning', text: 'Needs attention' },
  unhealthy: { color: 'danger', text: 'Trouble' },
} as const

/** What is wrong comes first. */
const ORDER = ['trouble', 'warning', 'ok'] as const

function Result({ health }: { health: Health }) {
  const styles = useStyles()
  const format = useFormat()
  const { color, text } = STATUS[health.status]
  const checks = ORDER.flatMap((status) => health.checks.filter((each) => each.status === status))
  return (
    <>
      <div className={styles.head}>
        <Badge color={color} size="large" appearance="tint">
          {text}
        </Badge>
        <Text size={200} className={styles.quiet}>
          Checked {format.dateTime(health.checkedAt)}
        </Text>
      </div>
      <ul className={styles.list} aria-label="Health checks">
        {checks.map((each) => (
          <CheckRow key={each.name} check={each} />
        ))}
      </ul>
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
      <div className={styles.words}>
        <Text>
          <Text weight="semibold">{check.name}</Text>: {check.message}
        </Text>
        {check.nextStep !== null && <Text>{check.nextStep}</Text>}
        <Text size={200} className={styles.quiet}>
          {check.explanation}
        </Text>
      </div>
    </li>
  )
}
