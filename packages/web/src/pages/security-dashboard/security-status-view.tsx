import { makeStyles } from '@fluentui/react-components'
import type { SecurityStatus } from '@tenantscope/contract/security-audit'

import { DefaultCredentials } from './default-credentials.tsx'
import { NotVerifiedCard } from './not-verified-card.tsx'
import { AuthenticationCard, SessionCard } from './security-details.tsx'
import { StatusCards } from './status-cards.tsx'

const useStyles = makeStyles({
  details: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))',
    gap: '16px',
  },
})

/** The status in cards, with the one thing that can be done about it here. */
export function SecurityStatusView({ status }: { status: SecurityStatus }) {
  const styles = useStyles()
  return (
    <>
      {status.defaultCredentialsPresent && (
        <DefaultCredentials usernames={status.defaultCredentialsOf} />
      )}
      <StatusCards status={status} />
      <div className={styles.details}>
        <AuthenticationCard status={status} />
        <SessionCard status={status} />
        {status.unverified.length > 0 && <NotVerifiedCard names={status.unverified} />}
      </div>
    </>
  )
}
