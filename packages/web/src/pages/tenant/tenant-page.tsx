import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { KeyMultiple20Regular } from '@fluentui/react-icons/svg/key-multiple'
import { useParams } from '@tanstack/react-router'
import { TenantId } from '@tenantscope/contract/ids'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useEffect, useId, useRef } from 'react'

import { RefreshButton, RefreshProgress } from '../../features/refresh/refresh-button.tsx'
import { isStillRead } from '../../features/refresh/still-read.ts'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { ApiError, requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useListLink } from '../../lib/list-link.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { AccessMethodBadge } from '../../ui/access-method-badge.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { LinkButton } from '../../ui/app-link.tsx'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { useTextStyle } from '../../ui/text-style.ts'
import { TwoColumns } from '../../ui/two-columns.tsx'
import { VerificationLabel } from '../../ui/verification-label.tsx'
import { CheckPermissions } from './check-permissions.tsx'
import { ReportButtons } from './reports-tab.tsx'
import { TenantTabs, TenantView, useCspDecoder, useTenantTab } from './tenant-view.tsx'
import type { CspDecoder } from './tenant-view.tsx'
import { useAccessGained, useTenant, useTenantConsent } from './use-tenant.ts'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  tabs: { height: '40px', maxWidth: '440px' },
  // About as high as what takes their place.
  card: { height: '400px', borderRadius: tokens.borderRadiusLarge },
  people: { height: '640px', borderRadius: tokens.borderRadiusLarge },
  // When it wraps below the title, it is aligned with it.
  link: { '@media (max-width: 640px)': { paddingInlineStart: 0 } },
  domain: { maxWidth: '100%', minWidth: 0 },
})

const ConsentSuccessDialog = lazyPart(
  async () => (await import('./consent-success-dialog.tsx')).ConsentSuccessDialog,
)

const NOT_FOUND = 'Tenant not found'

/** One tenant: what was read of it, and how old that is (specification section 2, Tenant detail). */
export function TenantPage() {
  const { tenantId } = useParams({ strict: false })
  const id = TenantId.safeParse(tenantId)
  if (id.success) return <KnownTenant key={id.data} tenantId={id.data} />
  // An invalid ID names no tenant: the server would reply 404 too.
  return (
    <PageShell title={NOT_FOUND} crumbs={TENANT_CRUMBS}>
      <TenantNotFound />
    </PageShell>
  )
}

/**
 * Every state returns the same PageShell, so that its heading stays one element: it has the focus since
 * the navigation, and a new one would lose it.
 */
function KnownTenant({ tenantId }: { tenantId: TenantId }) {
  const { details, listedName, isConnected, refresh } = useTenant(tenantId)
  const consent = useTenantConsent(tenantId)
  const decoder = useCspDecoder(tenantId)
  const hasConsented = consent.isSuccessShown !== undefined
  const isAccessGained = useAccessGained(details.data?.tenant, hasConsented)
  const tab = useTenantTab()
  // Applies to loaded data too: a user who lost access no longer sees it.
  if (isNotFound(details.error))
    return (
      <PageShell title={NOT_FOUND} crumbs={TENANT_CRUMBS}>
        <TenantNotFound />
      </PageShell>
    )
  if (details.data) {
    const { tenant } = details.data
    return (
      <PageShell
        title={tenant.displayName}
        view={tab.label}
        crumbs={TENANT_CRUMBS}
        description={<TenantHeadline tenant={tenant} />}
        actions={<TenantActions tenant={tenant} refresh={refresh} decoder={decoder} />}
        tabs={<TenantTabs tenantId={tenantId} />}
      >
        <TenantView
          details={details.data}
          rereadError={details.error}
          isAccessGained={isAccessGained}
          refresh={refresh}
          decoder={decoder}
          consent={consent}
          isConnected={isConnected}
        />
        {consent.isSuccessShown !== undefined && (
          <LaterPart>
            <ConsentSuccessDialog
              displayName={tenant.displayName}
              isOpen={consent.isSuccessShown}
              onClose={consent.closeSuccess}
            />
          </LaterPart>
        )}
      </PageShell>
    )
  }
  return (
    <PageShell
      // What is read out when the page opens should be the name, wherever it is known already.
      title={listedName ?? 'Tenant Details'}
      view={listedName === undefined ? undefined : tab.label}
      crumbs={TENANT_CRUMBS}
      actions={<BackToAllTenants />}
    >
      {details.isError ? (
        <LoadFailed
          title="Failed to load tenant details"
          message={`${userMessageOf(details.error)} ${REASONS}`}
          requestId={requestIdOf(details.error)}
          onRetry={() => void details.refetch()}
          retryLabel="Try Again"
        />
      ) : (
        <LoadingTenant />
      )}
    </PageShell>
  )
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The breadcrumbs of every state of the page (specification section 2). */
const TENANT_CRUMBS: readonly Crumb[] = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'Tenant Details' },
]

