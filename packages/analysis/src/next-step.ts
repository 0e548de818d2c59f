import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantFailure, TenantListItem } from '@tenantscope/contract/tenants'

/** What to do next about a tenant; `none`: it is read and lacks nothing. */
export type NextStepId =
  | 'none'
  | 'connect'
  | 'approve'
  | 'grantConsent'
  | 'checkConnection'
  | 'enableApplication'
  | 'addAgain'
  | 'startReading'
  | 'wait'
  | 'refresh'
  | 'report'

export interface NextStep {
  readonly step: NextStepId
  /** For people: why, and what to do. */
  readonly text: string
}

type Tenant = Pick<
  TenantListItem,
  | 'status'
  | 'consent'
  | 'isPartnerTenant'
  | 'isReadingStopped'
  | 'missingPermissions'
  | 'dataAsOf'
  | 'failure'
>

/** The one next step for a tenant, total over all its states: the first obstacle that stands in the way. */
export function nextStepOf(tenant: Tenant, { isConnected }: { isConnected: boolean }): NextStep {
  if (!isConnected)
    return {
      step: 'connect',
      text: 'No Microsoft connection is configured. Connect Microsoft, then this tenant can be read.',
    }
  return afterStanding(tenant) ?? afterFailure(tenant) ?? afterReading(tenant)
}

const NOTHING: NextStep = { step: 'none', text: 'Nothing needs to be done.' }

/** What stands in the way before Microsoft is asked at all. */
function afterStanding(tenant: Tenant): NextStep | undefined {
  if (tenant.status === 'Inactive')
    return {
      step: 'addAgain',
      text:
        tenant.failure?.code === 'APP_NOT_FOUND'
          ? 'Microsoft no longer knows this directory. If it is back, add the tenant again.'
          : 'The relationship with this tenant has ended. If you still look after it, add the tenant again: then it is read by its own consent.',
    }
  if (tenant.consent.state === 'awaitingApproval')
    return {
      step: 'approve',
      text: 'This tenant has consented through an invitation. It is read as soon as an administrator accepts it.',
    }
  if (tenant.isReadingStopped)
    return {
      step: 'startReading',
      text: 'The reading of this tenant is stopped. Start it again to see new data.',
    }
  return undefined
}

const GRANT_AGAIN = 'Ask an administrator of this tenant to grant consent again'

function afterFailure(tenant: Tenant): NextStep | undefined {
  const { failure } = tenant
  if (failure === null) return undefined
  if (failure.code === 'CONSENT_REQUIRED') return consentStepOf(tenant)
  if (failure.code === 'APP_NOT_FOUND' && isUnknownToCustomer(tenant, failure))
    return {
      step: 'grantConsent',
      text: 'The application is not present in this tenant. Ask an administrator of this tenant to grant consent; if other tenants say the same, check the Microsoft connection.',
    }
  return STEP_OF_FAILURE[failure.code]
}

/** A customer that never consented may answer that it does not know the application. */
function isUnknownToCustomer({ isPartnerTenant }: Tenant, { microsoftCode }: TenantFailure) {
  return !isPartnerTenant && microsoftCode === 'AADSTS700016'
}

const STEP_OF_FAILURE: Readonly<Record<Exclude<TenantFailureCode, 'CONSENT_REQUIRED'>, NextStep>> =
  {
    INVALID_CLIENT_SECRET: {
      step: 'checkConnection',
      text: 'Microsoft refused the client secret or certificate. Check the Microsoft connection: the secret may have expired.',
    },
    APP_NOT_FOUND: {
      step: 'checkConnection',
      text: 'Microsoft does not know this application or this directory. Check the Microsoft connection.',
    },
    APP_DISABLED: {
      step: 'enableApplication',
      text: 'The application is disabled or blocked in this tenant. Ask an administrator of this tenant to enable it under Enterprise applications and to let it through Conditional Access.',
    },
    PERMISSION_MISSING: {
      step: 'grantConsent',
      text: `This tenant does not grant a required permission. ${GRANT_AGAIN}.`,
    },
    NOT_LICENSED: {
      step: 'none',
      text: 'This tenant has no license for this data, so there is nothing to be done.',
    },
    THROTTLED: {
      step: 'wait',
      text: 'Microsoft asked to slow down. Nothing needs to be done: the next scheduled refresh tries again.',
    },
    UNAVAILABLE: {
      step: 'wait',
      text: 'Microsoft could not be reached. Nothing needs to be done: the next scheduled refresh tries again.',
    },
    MALFORMED_ANSWER: {
      step: 'report',
      text: 'Microsoft sent an answer that could not be read. Refresh again; if this stays, copy the diagnostics and report it.',
    },
    INTERNAL: {
      step: 'report',
      text: 'Something went wrong while this tenant was read. Refresh again; if this stays, copy the diagnostics and report it.',
    },
  }

function consentStepOf({ consent }: Tenant): NextStep {
  return {
    step: 'grantConsent',
    text:
      consent.state === 'lost'
        ? `This tenant has withdrawn its consent. ${GRANT_AGAIN}.`
        : 'This tenant has not consented to this application. Ask an administrator of this tenant to grant consent.',
  }
}

function afterReading(tenant: Tenant): NextStep {
  const { consent, dataAsOf, missingPermissions } = tenant
  if (consent.state === 'lost') return consentStepOf(tenant)
  if (dataAsOf === null)
    return { step: 'refresh', text: 'This tenant has not been read yet. Refresh it.' }
  if (consent.state === 'none') return consentStepOf(tenant)
  if (missingPermissions.length > 0)
    return {
      step: 'grantConsent',
      text: `This tenant does not grant ${missingPermissions.join(', ')}. ${GRANT_AGAIN}.`,
    }
  return NOTHING
}
