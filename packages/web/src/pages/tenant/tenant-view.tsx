import {
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  ProgressBar,
  tokens,
} from '@fluentui/react-components'
import { CloudArrowDownRegular } from '@fluentui/react-icons/svg/cloud-arrow-down'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { nextStepOf } from '@tenantscope/analysis/next-step'
import type { NextStep } from '@tenantscope/analysis/next-step'
import { decodeCspLicenses } from '@tenantscope/contract/csp-decode'
import type { TenantId } from '@tenantscope/contract/ids'
import { REFRESH } from '@tenantscope/contract/limits'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { Suspense, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import { NextStepAction } from '../../features/consent/next-step-action.tsx'
import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { connectionRefusal } from '../../lib/connection-refusal.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { AccessAlerts, ConsentMissing, isConsentMissing } from './access-alerts.tsx'
import { LicenseOverview } from './license-overview.tsx'
import { LoadingMatrix } from './matrix/loading-matrix.tsx'
import { OrganizationOverview } from './organization-overview.tsx'
import { ReportsTab } from './reports-tab.tsx'
import type { TenantConsentFlow } from './use-tenant.ts'

const useStyles = makeStyles({
  place: { borderRadius: tokens.borderRadiusLarge, outlineOffset: '2px' },
  running: { display: 'flex', flexDirection: 'column', gap: '8px' },
})

const VIEWS = {
  organization: OrganizationOverview,
  licenses: LicenseOverview,
  matrix: MatrixTab,
  security: SecurityTab,
  reports: ReportsTab,
} as const satisfies Record<TenantTabId, unknown>

interface TenantViewProps {
  details: TenantDetails
  /** Why reading the details again failed, while the earlier ones stay on screen. */
  rereadError: unknown
  isAccessGained: boolean
  refresh: Refresh
  decoder: CspDecoder
  consent: TenantConsentFlow
  isConnected: boolean
}

/** What was read of a tenant, under what is to be known about the reading itself. */
export function TenantView(props: TenantViewProps) {
  const { details, rereadError, isAccessGained, refresh, decoder, consent } = props
  const { tenant, organization } = details
  const View = VIEWS[useTenantTab().id]
  const navigate = useNavigate()
  const refusal = useStore(connectionRefusal)
  const next = nextStepOf(tenant, { ...props, refusal })
  const nextAction = (
    <NextStepAction
      step={next.step}
      tenant={tenant}
      phase={consent.phase}
      onGrantConsent={consent.start}
      onDeclined={() => void navigate({ to: '/dashboard' })}
      refreshButton={<RefreshButton refresh={refresh} />}
    />
  )
  return (
    <>
      {Boolean(rereadError) && (
        <RereadFailed title="Failed to load tenant details" message={userMessageOf(rereadError)} />
      )}
      {isConsentMissing(tenant) ? (
        <ConsentMissing tenant={tenant} consent={consent} action={nextAction} />
      ) : (
        <FailureNotice tenant={tenant} action={organization !== null && nextAction} />
      )}
      <AccessAlerts details={details} isAccessGained={isAccessGained} consent={consent} />
      <CspAnalysisCard decoder={decoder} />
      {organization === null ? (
        <NeverRead next={next} action={!isConsentMissing(tenant) && nextAction} />
      ) : (
        <>
          <View details={details} organization={organization} />
          <InfoNote dataAsOf={tenant.dataAsOf} />
        </>
      )}
    </>
  )
}

const LicenseMatrix = lazyPart(
  async () => (await import('./matrix/license-matrix.tsx')).LicenseMatrix,
)

/** The matrix, whose code is loaded when its tab is first opened. */
function MatrixTab({ details }: { details: TenantDetails }) {
  return (
    <Suspense
      fallback={
        <SectionCard title="License Assignment Matrix">
          <LoadingMatrix people={details.userCount} />
        </SectionCard>
      }
    >
      <LicenseMatrix details={details} />
    </Suspense>
  )
}

const Security = lazyPart(async () => (await import('./security/security-tab.tsx')).SecurityTab)

/** The checks of the tenant, whose code is loaded when the tab is first opened. */
function SecurityTab({ details }: { details: TenantDetails }) {
  return (
    <Suspense
      fallback={
        <SectionCard title="Score">
          <PageSpinner text="Loading checks..." />
        </SectionCard>
      }
    >
      <Security details={details} />
    </Suspense>
  )
}

/** Where the data comes from and how old they are. */
function InfoNote({ dataAsOf }: { dataAsOf: string | null }) {
  const format = useFormat()
  return (
    <Notice intent="info">
      This data was read from Microsoft Graph with read-only permissions and stored here.
      Tenantscope never changes anything in the tenant.
      {dataAsOf !== null && ` Data as of ${format.dateTime(dataAsOf)}.`} It is read again on a
      schedule, every {REFRESH.scheduleHours} hours unless an administrator changed it, and at each
      manual refresh.
    </Notice>
  )
}

/** No refresh of this tenant has succeeded yet: what has to happen first. */
function NeverRead({ next, action }: { next: NextStep; action: ReactNode }) {
  const refreshText = roleReaches(useCurrentUser().role, 'technician')
    ? 'Refresh to read its organization, licenses and policies from Microsoft now.'
    : 'It will be read at the next scheduled refresh.'
  return (
    <EmptyState
      icon={<CloudArrowDownRegular />}
      title="This tenant has not been read yet"
      text={next.step === 'refresh' ? refreshText : next.text}
      action={action}
    />
  )
}

const CspAnalysis = lazyPart(async () => (await import('./csp-analysis.tsx')).CspAnalysis)

export type CspDecoder = ReturnType<typeof useCspDecoder>

/** Decodes the licenses of a tenant on request; the result stays while the page is open. */
export function useCspDecoder(tenantId: TenantId) {
  return useMutation({ mutationFn: () => call(decodeCspLicenses, { params: { tenantId } }) })
}

/** Shows the result of decoding; it gets the focus when decoding starts. */
function CspAnalysisCard({ decoder }: { decoder: CspDecoder }) {
  const styles = useStyles()
  const card = useRef<HTMLDivElement>(null)
  const { isPending, data, error } = decoder
  useEffect(() => {
    if (isPending) card.current?.focus()
  }, [isPending])
  if (decoder.isIdle) return null
  return (
    <div ref={card} tabIndex={-1} className={styles.place}>
      <SectionCard title="CSP License Analysis" aside={!isPending && <Actions decoder={decoder} />}>
        {isPending && (
          <output className={styles.running}>
            Querying every Microsoft endpoint for the licenses of this tenant. This takes up to 10
            seconds...
            <ProgressBar aria-label="Decoding" />
          </output>
        )}
        {error && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              <MessageBarTitle>CSP Decoder Failed:</MessageBarTitle> Unable to decode CSP licenses.
              Check permissions and try again. {userMessageOf(error)}
            </MessageBarBody>
          </MessageBar>
        )}
        {data && (
          <Suspense fallback={<PageSpinner text="Loading the analysis..." />}>
            <CspAnalysis result={data} />
          </Suspense>
        )}
      </SectionCard>
    </div>
  )
}

