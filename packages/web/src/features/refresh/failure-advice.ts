import type { TenantFailureCode } from '@tenantscope/contract/errors'

interface FailureAdvice {
  /** The reason in a few words. */
  reason: string
  /** What brings the data back, for somebody who may not be able to do it alone. */
  nextStep: string
}

/** Why a tenant could not be read and what to do about it (decisions.md, Tenants and data). */
export const FAILURE_ADVICE = {
  CONSENT_REQUIRED: {
    reason: 'Consent is missing or was withdrawn',
    nextStep:
      'A Global Administrator of this tenant must grant admin consent again. Then refresh it here.',
  },
  INVALID_CLIENT_SECRET: {
    reason: 'The client secret is not accepted',
    nextStep:
      'An administrator of Tenantscope must replace the client secret: it has expired or was mistyped. This affects every tenant.',
  },
  APP_NOT_FOUND: {
    reason: 'The application was not found in this tenant',
    nextStep:
      'Check the client ID and the directory ID of the connection. If they are right, this tenant removed the application and must grant consent again.',
  },
  APP_DISABLED: {
    reason: 'The application is disabled in this tenant',
    nextStep:
      'An administrator of this tenant must allow sign-in for the application under Enterprise applications in Entra ID.',
  },
  PERMISSION_MISSING: {
    reason: 'A permission is missing',
    nextStep:
      'Grant admin consent again so that this tenant accepts the current list of permissions.',
  },
  NOT_LICENSED: {
    reason: 'The tenant has no license for this',
    nextStep: 'Nothing is broken: this part needs a license that the tenant does not own.',
  },
  THROTTLED: {
    reason: 'Microsoft is limiting requests',
    nextStep: 'No action needed. The next refresh tries again when the limit has passed.',
  },
  UNAVAILABLE: {
    reason: 'Microsoft could not be reached',
    nextStep: 'Refresh again in a few minutes. If it lasts, check the service health of Microsoft.',
  },
  MALFORMED_ANSWER: {
    reason: 'Microsoft sent an answer that could not be read',
    nextStep: 'Refresh again. If it lasts, hand the diagnostics to whoever supports Tenantscope.',
  },
  INTERNAL: {
    reason: 'Something went wrong in Tenantscope',
    nextStep: 'Refresh again. If it lasts, hand the diagnostics to whoever runs Tenantscope.',
  },
} as const satisfies Record<TenantFailureCode, FailureAdvice>