/** The same for a tenant that does not exist and for one that the reader may not see (decisions.md, Roles). */
function TenantNotFound() {
  const list = useListLink()
  return (
    <EmptyState
      icon={<BuildingMultipleRegular />}
      title="404: there is no tenant here that you can see"
      text="The link may be mistyped, or you have not been given access to this tenant. An administrator of Tenantscope can grant access."
      action={
        <LinkButton {...list} appearance="primary">
          Back to All Tenants
        </LinkButton>
      }
    />
  )
}

/** The usual reasons (specification section 2, Tenant detail). */
const REASONS =
  'This may be due to insufficient permissions, a tenant that is not accessible, or a network problem.'

/** The page's own shape while the details arrive. */
function LoadingTenant() {
  const styles = useStyles()
  const text = useTextStyle({ variant: 'body', muted: true })
  return (
    <div className={styles.whole}>
      <output className={text}>Loading tenant details...</output>
      <Skeleton className={styles.whole} aria-hidden>
        <SkeletonItem className={styles.tabs} />
        <TwoColumns>
          <SkeletonItem className={styles.card} />
          <SkeletonItem className={styles.card} />
        </TwoColumns>
        <SkeletonItem className={styles.people} />
      </Skeleton>
    </div>
  )
}

interface TenantActionsProps {
  tenant: TenantListItem
  refresh: Refresh
  decoder: CspDecoder
}

/** Beside the tenant's name. */
function TenantActions({ tenant, refresh, decoder }: TenantActionsProps) {
  return (
    <>
      <BackToAllTenants />
      <RefreshProgress refresh={refresh} />
      <ReportButtons tenant={tenant} />
      {isStillRead(tenant) && (
        <>
          <RefreshButton refresh={refresh} />
          <CspDecoderButton decoder={decoder} />
          <CheckPermissions tenant={tenant} />
        </>
      )}
    </>
  )
}

function BackToAllTenants() {
  const styles = useStyles()
  return (
    <LinkButton
      {...useListLink()}
      appearance="subtle"
      className={styles.link}
      icon={<ArrowLeft20Regular />}
    >
      Back to All Tenants
    </LinkButton>
  )
}

/** Under the tenant's name: its domain, its status, how it is reached, and how old the data are. */
function TenantHeadline({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  return (
    <Stack row wrap gap={16} lineGap={4} align="center">
      {tenant.defaultDomainName !== null && (
        <ForeignText className={styles.domain}>{tenant.defaultDomainName}</ForeignText>
      )}
      <TenantStatusLabel status={tenant.status} />
      <Stack as="span" row gap={8} align="center">
        <VerificationLabel verification={tenant.verification} />
        <AccessMethodBadge method={tenant.accessMethod} />
      </Stack>
      <DataAsOf at={tenant.dataAsOf} />
    </Stack>
  )
}

/** Asks Microsoft for the tenant's licenses in every way there is; absent for people who may not. */
function CspDecoderButton({ decoder }: { decoder: CspDecoder }) {
  const { role } = useCurrentUser()
  const id = useId()
  const wasOpen = useRef(false)
  // A closed result returns the focus to the button.
  useEffect(() => {
    if (wasOpen.current && decoder.isIdle) document.getElementById(id)?.focus()
    wasOpen.current = !decoder.isIdle
  }, [decoder.isIdle, id])
  if (!roleReaches(role, 'technician')) return null
  return (
    <ActionButton
      id={id}
      icon={<KeyMultiple20Regular />}
      isBusy={decoder.isPending}
      busyLabel="Decoding..."
      onClick={() => decoder.mutate()}
    >
      CSP License Decoder
    </ActionButton>
  )
}
