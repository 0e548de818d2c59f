import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantConsent, TenantDetails } from '@tenantscope/contract/tenants'

import { ConsentProgress } from '../../features/consent/consent-progress.tsx'
import { useCurrentUser } from '../../lib/current-user.ts'
import type { Format } from '../../lib/format.ts'
import { reloadPage } from '../../lib/leaving.ts'
import { useFormat } from '../../lib/preferences.ts'
import { RequestAccess } from './request-access.tsx'
import { isRefused } from './use-access-gained.ts'
import type { TenantConsentFlow } from './use-tenant-consent.ts'

interface AccessAlertsProps {
  details: TenantDetails
  /** Consent or a refresh has brought full access while the page is open. */
  isAccessGained: boolean
  consent: TenantConsentFlow
}

/** What the tenant lets Tenantscope read, where that is not everything, or has just become so. */
export function AccessAlerts({ details, isAccessGained, consent }: AccessAlertsProps) {
  const { tenant, organization, message } = details
  // Where nothing was read, the page says why anyway.
  if (tenant.status === 'Inactive') return organization && <Ended message={message} />
  return (
    <>
      <ConsentProgress consent={consent.consent} phase={consent.phase} link={consent.link} />
      {tenant.isReadingStopped && <ReadingStopped wasRead={tenant.dataAsOf !== null} />}
      {isAccessGained && <PermissionsUpdated />}
      {!isAccessGained && hasLimitedAccess(details) && (
        <LimitedAccess details={details} consent={consent} />
      )}
    </>
  )
}

/** Limited, withdrawn, or not let in at all when it was last tried. */
function hasLimitedAccess({ limitedAccess, fullAccess, tenant }: TenantDetails): boolean {
  return (limitedAccess && !fullAccess) || tenant.consent.state === 'lost' || isRefused(tenant)
}

function LimitedAccess({
  details,
  consent,
}: {
  details: TenantDetails
  consent: TenantConsentFlow
}) {
  const { tenant, message } = details
  const format = useFormat()
  const mayRequest = roleReaches(useCurrentUser().role, 'technician')
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Limited Access</MessageBarTitle>
        {/* A failure above has named the reason; the same sentence twice helps nobody. */}
        {tenant.failure === null && message} {withdrawnText(tenant.consent, format)}
        {mayRequest
          ? "The customer's Global Administrator can grant what is missing."
          : 'A technician can request what is missing from the customer.'}
      </MessageBarBody>
      {mayRequest && <RequestAccess tenant={tenant} consent={consent} />}
    </MessageBar>
  )
}

function withdrawnText({ state, since }: TenantConsent, format: Format): string {
  if (state !== 'lost') return ''
  return since === null
    ? 'The consent of this tenant was withdrawn. '
    : `The consent of this tenant was withdrawn; noticed ${format.dateTime(since)}. `
}

function PermissionsUpdated() {
  return (
    <MessageBar intent="success" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Permissions Updated</MessageBarTitle>
        This tenant now gives full access. Refresh the page to see everything that it unlocks.
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={reloadPage}>
          Refresh Page
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}

function ReadingStopped({ wasRead }: { wasRead: boolean }) {
  const isAdmin = roleReaches(useCurrentUser().role, 'admin')
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Reading is stopped</MessageBarTitle>
        This tenant is not read at present{wasRead && '; what was read last stays'}.{' '}
        {isAdmin
          ? 'Start it again in the settings of this tenant, on All Tenants.'
          : 'An administrator of Tenantscope can start it again.'}
      </MessageBarBody>
    </MessageBar>
  )
}

function Ended({ message }: { message: string | null }) {
  if (message === null) return null
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>No longer read</MessageBarTitle>
        {message}
      </MessageBarBody>
    </MessageBar>
  )
}
