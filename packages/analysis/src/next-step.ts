import type { ConnectionRefusal } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { RefusalAdvice } from '@tenantscope/contract/microsoft-refusal'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { preventsReading } from './refusal-reach.ts'

/** The next action for a tenant; `none` when no action is required. */
export type NextStepId =
  | 'none'
  | 'connect'
  | 'approve'
  | 'grantConsent'
  | 'checkConnection'
  | 'enableApplication'
  | 'askCustomer'
  | 'addAgain'
  | 'startReading'
  | 'wait'
  | 'refresh'
  | 'report'

export interface NextStep {
  readonly step: NextStepId
  /** The reason and what to do, for display. */
  readonly text: string
}

type Tenant = Pick<
  TenantListItem,
  | 'status'
  | 'end'
  | 'consent'
  | 'isPartnerTenant'
  | 'isReadingStopped'
  | 'missingPermissions'
  | 'dataAsOf'
  | 'failure'
>

interface ConnectionFacts {
  readonly isConnected: boolean
  /** Absent or null while Microsoft accepts the connection. */
  readonly refusal?: Pick<ConnectionRefusal, 'cause' | 'title' | 'action'> | null | undefined
}

/** Returns the next step for a tenant: the first obstacle that prevents reading it. Covers every state. */
export function nextStepOf(
  tenant: Tenant,
  { isConnected, refusal = null }: ConnectionFacts,
): NextStep {
  if (!isConnected)
    return {
      step: 'connect',
      text: 'No Microsoft connection is configured. Connect Microsoft to read this tenant.',
    }
  return (
    beforeReading(tenant) ??
    whileRefused(tenant, refusal) ??
    afterFailure(tenant) ??
    afterReading(tenant)
  )
}

const NOTHING: NextStep = { step: 'none', text: 'No action is required.' }

/** Returns the step for a tenant that is not read at all: ended, waiting for approval or stopped. */
function beforeReading(tenant: Tenant): NextStep | undefined {
  if (tenant.status === 'Inactive')
    return {
      step: 'addAgain',
      text:
        tenant.end?.reason === 'directoryGone'
          ? 'The directory of this tenant was deleted: Microsoft no longer finds it. If it was restored, add the tenant again.'
          : 'The relationship with this tenant has ended. If you still manage it, add the tenant again. It is then read through its own consent.',
    }
  if (tenant.consent.state === 'awaitingApproval')
    return {
      step: 'approve',
      text: 'This tenant has consented through an invitation. It is read as soon as an administrator accepts it.',
    }
  if (tenant.isReadingStopped)
    return {
      step: 'startReading',
      text: 'Reading is stopped for this tenant. Start reading again to get new data.',
    }
  return undefined
}

/** Nothing in a tenant that the refusal keeps from being read matters before Microsoft accepts the connection again. */
function whileRefused(tenant: Tenant, refusal: ConnectionFacts['refusal']): NextStep | undefined {
  if (!refusal || !preventsReading(refusal, tenant)) return undefined
  return { step: 'checkConnection', text: `${refusal.title} ${refusal.action}` }
}

const GRANT_AGAIN = 'Ask an administrator of this tenant to grant consent again'

function afterFailure(tenant: Tenant): NextStep | undefined {
  const { failure } = tenant
  if (failure === null) return undefined
  if (failure.code === 'CONSENT_REQUIRED') return consentStepOf(tenant)
  if (failure.advice !== null) return stepOfAdvice(failure.code, failure.advice)
  return STEP_OF_FAILURE[failure.code]
}

/** The table of Microsoft's codes says more than the reason code. */
function stepOfAdvice(code: TenantFailureCode, { actor, cause, step }: RefusalAdvice): NextStep {
  return { step: stepIdOf(code, actor), text: `${cause} ${step}` }
}

function stepIdOf(code: TenantFailureCode, actor: RefusalAdvice['actor']): NextStepId {
  if (actor === 'microsoft') return 'wait'
  if (actor === 'mspAdministrator') return 'checkConnection'
  if (code === 'APP_NOT_FOUND') return 'grantConsent'
  return code === 'APP_DISABLED' ? 'enableApplication' : 'askCustomer'
}

const STEP_OF_FAILURE: Readonly<Record<Exclude<TenantFailureCode, 'CONSENT_REQUIRED'>, NextStep>> =
  {
    INVALID_CLIENT_SECRET: {
      step: 'checkConnection',
      text: 'Microsoft refused the client secret or certificate. Check the Microsoft connection. The secret may have expired.',
    },
    APP_NOT_FOUND: {
      step: 'checkConnection',
      text: 'Microsoft does not find this application or this directory. Check the Microsoft connection.',
    },
    APP_DISABLED: {
      step: 'enableApplication',
      text: 'The application is disabled or blocked in this tenant. Ask an administrator of this tenant to enable it under Enterprise applications and to allow it in Conditional Access.',
    },
    PERMISSION_MISSING: {
      step: 'grantConsent',
      text: `This tenant does not grant a required permission. ${GRANT_AGAIN}.`,
    },
    NOT_LICENSED: {
      step: 'none',
      text: 'This tenant has no license for this data. No action is required.',
    },
    THROTTLED: {
      step: 'wait',
      text: 'Microsoft throttled the requests. No action is required: the next scheduled refresh retries.',
    },
    UNAVAILABLE: {
      step: 'wait',
      text: 'Microsoft was unreachable. No action is required: the next scheduled refresh retries.',
    },
    MALFORMED_ANSWER: {
      step: 'report',
      text: 'Microsoft sent an unreadable response. Refresh again. If the error persists, copy the diagnostics and report it.',
    },
    INTERNAL: {
      step: 'report',
      text: 'An unexpected error occurred while this tenant was read. Refresh again. If the error persists, copy the diagnostics and report it.',
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
