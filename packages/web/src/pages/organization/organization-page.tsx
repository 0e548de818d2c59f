import {
  makeStyles,
  Skeleton,
  SkeletonItem,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { OrganizationRegular } from '@fluentui/react-icons/svg/organization'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { QUERY } from '@tenantscope/contract/limits'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { getOwnTenantDetails } from '@tenantscope/contract/tenants'

import { HelpButton } from '../../features/help/help-button.tsx'
import { readAgain } from '../../features/refresh/expire-tenant-data.ts'
import { RefreshButton, RefreshProgress } from '../../features/refresh/refresh-button.tsx'
import { isStillRead } from '../../features/refresh/still-read.ts'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { ApiError, requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { TENANT_DETAILS } from '../../lib/tenant-data.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { TwoColumns } from '../../ui/two-columns.tsx'
import { OrganizationView } from './organization-view.tsx'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // Reserves the space of 'Data as of': nothing moves when the figures load.
  text: { ...typographyStyles.caption1, marginTop: '-12px', color: tokens.colorNeutralForeground2 },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    '@media (max-width: 960px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: { height: '74px', borderRadius: tokens.borderRadiusLarge },
  section: { height: '560px', borderRadius: tokens.borderRadiusLarge },
})

/** The partner's own directory (specification section 2, My Organization). */
export function OrganizationPage() {
  const { details, refresh } = useOrganization()
  const tenant = details.data?.tenant
  return (
    <PageShell
      title="My Organization"
      titleAside={<HelpButton topic="enhanced-dashboard" />}
      crumbs={CRUMBS}
      description={tenant && <DataAsOf at={tenant.dataAsOf} />}
      actions={
        tenant && (
          <>
            <RefreshProgress refresh={refresh} />
            {isStillRead(tenant) && <RefreshButton refresh={refresh} />}
          </>
        )
      }
    >
      {details.isPending && <LoadingOrganization />}
      {details.isLoadingError && (
        <OrganizationLoadFailed error={details.error} onRetry={() => void details.refetch()} />
      )}
      {details.data === null && <NoOrganization />}
      {details.data && (
        <OrganizationView
          details={details.data}
          rereadError={details.isRefetchError ? details.error : null}
        />
      )}
    </PageShell>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'My Organization' }] as const

/** Specification section 8, Enhanced dashboard. */
const REASON =
  'Unable to fetch licenses and policies from Microsoft Graph API. This could be due to missing permissions or configuration issues.'

/** The own directory's data did not arrive. */
function OrganizationLoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <LoadFailed
      title="Failed to load enhanced data"
      message={`${REASON} ${userMessageOf(error)}`}
      requestId={requestIdOf(error)}
      onRetry={onRetry}
      retryLabel="Retry"
      actions={
        <>
          <LinkButton to="/azure-config">Check Permissions</LinkButton>
          <LinkButton to="/dashboard">Basic Dashboard</LinkButton>
        </>
      }
    />
  )
}

/**
 * The own directory is a tenant like any other: without a grant for it nothing of it is shown, and
 * whether it was read already is not revealed either (decisions.md, Roles).
 */
function NoOrganization() {
  const { isAdmin } = useCurrentUser()
  return (
    <EmptyState
      icon={<OrganizationRegular />}
      title="Your organization is not shown here"
      text={isAdmin ? NOT_READ : NOT_SEEN}
      action={
        <LinkButton to="/dashboard" appearance="primary">
          Go to All Tenants
        </LinkButton>
      }
    />
  )
}

const NOT_READ =
  "Tenantscope has not found your organization's own directory yet. It appears here after the next refresh that reads it."
const NOT_SEEN =
  "Either you have not been given access to your organization's own directory, or Tenantscope has not read it yet. Your Tenantscope administrator can check this and give you access."

/** The partner's own directory, kept up to date by the refreshes that end while the page is open. */
function useOrganization(): {
  details: UseQueryResult<TenantDetails | null>
  refresh: Refresh
} {
  const client = useQueryClient()
  const details = useQuery(organizationQuery({ isQuiet: false }))
  const refresh = useRefresh({
    // Until it is known which tenant is the own one, any refresh may be what brings it.
    scope: details.data?.tenant.id ?? 'all',
    onNewData: (freshForMs) => {
      // What could not be loaded at all is tried again when the reader asks for it.
      if (details.isLoadingError) return
      void readAgain(client, organizationQuery({ isQuiet: true }), freshForMs)
    },
  })
  return { details, refresh }
}

const FOUR = [0, 1, 2, 3]

/** The screen's own shape while its data arrive. */
function LoadingOrganization() {
  const styles = useStyles()
  return (
    <>
      <output className={styles.text}>Loading enhanced tenant data...</output>
      <Skeleton className={styles.whole} aria-label="Loading enhanced tenant data...">
        <div className={styles.cards}>
          {FOUR.map((card) => (
            <SkeletonItem key={card} className={styles.card} />
          ))}
        </div>
        <div className={styles.cards}>
          {FOUR.map((card) => (
            <SkeletonItem key={card} className={styles.card} />
          ))}
        </div>
        <TwoColumns>
          <SkeletonItem className={styles.section} />
          <SkeletonItem className={styles.section} />
        </TwoColumns>
      </Skeleton>
    </>
  )
}

const MINUTE_MS = 60_000

/**
 * What was read of the partner's own directory; null where there is nothing that the reader may see.
 * `isQuiet` marks an automatic read, which does not keep the session alive.
 */
export function organizationQuery({ isQuiet }: { isQuiet: boolean }) {
  return queryOptions({
    queryKey: [TENANT_DETAILS, 'own'],
    queryFn: async ({ signal }): Promise<TenantDetails | null> => {
      try {
        return await call(getOwnTenantDetails, {}, { signal, background: isQuiet })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: QUERY.enhancedFreshMinutes * MINUTE_MS,
    retry: QUERY.enhancedRetries,
  })
}
