import type { Consents } from '../../features/consent/use-consents.ts'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import { DismissButton } from '../../ui/dismiss-button.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TenantLink } from '../../ui/tenant-link.tsx'
import { Text } from '../../ui/text.tsx'
import { TenantsBar } from './tenants-bar.tsx'

const ApprovalsBar = lazyPart(async () => (await import('./approvals-bar.tsx')).ApprovalsBar)
const ConsentProgress = lazyPart(
  async () => (await import('../../features/consent/consent-progress.tsx')).ConsentProgress,
)

interface TenantNoticesProps {
  list: TenantList
  refresh: Refresh
  consents: Consents
}

/** The notices above the tenants: no connection, failed reads, approvals and consents in progress. */
export function TenantNotices({ list, refresh, consents }: TenantNoticesProps) {
  const { isAdmin } = useCurrentUser()
  const { tenants } = list
  const awaiting = tenants.filter(({ consent }) => consent.state === 'awaitingApproval')
  const steps = consents.steps.filter(({ phase, link }) => phase === 'verifying' || link)
  return (
    <>
      {!list.isConnected && (
        <Notice intent="warning" title="Not connected to Microsoft">
          The data shown was read before the connection was removed.
        </Notice>
      )}
      <FailedTenants refresh={refresh} />
      {isAdmin && awaiting.length > 0 && (
        <LaterPart>
          <ApprovalsBar tenants={awaiting} />
        </LaterPart>
      )}
      {steps.map(({ tenantId, ...step }) => (
        <LaterPart key={tenantId}>
          <ConsentProgress
            {...step}
            tenantName={tenants.find(({ id }) => id === tenantId)?.displayName}
          />
        </LaterPart>
      ))}
    </>
  )
}

/** Names the tenants that the last refresh could not read, with the reason and the next step. */
function FailedTenants({ refresh }: { refresh: Refresh }) {
  const failures = refresh.ended?.failures ?? []
  if (failures.length === 0) return null
  const count = failures.length === 1 ? '1 tenant' : `${failures.length} tenants`
  return (
    <TenantsBar
      intent="warning"
      title={`${count} could not be refreshed`}
      containerAction={<DismissButton onClick={refresh.dismiss} />}
    >
      {failures.map(({ tenantId, displayName, message }) => (
        <Text key={tenantId} as="li" breakable>
          <TenantLink tenantId={tenantId} wrap>
            {displayName}
          </TenantLink>
          : {message}
        </Text>
      ))}
    </TenantsBar>
  )
}
