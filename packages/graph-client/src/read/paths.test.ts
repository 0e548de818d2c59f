import { expect, test } from 'vitest'

import type { TenantGraph } from '../engine/graph.ts'
import { setUpAnswers } from '../testing/answering.ts'
import { wholeOf } from '../testing/golden/golden.ts'
import { readApplicationGrants } from './application-grants.ts'
import { readApplications } from './applications.ts'
import { readContracts } from './contracts.ts'
import { readDelegatedCustomers } from './delegated-customers.ts'
import { readDelegatedGrants } from './delegated-grants.ts'
import { readDelegatedRelationships } from './delegated-relationships.ts'
import { readDevices } from './devices.ts'
import { readGroups } from './groups.ts'
import { readFirstLicenseHolders } from './license-holders.ts'
import { readNamedLocations } from './named-locations.ts'
import { readPolicies } from './policies.ts'
import { readRegistrationDetails } from './registration-details.ts'
import { readRoleAssignments } from './role-assignments.ts'
import { readRoleDefinitions } from './role-definitions.ts'
import { readSecureScore } from './secure-score.ts'
import { readServicePrincipals } from './service-principals.ts'
import { readSignInActivity } from './sign-in-activity.ts'
import { readUsers, USER_PROPERTIES } from './users.ts'

const GRAPH = "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')"
const EXCHANGE = '00000002-0000-0ff1-ce00-000000000000'

type Read = (graph: TenantGraph) => Promise<unknown>

// What is selected, how large pages are and what is left to Microsoft decides what a read costs
// (Microsoft's page "Service-specific throttling limits") and whether a path answers at all.
test.each<[string, Read, string[]]>([
  [
    'people',
    (graph) => wholeOf(readUsers(graph, { expectedPeople: 1 })),
    [`/users?$top=999&$select=${USER_PROPERTIES}`],
  ],
  [
    'the first license holders',
    readFirstLicenseHolders,
    ['/users?$top=999&$select=id,assignedLicenses'],
  ],
  [
    'groups',
    (graph) => wholeOf(readGroups(graph)),
    [
      '/groups?$top=999&$select=id,displayName,assignedLicenses,licenseProcessingState,hasMembersWithLicenseErrors,securityEnabled,mailEnabled,visibility,groupTypes,membershipRule,isAssignableToRole',
    ],
  ],
  [
    'contracts',
    (graph) => wholeOf(readContracts(graph)),
    ['/contracts?$top=999&$select=id,customerId,contractType,defaultDomainName,displayName'],
  ],
  ['policies', readPolicies, ['/identity/conditionalAccess/policies']],
  ['named locations', readNamedLocations, ['/identity/conditionalAccess/namedLocations']],
  [
    'role assignments',
    readRoleAssignments,
    ['/roleManagement/directory/roleAssignments?$expand=principal'],
  ],
  [
    'role definitions',
    readRoleDefinitions,
    [
      '/roleManagement/directory/roleDefinitions?$select=id,templateId,displayName,isBuiltIn,isEnabled',
    ],
  ],
  [
    'applications',
    (graph) => wholeOf(readApplications(graph)),
    [
      '/applications?$top=999&$select=id,appId,displayName,createdDateTime,signInAudience,passwordCredentials,keyCredentials,requiredResourceAccess',
    ],
  ],
  [
    'service principals',
    (graph) => wholeOf(readServicePrincipals(graph)),
    [
      '/servicePrincipals?$top=999&$select=id,appId,displayName,accountEnabled,appOwnerOrganizationId,servicePrincipalType,passwordCredentials,keyCredentials',
    ],
  ],
  [
    'devices',
    (graph) => wholeOf(readDevices(graph)),
    [
      '/devices?$top=999&$select=id,displayName,accountEnabled,approximateLastSignInDateTime,operatingSystem,trustType',
    ],
  ],
  [
    'application grants',
    (graph) => wholeOf(readApplicationGrants(graph)),
    [`${GRAPH}/appRoleAssignedTo?$top=999`],
  ],
  [
    'application grants of Exchange Online too',
    (graph) => wholeOf(readApplicationGrants(graph, [EXCHANGE])),
    [
      `${GRAPH}/appRoleAssignedTo?$top=999`,
      `/servicePrincipals(appId='${EXCHANGE}')/appRoleAssignedTo?$top=999`,
    ],
  ],
  [
    'delegated grants',
    (graph) => wholeOf(readDelegatedGrants(graph)),
    [
      '/oauth2PermissionGrants?$top=999&$select=id,clientId,consentType,principalId,resourceId,scope',
    ],
  ],
  [
    'sign-in activity',
    (graph) => wholeOf(readSignInActivity(graph)),
    ['/users?$top=500&$select=id,signInActivity'],
  ],
  [
    'registration details',
    (graph) => wholeOf(readRegistrationDetails(graph)),
    ['/reports/authenticationMethods/userRegistrationDetails'],
  ],
  ['secure score', readSecureScore, ['/security/secureScores?$top=1']],
  [
    'delegated customers',
    (graph) => wholeOf(readDelegatedCustomers(graph)),
    ['/tenantRelationships/delegatedAdminCustomers?$top=300'],
  ],
  [
    'delegated relationships',
    (graph) => wholeOf(readDelegatedRelationships(graph)),
    ['/tenantRelationships/delegatedAdminRelationships?$top=300'],
  ],
])('%s are asked for in the cheapest way', async (_, read, paths) => {
  const { graph, graphRequests } = await setUpAnswers({ '': { id: 'x', appRoles: [], value: [] } })
  await read(graph)
  expect(graphRequests().map(({ path }) => decodeURI(path))).toEqual(
    paths.map((path) => `/v1.0${path}`),
  )
})

test('only the newest score is read, whatever is behind it', async () => {
  const scores = { value: [{ id: 'new' }], '@odata.nextLink': nextLinkTo('/security/secureScores') }
  const { graph, graphRequests } = await setUpAnswers({ '/security': scores })
  expect(await readSecureScore(graph)).toMatchObject({ id: 'new' })
  expect(graphRequests()).toHaveLength(1)
})

test('a tenant without a score has none', async () => {
  const { graph } = await setUpAnswers({ '/security': { value: [] } })
  expect(await readSecureScore(graph)).toBeNull()
})

test('a cloud without a thing is not asked for it', async () => {
  const { graph, graphRequests } = await setUpAnswers({}, { cloud: 'china' })
  expect(await readSecureScore(graph)).toBeNull()
  expect(readDelegatedCustomers(graph)).toBeNull()
  expect(readDelegatedRelationships(graph)).toBeNull()
  expect(graphRequests()).toEqual([])
})

function nextLinkTo(path: string): string {
  return `https://graph.microsoft.com/v1.0${path}?$skiptoken=x`
}
