import { makeStyles } from '@fluentui/react-components'

import { SectionCard } from '../../ui/section-card.tsx'
import { AppFacts } from './app-facts.tsx'
import { CheckProgress } from './check-progress.tsx'
import type { OwnConsentSlot } from './issue-details.tsx'
import { LoadingRegistration } from './loading-registration.tsx'
import { PermissionLists } from './permission-lists.tsx'
import { PermissionsUnread } from './permissions-unread.tsx'
import { ReadinessBanner } from './readiness-banner.tsx'
import { RegistrationActions } from './registration-actions.tsx'
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
})

interface AppRegistrationProps {
  /** Offered where admin consent is what is missing. */
  OwnConsent: OwnConsentSlot
}

/** What Microsoft grants the app registration and whether it works; shown once a connection is stored. */
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
