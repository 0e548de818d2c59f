import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import { readAgain } from '../../features/refresh/read-again.ts'
import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import { RefreshProgress } from '../../features/refresh/refresh-progress.tsx'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import { userMessageOf } from '../../lib/api-error.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { BackToAllTenants } from './back-to-all-tenants.tsx'
import { LicenseOverview } from './license-overview.tsx'
import { NeverRead } from './never-read.tsx'
import { OrganizationOverview } from './organization-overview.tsx'
import { TENANT_CRUMBS } from './tenant-crumbs.ts'
import { TenantHeadline } from './tenant-headline.tsx'
import { tenantDetailsQuery } from './tenant.queries.ts'

const TABS = [
  { id: 'organization', label: 'Organization Overview' },
  { id: 'licenses', label: 'License Overview' },
] as const

type TabId = (typeof TABS)[number]['id']

interface TenantViewProps {
  details: TenantDetails
  /** Why reading the details again failed, while the earlier ones stay on screen. */
  rereadError: unknown
}

export function TenantView({ details, rereadError }: TenantViewProps) {
  const client = useQueryClient()
  const { tenant, organization } = details
  const tab = useTab()
  const View = VIEWS[tab]
  const refresh = useRefresh({
    scope: tenant.id,
    onNewData: (freshForMs) => {
      const { queryKey } = tenantListQuery({ isQuiet: true })
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
      void readAgain(client, tenantDetailsQuery(tenant.id, { isQuiet: true }), freshForMs)
    },
  })
  return (
    <PageShell
      title={tenant.displayName}
      crumbs={TENANT_CRUMBS}
      description={<TenantHeadline tenant={tenant} />}
      actions={
        <>
          <BackToAllTenants />
          <RefreshProgress refresh={refresh} />
          <RefreshButton refresh={refresh} />
        </>
      }
      tabs={
        <LinkTabs
          label="Views of this tenant"
          tabs={TABS.map(({ id, label }) => ({
            label,
            isCurrent: id === tab,
            link: { to: '/tenant/$tenantId', params: { tenantId: tenant.id }, search: { tab: id } },
          }))}
        />
      }
    >
      {Boolean(rereadError) && <RereadFailed error={rereadError} />}
      <FailureNotice tenant={tenant} />
      {hasLimitedAccess(details) && <LimitedAccess message={details.message} />}
      {organization === null ? (
        <NeverRead tenant={tenant} refresh={refresh} />
      ) : (
        <View details={details} organization={organization} />
      )}
    </PageShell>
  )
}

const VIEWS = {
  organization: OrganizationOverview,
  licenses: LicenseOverview,
} as const satisfies Record<TabId, unknown>

/** The tab in the address; anything unknown shows the first one. */
function useTab(): TabId {
  const { tab } = useSearch({ strict: false })
  return TABS.find(({ id }) => id === tab)?.id ?? 'organization'
}

function RereadFailed({ error }: { error: unknown }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Failed to load tenant details</MessageBarTitle>
        {userMessageOf(error)} What you see was loaded before.
      </MessageBarBody>
    </MessageBar>
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
