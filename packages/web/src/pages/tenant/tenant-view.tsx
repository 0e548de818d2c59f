import { useNavigate } from '@tanstack/react-router'
import { nextStepOf } from '@tenantscope/analysis/next-step'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { NextStepAction } from '../../features/consent/next-step-action.tsx'
import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import { RefreshButton } from '../../features/refresh/refresh-button.tsx'
import type { Refresh } from '../../features/refresh/use-refresh.ts'
import { userMessageOf } from '../../lib/api-error.ts'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { AccessAlerts } from './access-alerts.tsx'
import { CspAnalysisCard } from './csp-analysis-card.tsx'
import { InfoNote } from './info-note.tsx'
import { LicenseOverview } from './license-overview.tsx'
import { MatrixTab } from './matrix-tab.tsx'
import { NeverRead } from './never-read.tsx'
import { OrganizationOverview } from './organization-overview.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { useTenantTab } from './tenant-tabs.tsx'
import type { TenantTabId } from './tenant-tabs.tsx'
import type { CspDecoder } from './use-csp-decoder.ts'
import type { TenantConsentFlow } from './use-tenant-consent.ts'

const VIEWS = {
  organization: OrganizationOverview,
  licenses: LicenseOverview,
  matrix: MatrixTab,
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
  const next = nextStepOf(tenant, props)
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
      <FailureNotice tenant={tenant} action={organization !== null && nextAction} />
      <AccessAlerts details={details} isAccessGained={isAccessGained} consent={consent} />
      <CspAnalysisCard decoder={decoder} />
      {organization === null ? (
        <NeverRead next={next} action={nextAction} />
      ) : (
        <>
          <View details={details} organization={organization} />
          <InfoNote dataAsOf={tenant.dataAsOf} />
        </>
      )}
    </>
  )
}
