import { Button } from '@fluentui/react-components'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantConsent, TenantDetails, TenantListItem } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import { ConsentProgress } from '../../features/consent/consent-progress.tsx'
import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import { useCurrentUser } from '../../lib/current-user.ts'
import type { Format } from '../../lib/format.ts'
import { reloadPage } from '../../lib/leaving.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useFormat } from '../../lib/preferences.ts'
import { Notice } from '../../ui/notice.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { useLaterDialog } from '../../ui/use-later-dialog.tsx'
import { isRefused } from './use-tenant.ts'
import type { TenantConsentFlow } from './use-tenant.ts'

interface AccessAlertsProps {
  details: TenantDetails
  /** Consent or a refresh has brought full access while the page is open. */
  isAccessGained: boolean
  consent: TenantConsentFlow
}

/** Notices about the access to the tenant: ended, stopped, limited, or just completed. */
export function AccessAlerts({ details, isAccessGained, consent }: AccessAlertsProps) {
  const { tenant, organization, message } = details
  // A tenant without data shows the reason on the page.
  if (tenant.status === 'Inactive')
    return (
      organization &&
      message !== null && (
        <Notice intent="info" title="No longer read">
          {message}
        </Notice>
      )
    )
  return (
    <>
      <ConsentProgress consent={consent.consent} phase={consent.phase} link={consent.link} />
      {tenant.isReadingStopped && <ReadingStopped wasRead={tenant.dataAsOf !== null} />}
      {isAccessGained && (
        <Notice
          intent="success"
          title="Permissions Updated"
          action={{ label: 'Refresh Page', onClick: reloadPage }}
        >
          This tenant now grants Full Access. The additional data appears when it has been read.
        </Notice>
      )}
      {!isAccessGained && hasLimitedAccess(details) && !isConsentMissing(tenant) && (
        <LimitedAccess details={details} consent={consent} />
      )}
    </>
  )
}

/** Returns whether access is limited, withdrawn, or was refused at the last attempt. */
function hasLimitedAccess({ limitedAccess, fullAccess, tenant }: TenantDetails): boolean {
  return (limitedAccess && !fullAccess) || tenant.consent.state === 'lost' || isRefused(tenant)
}

type LimitedAccessProps = Pick<AccessAlertsProps, 'details' | 'consent'>

function LimitedAccess({ details: { tenant, message }, consent }: LimitedAccessProps) {
  const format = useFormat()
  const mayRequest = roleReaches(useCurrentUser().role, 'technician')
  return (
    <Notice
      intent="warning"
      title="Limited Access"
      {...(mayRequest && { actions: <RequestAccess tenant={tenant} consent={consent} /> })}
    >
      {/* The failure notice above already shows the reason. */}
      {tenant.failure === null && message} {withdrawnText(tenant.consent, format)}
      {mayRequest ? CUSTOMER_GRANTS : TECHNICIAN_REQUESTS}
    </Notice>
  )
}

const CUSTOMER_GRANTS = "The customer's Global Administrator can grant the missing permissions."
const TECHNICIAN_REQUESTS = 'A technician can request the missing permissions from the customer.'

interface ConsentMissingProps {
  tenant: TenantListItem
  consent: TenantConsentFlow
  /** The button of the next step. */
  action: ReactNode
}

/** The one notice about a missing consent: the reason, and every way to get it. */
export function ConsentMissing({ tenant, consent, action }: ConsentMissingProps) {
  const format = useFormat()
  const mayRequest = roleReaches(useCurrentUser().role, 'technician')
  return (
    <FailureNotice
      tenant={tenant}
      action={
        <>
          {action}
          {mayRequest && <RequestAccess tenant={tenant} consent={consent} />}
        </>
      }
    >
      {withdrawnText(tenant.consent, format)}
      {!mayRequest && TECHNICIAN_REQUESTS}
    </FailureNotice>
  )
}

/** Returns whether the last attempt to read the tenant failed because it gives no consent. */
export function isConsentMissing({ failure, status }: TenantListItem): boolean {
  return failure?.code === 'CONSENT_REQUIRED' && status !== 'Inactive'
}

/** Opens the message that asks the customer for the missing permissions. */
function RequestAccess({ tenant, consent }: Omit<ConsentMissingProps, 'action'>) {
  const { isOpen, onOpen, onClose, dialog } = useLaterDialog((state) => (
    <RequestAccessDialog tenant={tenant} consent={consent} {...state} />
  ))
  // Two dialogs at once would hide each other from screen readers.
  if (isOpen && consent.isSuccessShown === true) onClose()
  return (
    <>
      <Button {...RETURNS_FOCUS} size="small" onClick={onOpen}>
        Request Access
      </Button>
      {dialog}
    </>
  )
}

function withdrawnText({ state, since }: TenantConsent, format: Format): string {
  if (state !== 'lost') return ''
  return since === null
    ? 'The consent of this tenant was withdrawn. '
    : `The consent of this tenant was withdrawn; detected ${format.dateTime(since)}. `
}

function ReadingStopped({ wasRead }: { wasRead: boolean }) {
  const { isAdmin } = useCurrentUser()
  return (
    <Notice intent="info" title="Reading is stopped">
      This tenant is currently not read{wasRead && '; the last data is kept'}.{' '}
      {isAdmin
        ? 'Start it again in the settings of this tenant, on All Tenants.'
        : 'An administrator of Tenantscope can start it again.'}
    </Notice>
  )
}

const RequestAccessDialog = lazyPart(
  async () => (await import('./request-access-dialog.tsx')).RequestAccessDialog,
)
