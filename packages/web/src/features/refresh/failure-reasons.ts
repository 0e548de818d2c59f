import type { TenantFailureCode } from '@tenantscope/contract/errors'

/** Why a tenant could not be read, in a few words; the server's message tells what to do about it. */
export const FAILURE_REASONS = {
  CONSENT_REQUIRED: 'Consent is missing or was withdrawn',
  INVALID_CLIENT_SECRET: 'The client secret is not accepted',
  APP_NOT_FOUND: 'The application was not found in this tenant',
  APP_DISABLED: 'The application is disabled in this tenant',
  PERMISSION_MISSING: 'A permission is missing',
  NOT_LICENSED: 'The tenant has no license for this',
  THROTTLED: 'Microsoft is limiting requests',
  UNAVAILABLE: 'Microsoft could not be reached',
  MALFORMED_ANSWER: 'Microsoft sent an answer that could not be read',
  INTERNAL: 'Something went wrong in Tenantscope',
} as const satisfies Record<TenantFailureCode, string>
