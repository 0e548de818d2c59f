import type { Calls } from '@tenantscope/graph-sim/testing/calls'
import type { Tenant } from '@tenantscope/graph-sim/world/types'

import type { GraphObjects } from '../features/posture/graph-facts.ts'

// Graph returns the quota only when it is selected.
const ORGANIZATION =
  'id,onPremisesSyncEnabled,onPremisesLastSyncDateTime,technicalNotificationMails,' +
  'securityComplianceNotificationMails,directorySizeQuota'
const USERS =
  'id,displayName,userPrincipalName,mail,accountEnabled,userType,externalUserState,' +
  'externalUserStateChangeDateTime,onPremisesSyncEnabled,createdDateTime,passwordPolicies,' +
  'assignedLicenses,licenseAssignmentStates'
const PRINCIPALS =
  'id,appId,displayName,accountEnabled,appOwnerOrganizationId,servicePrincipalType,appRoles,' +
  'passwordCredentials,keyCredentials'
const GRAPH = "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')"
const LISTS: Readonly<Record<string, string>> = {
  organization: `/organization?$select=${ORGANIZATION}`,
  subscribedSkus: '/subscribedSkus',
  subscriptions: '/directory/subscriptions',
  domains: '/domains',
  users: `/users?$top=999&$select=${USERS}`,
  groups: '/groups',
  conditionalAccessPolicies: '/identity/conditionalAccess/policies',
  namedLocations: '/identity/conditionalAccess/namedLocations',
  activityBasedTimeoutPolicies: '/policies/activityBasedTimeoutPolicies',
  groupSettings: '/groupSettings',
  roleDefinitions: '/roleManagement/directory/roleDefinitions',
  roleAssignments: '/roleManagement/directory/roleAssignments?$expand=principal',
  servicePrincipals: `/servicePrincipals?$top=999&$select=${PRINCIPALS}`,
  applications: '/applications',
  oauth2PermissionGrants: '/oauth2PermissionGrants',
  appRoleAssignments: `${GRAPH}/appRoleAssignedTo`,
}
const OBJECTS: Readonly<Record<string, string>> = {
  securityDefaults: '/policies/identitySecurityDefaultsEnforcementPolicy',
  authenticationMethodsPolicy: '/policies/authenticationMethodsPolicy',
  authorizationPolicy: '/policies/authorizationPolicy',
  adminConsentRequestPolicy: '/policies/adminConsentRequestPolicy',
  defaultAppManagementPolicy: '/policies/defaultAppManagementPolicy',
  crossTenantAccessPolicyDefault: '/policies/crossTenantAccessPolicy/default',
}

/** The objects of a tenant by the names of `assess`; what Graph refuses is left out. */
export async function graphObjectsOf(calls: Calls, tenant: Tenant): Promise<GraphObjects> {
  const objects: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(LISTS)) {
    const rows = await listOf(calls, tenant, path)
    if (rows !== null) objects[name] = rows
  }
  for (const [name, path] of Object.entries(OBJECTS)) {
    const { status, body } = await calls.graph(tenant, path)
    if (status === 200) objects[name] = body
  }
  const members: Record<string, unknown> = {}
  for (const { id } of tenant.groups)
    members[id] = await listOf(calls, tenant, `/groups/${id}/transitiveMembers`)
  return { ...objects, groupMembers: members }
}

async function listOf(calls: Calls, tenant: Tenant, path: string): Promise<unknown[] | null> {
  const rows: unknown[] = []
  let next: string | undefined = path
  while (next !== undefined) {
    const { status, body } = await calls.graph(tenant, next)
    const value: unknown = body['value']
    if (status !== 200 || !Array.isArray(value)) return null
    for (const row of value) rows.push(row)
    const link: unknown = body['@odata.nextLink']
    next = typeof link === 'string' ? link.slice(link.indexOf('/v1.0') + '/v1.0'.length) : undefined
  }
  return rows
}
