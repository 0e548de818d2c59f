import {
  Badge,
  Button,
  makeStyles,
  Skeleton,
  SkeletonItem,
  tokens,
} from '@fluentui/react-components'
import { CheckmarkCircle16Filled } from '@fluentui/react-icons/svg/checkmark-circle'
import { DismissCircle16Filled } from '@fluentui/react-icons/svg/dismiss-circle'
import { Warning16Filled } from '@fluentui/react-icons/svg/warning'
import type { CheckStatus, ConsentCheck } from '@tenantscope/contract/azure'
import { useId } from 'react'

import type { Permissions } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { IssueDetails } from './issue-details.tsx'
import type { OwnConsentSlot } from './issue-details.tsx'
import type { AppRegistrationState } from './use-registration.ts'

const useStyles = makeStyles({
  block: {
    padding: '12px 16px 16px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
  },
  heading: { minHeight: '24px' },
  waiting: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    '@media (max-width: 480px)': { minHeight: '124px' },
  },
  button: { alignSelf: 'flex-start' },
})

interface RegistrationStatusProps {
  state: AppRegistrationState
  registration: Permissions
  OwnConsent: OwnConsentSlot
}

/** Whether the app registration works, and what is wrong where it does not. */
export function RegistrationStatus(props: RegistrationStatusProps) {
  const { state, registration, OwnConsent } = props
  const styles = useStyles()
  const id = useId()
  const { check, isAsking } = state
  return (
    <Stack as="section" gap={12} className={styles.block} aria-labelledby={id}>
      <Stack
        row
        wrap
        align="center"
        justify="between"
        gap={16}
        lineGap={4}
        className={styles.heading}
      >
        <Text id={id} as="h3" variant="strong">
          App Registration Status
        </Text>
        {check !== null && <StatusBadge status={check.status} />}
      </Stack>
      {check !== null && (
        <>
          <Text as="p" variant="body">
            {check.message}
          </Text>
          <FactList facts={[{ label: 'Last successful token', value: <LastToken {...check} /> }]} />
          <IssueDetails
            check={check}
            registration={registration}
            OwnConsent={OwnConsent}
            onConsent={state.refreshQuietly}
          />
        </>
      )}
      {check === null && (isAsking ? <Checking /> : <NoResult onRetry={state.checkAgain} />)}
    </Stack>
  )
}

function LastToken({ lastSuccessfulToken: at }: Pick<ConsentCheck, 'lastSuccessfulToken'>) {
  const format = useFormat()
  const now = useNow()
  if (at === null) return 'Never'
  return (
    <time dateTime={at}>
      {format.dateTime(at)} ({format.relative(at, now)})
    </time>
  )
}

/** The card's progress says what is going on. */
function Checking() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.waiting} aria-hidden>
      <SkeletonItem size={20} />
      <SkeletonItem size={20} />
    </Skeleton>
  )
}

function NoResult({ onRetry }: { onRetry: () => void }) {
  const styles = useStyles()
  return (
    <>
      <Text as="p" variant="body">
        Unable to check connection status. Please verify your Azure configuration.
      </Text>
      <Button size="small" className={styles.button} onClick={onRetry}>
        Check again
      </Button>
    </>
  )
}

const BADGES = {
  success: { word: 'PASS', color: 'success', icon: <CheckmarkCircle16Filled /> },
  partial: { word: 'PARTIAL', color: 'warning', icon: <Warning16Filled /> },
  fail: { word: 'FAIL', color: 'danger', icon: <DismissCircle16Filled /> },
} as const satisfies Record<CheckStatus, object>

/** The result of the last check. */
export function StatusBadge({ status }: { status: CheckStatus }) {
  const { word, color, icon } = BADGES[status]
  return (
    <Badge appearance="tint" size="large" color={color} icon={icon}>
      {word}
    </Badge>
  )
}
