import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { PartFailureCode } from '@tenantscope/contract/parts'
import type { Fault, FaultName } from '@tenantscope/graph-sim/faults'
import { matchRoutes } from '@tenantscope/graph-sim/graph/routes'
import type { Tenant } from '@tenantscope/graph-sim/world/types'

import { isAnyGroupAskedFor } from './group-members-oracle.ts'

/** What a tenant may rightly be failed with while this fault is on; nothing: it must be read all the same. */
const CODES_OF: Readonly<Record<FaultName, readonly TenantFailureCode[]>> = {
  throttle: ['THROTTLED'],
  'throttle-date': ['THROTTLED'],
  'throttle-silent': ['THROTTLED'],
  'throttle-storm': ['THROTTLED'],
  unavailable: ['UNAVAILABLE'],
  'html-error': ['UNAVAILABLE'],
  'empty-error': ['UNAVAILABLE'],
  'gateway-timeout': ['UNAVAILABLE'],
  'no-answer': ['UNAVAILABLE'],
  reset: ['UNAVAILABLE'],
  truncated: ['MALFORMED_ANSWER'],
  latency: [],
  'smaller-pages': [],
  slow: [],
  'slow-body': [],
  'consent-withdrawn': ['CONSENT_REQUIRED'],
  'roles-removed': ['CONSENT_REQUIRED', 'PERMISSION_MISSING'],
  'secret-expired': ['INVALID_CLIENT_SECRET'],
  'wrong-secret': ['INVALID_CLIENT_SECRET'],
  'app-disabled': ['APP_DISABLED'],
  'app-removed': ['APP_NOT_FOUND'],
  // Only for people, or where there is no consent anyway.
  'forged-id-token': [],
  'foreign-directory': [],
  'app-not-found': ['APP_NOT_FOUND'],
  'access-blocked': ['APP_DISABLED'],
  'mfa-required': [],
  'consent-missing': [],
  // The connection has a secret.
  'certificate-expired': [],
  'federation-unmatched': [],
  'tenant-throttled': ['THROTTLED'],
  'directory-unavailable': ['UNAVAILABLE'],
  'external-retryable': ['UNAVAILABLE'],
  'budget-exceeded': ['UNAVAILABLE'],
  'request-timeout': ['UNAVAILABLE'],
  'cross-cloud': ['INTERNAL'],
  'refused-by-code': ['INTERNAL'],
  'consent-propagating': ['CONSENT_REQUIRED'],
  'roles-propagating': ['CONSENT_REQUIRED', 'PERMISSION_MISSING'],
  'principal-propagating': ['CONSENT_REQUIRED'],
  'consent-cancel-denied': [],
  'consent-error-stateless': [],
  'empty-page': [],
  'short-pages': [],
  'unknown-members': [],
  'not-licensed': [],
  // A service that the directory does not have, in no words that name a license.
  'not-provisioned': ['INTERNAL'],
  // Pages and changes that cannot be had again and again.
  'expired-page': ['UNAVAILABLE'],
  // Then everything is read, and that counts.
  'expired-delta': [],
  'lost-delta': [],
  'sparse-delta': [],
  'repeated-changes': [],
  'nested-error': [],
  'blocked-registered': [],
  'report-unmarked': [],
  'roles-unclaimed': [],
  'auth-time-unclaimed': [],
  'auth-time-old': [],
  // Microsoft refuses token after token: it says no more than that.
  'token-revoked': ['INTERNAL'],
}

/** The codes that a failed tenant may have while these are on. */
export function codesUnder(faults: readonly Fault[]): Set<TenantFailureCode> {
  return new Set(faults.flatMap(({ name }) => CODES_OF[name]))
}

const GRAPH = "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')"

/** What each part is read from, by the names that the product gives them. */
const PATHS_OF: Readonly<Record<string, readonly string[]>> = {
  domains: ['/domains'],
  licenses: ['/subscribedSkus'],
  subscriptions: ['/directory/subscriptions'],
  users: ['/users', '/users/delta'],
  groups: ['/groups', '/groups/delta'],
  groupMembers: ['/groups/id/transitiveMembers'],
  policies: ['/identity/conditionalAccess/policies'],
  namedLocations: ['/identity/conditionalAccess/namedLocations'],
  roles: ['/roleManagement/directory/roleAssignments'],
  applications: ['/applications'],
  grants: ['/oauth2PermissionGrants', GRAPH, `${GRAPH}/appRoleAssignedTo`],
}

