import {
  Button,
  makeStyles,
  ProgressBar,
  Skeleton,
  SkeletonItem,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowClockwise20Regular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { Open16Regular } from '@fluentui/react-icons/svg/open'
import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { useId } from 'react'

import type { Permissions } from '../../lib/permissions.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PortalButton } from '../../ui/portal-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { OwnConsentSlot } from './issue-details.tsx'
import { PermissionLists } from './permission-lists.tsx'
import { readinessOf } from './readiness.ts'
import { RegistrationStatus } from './registration-status.tsx'
import { SummaryGrid } from './summary-grid.tsx'
import { useRegistration } from './use-registration.ts'
import type { AppRegistrationState } from './use-registration.ts'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)',
    gap: '16px',
    '@media (max-width: 960px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // As high with the progress as without it: nothing below moves.
  line: { height: '24px', marginTop: '-12px' },
  text: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // About as high as what takes their place.
  banner: {
    height: '40px',
    borderRadius: tokens.borderRadiusMedium,
    '@media (max-width: 480px)': { height: '60px' },
  },
  facts: { height: '40px', maxWidth: '480px', '@media (max-width: 480px)': { height: '88px' } },
  block: { height: '190px', borderRadius: tokens.borderRadiusLarge },
  list: {
    height: '284px',
    borderRadius: tokens.borderRadiusLarge,
    '@media (max-width: 840px)': { height: '664px' },
  },
  fact: { display: 'flex', flexDirection: 'column', minWidth: 0, maxWidth: '100%' },
  value: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '24px',
    minWidth: 0,
    margin: 0,
    overflowWrap: 'anywhere',
  },
})

interface AppRegistrationProps {
  /** Offered where admin consent is what is missing. */
  OwnConsent: OwnConsentSlot
}

/** Shows the permissions and the status of the app registration, once a connection is stored. */
export function AppRegistration({ OwnConsent }: AppRegistrationProps) {
  const state = useRegistration()
  return (
    <SectionCard title="Application Permissions" aside={<RegistrationActions state={state} />}>
      <CheckProgress isAsking={state.isAsking} check={state.check} />
      <Content state={state} OwnConsent={OwnConsent} />
    </SectionCard>
  )
}

function Content({ state, OwnConsent }: AppRegistrationProps & { state: AppRegistrationState }) {
  const styles = useStyles()
  const { registration, check, isUnread, readAgain } = state
  if (registration === undefined)
    return isUnread ? <PermissionsUnread onRetry={readAgain} /> : <LoadingRegistration />
  return (
    <>
      {isUnread && <PermissionsUnread onRetry={readAgain} />}
      <ReadinessBanner permissions={registration.permissions} check={check} />
      <AppFacts registration={registration} />
      <div className={styles.columns}>
        <RegistrationStatus state={state} registration={registration} OwnConsent={OwnConsent} />
        <SummaryGrid registration={registration} check={check} />
      </div>
      <PermissionLists registration={registration} check={check} />
    </>
  )
}

interface ReadinessBannerProps {
  permissions: readonly CheckedPermission[]
  check: ConsentCheck | null
}

/** Whether the app registration can read what Tenantscope needs, in one sentence. */
function ReadinessBanner({ permissions, check }: ReadinessBannerProps) {
  const { intent, title, text } = readinessOf(permissions, check)
  return (
    <Notice intent={intent} title={title}>
      {text}
    </Notice>
  )
}

/** The stored results could not be read (specification section 8). */
function PermissionsUnread({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice intent="error" action={{ label: 'Retry', onClick: onRetry }}>
      Unable to fetch application permissions. This may be due to insufficient permissions or
      configuration issues.
    </Notice>
  )
}

/** When Microsoft was last asked, or that it is being asked just now. */
function CheckProgress({ isAsking, check }: { isAsking: boolean; check: ConsentCheck | null }) {
  const styles = useStyles()
  const id = useId()
  return (
    <Stack justify="between" className={styles.line}>
      {!isAsking && check !== null && <DataAsOf at={check.checkedAt} prefix="Checked" />}
      <output id={id} className={styles.text}>
        {isAsking && `Checking with Microsoft, for up to ${LIVE_CALL_SECONDS} seconds...`}
      </output>
      {isAsking && <ProgressBar aria-labelledby={id} />}
    </Stack>
  )
}

/** The card's own shape while the stored results arrive. */
function LoadingRegistration() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.whole} aria-label="Loading application permissions...">
      <SkeletonItem className={styles.banner} />
      <SkeletonItem className={styles.facts} />
      <div className={styles.columns}>
        <SkeletonItem className={styles.block} />
        <SkeletonItem className={styles.block} />
      </div>
      <SkeletonItem className={styles.list} />
    </Skeleton>
  )
}

/** The actions of the card. */
function RegistrationActions({ state }: { state: AppRegistrationState }) {
  const { registration, isAsking, refresh } = state
  return (
    <Stack row wrap gap={8} align="center">
      {registration === undefined ? (
        // Keeps the link's place.
        <Button disabled icon={<Open16Regular />} iconPosition="after">
          Azure Portal
        </Button>
      ) : (
        <PortalButton href={registration.portalUrl}>Azure Portal</PortalButton>
      )}
      <Button
        icon={<ArrowClockwise20Regular />}
        aria-label="Refresh permission status"
        // Stays focusable while it works, so that keyboard focus is not lost.
        disabledFocusable={isAsking}
        onClick={refresh}
      >
        Refresh
      </Button>
    </Stack>
  )
}

/** Which app registration this is about. */
function AppFacts({ registration }: { registration: Permissions }) {
  const styles = useStyles()
  const { appId, displayName } = registration
  return (
    <Stack as="dl" row wrap gap={32} lineGap={8}>
      <div className={styles.fact}>
        <Text as="dt" variant="caption" muted>
          Application
        </Text>
        <dd className={styles.value}>
          {displayName === null ? 'Not known' : <ForeignText wrap>{displayName}</ForeignText>}
        </dd>
      </div>
      {appId !== null && (
        <div className={styles.fact}>
          <Text as="dt" variant="caption" muted>
            Application (Client) ID
          </Text>
          <dd className={styles.value}>
            <Text mono>{appId}</Text>
            <CopyButton text={appId} label="Copy application ID" />
          </dd>
        </div>
      )}
    </Stack>
  )
}
