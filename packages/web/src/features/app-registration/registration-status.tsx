import {
  Button,
  makeStyles,
  Skeleton,
  SkeletonItem,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { ConsentCheck } from '@tenantscope/contract/azure'
import { useId } from 'react'

import type { Permissions } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { IssueDetails } from './issue-details.tsx'
import type { OwnConsentSlot } from './issue-details.tsx'
import { StatusBadge } from './status-badge.tsx'
import type { AppRegistrationState } from './use-registration.ts'

const useStyles = makeStyles({
  block: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minWidth: 0,
    padding: '12px 16px 16px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
  },
  heading: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 16px',
    minHeight: '24px',
  },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  text: { ...typographyStyles.body1, margin: 0 },
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
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.heading}>
        <h3 id={id} className={styles.title}>
          App Registration Status
        </h3>
        {check !== null && <StatusBadge status={check.status} />}
      </div>
      {check !== null && (
        <>
          <p className={styles.text}>{check.message}</p>
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
    </section>
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
      <p className={styles.text}>
        Unable to check connection status. Please verify your Azure configuration.
      </p>
      <Button size="small" className={styles.button} onClick={onRetry}>
        Check again
      </Button>
    </>
  )
}
