import type { TestedEndpoint } from '@tenantscope/contract/csp-decode'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import type { PartFailureCode } from '@tenantscope/contract/parts'

interface Endpoint {
  readonly endpoint: string
  /** What it tells, for people. */
  readonly description: string
  /** The least of the required permissions that opens it. */
  readonly permission: string
}

/** Where licenses of a tenant can be asked for. */
export const CSP_ENDPOINTS = {
  subscribedSkus: {
    endpoint: 'GET /subscribedSkus',
    description: 'Products of the tenant with their seats',
    permission: 'Organization.Read.All',
  },
  subscriptions: {
    endpoint: 'GET /directory/subscriptions',
    description: 'Purchases behind the products: trials, renewals and who sold them',
    permission: 'Organization.Read.All',
  },
  organization: {
    endpoint: 'GET /organization',
    description: 'Whether the directory answers at all',
    permission: 'Organization.Read.All',
  },
  users: {
    endpoint: 'GET /users',
    description: 'Licenses that the first people hold now; all people as of the last refresh',
    permission: 'User.Read.All',
  },
} as const satisfies Record<string, Endpoint>

export type CspEndpoint = keyof typeof CSP_ENDPOINTS

/** Why an endpoint gave no answer, for people; Microsoft's own words stay out of it. */
export function endpointMessageOf(id: CspEndpoint, code: PartFailureCode): string {
  return REASONS[code](CSP_ENDPOINTS[id].permission)
}

export const TIMED_OUT_MESSAGE = `No answer within ${LIVE_CALL_SECONDS} seconds.`

const REASONS = {
  CONSENT_REQUIRED: () => 'Admin consent is missing for this application.',
  INVALID_CLIENT_SECRET: () => 'Microsoft refused the client secret: it is wrong or has expired.',
  APP_NOT_FOUND: () => 'Microsoft does not know this application or this tenant.',
  APP_DISABLED: () => 'The application is disabled in this tenant.',
  PERMISSION_MISSING: (permission) => `${permission} is not granted in this tenant.`,
  NOT_LICENSED: () => 'The tenant has no license for this data.',
  THROTTLED: () => 'Microsoft asked to slow down for longer than anybody waits here.',
  UNAVAILABLE: () => 'Microsoft could not be reached or could not answer.',
  MALFORMED_ANSWER: () => 'Microsoft sent an answer that could not be read.',
  NOT_IN_CLOUD: () => "The tenant's national cloud does not have this.",
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

/** Refused until somebody acts, or failed this time. */
export function endpointOutcomeOf(code: PartFailureCode): TestedEndpoint['outcome'] {
  return REFUSALS.has(code) ? 'refused' : 'failed'
}