function Actions({ decoder: { isError, isPending, mutate, reset } }: { decoder: CspDecoder }) {
  return (
    <Stack row gap={8} align="center">
      <ActionButton size="small" isBusy={isPending} onClick={() => mutate()}>
        {isError ? 'Try Again' : 'Run again'}
      </ActionButton>
      <IconButton
        size="small"
        icon={<Dismiss20Regular />}
        label="Close CSP License Analysis"
        hint="Close"
        onClick={reset}
      />
    </Stack>
  )
}

const TABS = [
  { id: 'organization', label: 'Organization Overview' },
  { id: 'licenses', label: 'License Overview' },
  { id: 'matrix', label: 'License Matrix' },
  { id: 'security', label: 'Security' },
  { id: 'reports', label: 'Reports' },
] as const

type TenantTab = (typeof TABS)[number]
type TenantTabId = TenantTab['id']

/** The views of one tenant. */
export function TenantTabs({ tenantId }: { tenantId: TenantId }) {
  const current = useTenantTab()
  return (
    <LinkTabs
      label="Views of this tenant"
      tabs={TABS.map(({ id, label }) => ({
        label,
        isCurrent: id === current.id,
        link: { to: '/tenant/$tenantId', params: { tenantId }, search: { tab: id } },
      }))}
    />
  )
}

/** Returns the tab in the address; without a known one the tab of the linked item, else the first. */
export function useTenantTab(): TenantTab {
  const { tab, ...linked } = useSearch({ strict: false })
  const byId = (wanted: string | undefined) => TABS.find(({ id }) => id === wanted)
  return byId(tab) ?? byId(tabOfLink(linked)) ?? TABS[0]
}

function tabOfLink(linked: {
  license?: string | undefined
  compare?: string | undefined
  check?: string | undefined
}): TenantTabId {
  if (linked.license !== undefined) return 'licenses'
  if (linked.check !== undefined) return 'security'
  return linked.compare === undefined ? 'organization' : 'reports'
}
