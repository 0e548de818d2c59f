import type { TestedEndpoint } from '@tenantscope/contract/csp-decode'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import type { PartFailureCode } from '@tenantscope/contract/parts'

interface Endpoint {
  readonly endpoint: string
  /** What it returns, for display. */
  readonly description: string
  /** The least privileged of the required permissions that allows the call. */
  readonly permission: string
}

/** The Microsoft Graph endpoints that return licenses of a tenant. */
export const CSP_ENDPOINTS = {
  subscribedSkus: {
    endpoint: 'GET /subscribedSkus',
    description: 'Products of the tenant with their seats',
    permission: 'Organization.Read.All',
  },
  subscriptions: {
    endpoint: 'GET /directory/subscriptions',
    description: 'Purchases behind the products: trials, renewals and resellers',
    permission: 'Organization.Read.All',
  },
  organization: {
    endpoint: 'GET /organization',
    description: 'Whether the directory responds',
    permission: 'Organization.Read.All',
  },
  users: {
    endpoint: 'GET /users',
    description:
      'Current licenses of the first users; licenses of all users as of the last refresh',
    permission: 'User.Read.All',
  },
} as const satisfies Record<string, Endpoint>

export type CspEndpoint = keyof typeof CSP_ENDPOINTS

/** Returns why an endpoint could not be read, for display, without Microsoft's own message. */
export function endpointMessageOf(id: CspEndpoint, code: PartFailureCode): string {
  return REASONS[code](CSP_ENDPOINTS[id].permission)
}

export const TIMED_OUT_MESSAGE = `No response within ${LIVE_CALL_SECONDS} seconds.`

const REASONS = {
  CONSENT_REQUIRED: () => 'Admin consent is missing for this application.',
  INVALID_CLIENT_SECRET: () => 'Microsoft refused the client secret: it is wrong or has expired.',
  APP_NOT_FOUND: () => 'Microsoft does not know this application or this tenant.',
  APP_DISABLED: () => 'The application is disabled in this tenant.',
  PERMISSION_MISSING: (permission) => `${permission} is not granted in this tenant.`,
  NOT_LICENSED: () => 'The tenant has no license for this data.',
  THROTTLED: () => 'Microsoft throttled the request for longer than this page waits.',
  UNAVAILABLE: () => 'Microsoft is unreachable or could not respond.',
  MALFORMED_ANSWER: () => 'Microsoft sent an unreadable response.',
  NOT_IN_CLOUD: () => "The tenant's national cloud does not offer this endpoint.",
  INTERNAL: () => 'Microsoft refused the request.',
} as const satisfies Record<PartFailureCode, (permission: string) => string>

const REFUSALS: ReadonlySet<PartFailureCode> = new Set([
  'CONSENT_REQUIRED',
  'INVALID_CLIENT_SECRET',
  'APP_NOT_FOUND',
  'APP_DISABLED',
  'PERMISSION_MISSING',
  'NOT_LICENSED',
  'NOT_IN_CLOUD',
])

/** Returns 'refused' for failures that need an action, 'failed' for those that a retry can fix. */
export function endpointOutcomeOf(code: PartFailureCode): TestedEndpoint['outcome'] {
  return REFUSALS.has(code) ? 'refused' : 'failed'
}
