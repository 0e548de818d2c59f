import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { userMessageOf } from '../../lib/api-error.ts'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { LicenseOverview } from './license-overview.tsx'
import { NeverRead } from './never-read.tsx'
import { OrganizationOverview } from './organization-overview.tsx'
import { useTenantTab } from './tenant-tabs.tsx'
import type { TenantTabId } from './tenant-tabs.tsx'

const VIEWS = {
  organization: OrganizationOverview,
  licenses: LicenseOverview,
} as const satisfies Record<TenantTabId, unknown>

interface TenantViewProps {
  details: TenantDetails
  /** Why reading the details again failed, while the earlier ones stay on screen. */
  rereadError: unknown
  refresh: Refresh
}

/** What was read of a tenant, under what is to be known about the reading itself. */
export function TenantView({ details, rereadError, refresh }: TenantViewProps) {
  const { tenant, organization } = details
  const View = VIEWS[useTenantTab()]
  return (
    <>
      {Boolean(rereadError) && (
        <RereadFailed title="Failed to load tenant details" message={userMessageOf(rereadError)} />
      )}
      <FailureNotice tenant={tenant} />
      {hasLimitedAccess(details) && <LimitedAccess message={details.message} />}
      {organization === null ? (
        <NeverRead tenant={tenant} refresh={refresh} />
      ) : (
        <View details={details} organization={organization} />
      )}
    </>
  )
}

/** A failure names the reason by itself; one sentence twice helps nobody. */
function hasLimitedAccess({ limitedAccess, fullAccess, tenant }: TenantDetails): boolean {
  return limitedAccess && !fullAccess && tenant.failure === null
}

function LimitedAccess({ message }: { message: string | null }) {
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Limited Access</MessageBarTitle>
        {message}
      </MessageBarBody>
    </MessageBar>
  )
}