/** The parts that hold each setting, and where it is read from. */
const SETTINGS: Readonly<Record<string, readonly [part: string, path: string]>> = {
  securityDefaults: ['settings', '/policies/identitySecurityDefaultsEnforcementPolicy'],
  authorizationPolicy: ['settings', '/policies/authorizationPolicy'],
  adminConsentRequestPolicy: ['settings', '/policies/adminConsentRequestPolicy'],
  defaultAppManagementPolicy: ['settings', '/policies/defaultAppManagementPolicy'],
  crossTenantAccessDefault: ['settings', '/policies/crossTenantAccessPolicy/default'],
  activityBasedTimeoutPolicies: ['settings', '/policies/activityBasedTimeoutPolicies'],
  authenticationMethodsPolicy: ['authenticationMethods', '/policies/authenticationMethodsPolicy'],
  groupSettings: ['groupSettings', '/groupSettings'],
}

/** Why nothing of the tenant can be read, whatever else happens; null: it can. */
export function impedimentOf(tenant: Tenant, roles: readonly string[]): TenantFailureCode | null {
  if (tenant.isGone) return 'APP_NOT_FOUND'
  if (tenant.consent === null || roles.length === 0) return 'CONSENT_REQUIRED'
  return isPermitted('/organization', roles) ? null : 'PERMISSION_MISSING'
}

export type NamedParts = ReadonlyMap<string, PartFailureCode>

/** Parts that the directory does not let us read, as its permissions and licenses are. */
export function expectedParts(
  tenant: Tenant,
  roles: readonly string[],
): Map<string, PartFailureCode> {
  const refused = [...Object.entries(PATHS_OF), ...Object.values(SETTINGS)].filter(
    ([, paths]) => ![paths].flat().every((path) => isPermitted(path, roles)),
  )
  const failed = new Map<string, PartFailureCode>(
    refused.map(([part]) => [part, 'PERMISSION_MISSING']),
  )
  if (isConditionalAccessUnlicensed(tenant, failed)) {
    failed.set('policies', failed.get('policies') ?? 'NOT_LICENSED')
    failed.set('namedLocations', 'NOT_LICENSED')
  }
  // What is not asked for is not refused.
  if (!isAnyGroupAskedFor(tenant, new Set(failed.keys()))) failed.delete('groupMembers')
  return failed
}

/** Without a license for Conditional Access an empty list says nothing; a full one still does. */
function isConditionalAccessUnlicensed(tenant: Tenant, failed: NamedParts): boolean {
  const hasPolicies = !failed.has('policies') && tenant.policies.length > 0
  return !failed.has('licenses') && !hasEntraP1(tenant) && !hasPolicies
}

/**
 * As expectedRows wants to know it: parts, and kinds of settings as `settings/<kind>`. Of a part that
 * is named, settings that could be read are kept beside those that could not.
 */
export function unreadOf(
  named: NamedParts,
  { roles, storedKinds }: { roles: readonly string[]; storedKinds: ReadonlySet<unknown> },
): Set<string> {
  const kinds = Object.entries(SETTINGS)
    .filter(([kind, [part, path]]) =>
      isPermitted(path, roles) ? named.has(part) && !storedKinds.has(kind) : true,
    )
    .map(([kind]) => `settings/${kind}`)
  return new Set([...named.keys(), ...kinds])
}

/** Parts that a fault may cost beyond those, or whose reason it may change. */
export function isPartExcused(
  [part, code]: readonly [string, PartFailureCode],
  { tenant, faults }: { tenant: Tenant; faults: readonly Fault[] },
): boolean {
  const isOn = (name: FaultName) => faults.some((fault) => fault.name === name)
  if (code === 'NOT_LICENSED') {
    // A license with an unknown status does not count.
    const isUnclear = !hasEntraP1(tenant) || isOn('unknown-members')
    const isRefused = isOn('not-licensed') || tenant.policies.length === 0
    return (part === 'policies' || part === 'namedLocations') && isUnclear && isRefused
  }
  return faults.some(({ name }) => CODES_OF[name].some((each) => each === code))
}

// Microsoft's plan ids: Entra ID P1 and P2.
const ENTRA_PLANS = new Set([
  '41781fb2-bc02-4b7c-bd55-b576c07bb09d',
  'eec0eb4f-6444-4f95-aba0-50c24d67f998',
])

function hasEntraP1({ subscriptions }: Tenant): boolean {
  return subscriptions.some(
    ({ capabilityStatus, sku }) =>
      (capabilityStatus === 'Enabled' || capabilityStatus === 'Warning') &&
      sku.servicePlans.some(({ id }) => ENTRA_PLANS.has(id)),
  )
}

function isPermitted(path: string, roles: readonly string[]): boolean {
  const [match] = matchRoutes(path)
  if (!match) throw new Error(`The simulated Microsoft has no ${path}`)
  return match.route.permissions.some((permission) => roles.includes(permission))
}
