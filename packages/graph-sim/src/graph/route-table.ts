import {
  getApplication,
  listApplicationOwners,
  listApplications,
} from './applications/applications.ts'
import { listAppRoleAssignedTo, listDelegatedGrants } from './applications/permission-grants.ts'
import {
  getServicePrincipal,
  listServicePrincipals,
  listPrincipalOwners,
} from './applications/service-principals.ts'
import { applicationsDelta, groupsDelta, usersDelta } from './delta/delta-sources.ts'
import type { GraphRoute } from './engine/call.ts'
import { listMembers, listTransitiveMembers } from './groups/group-members.ts'
import { getGroup, listGroups } from './groups/groups.ts'
import { listCompanySubscriptions } from './organization/company-subscriptions.ts'
import { listContracts } from './organization/contracts.ts'
import {
  listDelegatedCustomers,
  listDelegatedRelationships,
} from './organization/delegated-admin.ts'
import { listDomains, listOrganization, listSubscribedSkus } from './organization/organization.ts'
import {
  getSetting,
  listGroupSettings,
  listTimeoutPolicies,
} from './policies/directory-settings.ts'
import { listNamedLocations, listPolicies } from './policies/policies.ts'
import { listRegistrationDetails } from './reports/registration-details.ts'
import { listSecureScores } from './reports/secure-scores.ts'
import { listSignIns } from './reports/sign-ins.ts'
import { redirectToReport } from './reports/usage-reports.ts'
import {
  listDirectoryRoles,
  listRoleAssignments,
  listRoleDefinitions,
  listRoleMembers,
} from './roles/roles.ts'
import { getAuthenticationRequirements } from './users/authentication-requirements.ts'
import { listDevices } from './users/devices.ts'
import { countUsers, getUser, listUsers } from './users/users.ts'

const PAGED = ['$filter', '$select', '$skiptoken', '$top']
const SORTED = [...PAGED, '$orderby']

/** One object, or a list that comes whole. */
const DIRECTORY = { service: 'directory', units: 1, options: ['$select'] } as const
const PAGES = { ...DIRECTORY, options: PAGED } as const
// No $top, $expand or $orderby: Microsoft chooses page size and order.
const DELTA = { ...DIRECTORY, options: ['$select', '$deltatoken', '$skiptoken'] } as const
const USERS = ['User.Read.All', 'Directory.Read.All']
const BASIC_USERS = ['User.ReadBasic.All', ...USERS]
const GROUPS = ['GroupMember.Read.All', 'Group.Read.All', 'Directory.Read.All']
const LICENSES = ['LicenseAssignment.Read.All', 'Organization.Read.All', 'Directory.Read.All']
const APPLICATIONS = ['Application.Read.All', 'Directory.Read.All']
const APPS = { ...PAGES, permissions: APPLICATIONS } as const
const GRANTS = ['Directory.Read.All', 'DelegatedPermissionGrant.ReadWrite.All']

type Routes = Readonly<Record<string, Omit<GraphRoute, 'path'>>>

const OBJECTS: Routes = {
  '/organization': {
    ...DIRECTORY,
    permissions: ['Organization.Read.All', ...USERS],
    answer: listOrganization,
  },
  '/subscribedSkus': { ...DIRECTORY, permissions: LICENSES, units: 3, answer: listSubscribedSkus },
  '/directory/subscriptions': { ...PAGES, permissions: LICENSES, answer: listCompanySubscriptions },
  '/domains': {
    ...DIRECTORY,
    permissions: ['Domain.Read.All', 'Directory.Read.All'],
    answer: listDomains,
  },
  '/contracts': { ...PAGES, permissions: ['Directory.Read.All'], units: 3, answer: listContracts },
  '/users': { ...PAGES, permissions: BASIC_USERS, units: 2, options: SORTED, answer: listUsers },
  '/users/$count': {
    ...DIRECTORY,
    permissions: BASIC_USERS,
    options: ['$filter'],
    answer: countUsers,
  },
  '/devices': {
    ...PAGES,
    permissions: ['Device.Read.All', 'Directory.Read.All'],
    answer: listDevices,
  },
  '/users/{id}': { ...DIRECTORY, permissions: BASIC_USERS, answer: getUser },
  '/users/{id}/authentication/requirements': {
    ...DIRECTORY,
    permissions: ['Policy.Read.All', 'Policy.ReadWrite.AuthenticationMethod'],
    options: [],
    answer: getAuthenticationRequirements,
  },
  '/users/delta': { ...DELTA, permissions: USERS, answer: usersDelta },
  '/groups': {
    ...PAGES,
    permissions: ['Group.ReadBasic.All', ...GROUPS],
    options: SORTED,
    answer: listGroups,
  },
  '/groups/{id}': {
    ...DIRECTORY,
    permissions: ['Group.ReadBasic.All', ...GROUPS],
    answer: getGroup,
  },
  '/groups/delta': { ...DELTA, permissions: GROUPS, answer: groupsDelta },
  '/groups/{id}/members': { ...PAGES, permissions: GROUPS, units: 3, answer: listMembers },
  '/groups/{id}/transitiveMembers': {
    ...PAGES,
    permissions: GROUPS,
    units: 5,
    answer: listTransitiveMembers,
  },
  '/applications': {
    ...PAGES,
    permissions: APPLICATIONS,
    units: 2,
    options: [...PAGED, '$expand'],
    answer: listApplications,
  },
  '/applications/delta': { ...DELTA, permissions: APPLICATIONS, answer: applicationsDelta },
  "/applications(appId='{id}')": {
    ...DIRECTORY,
    permissions: APPLICATIONS,
    units: 2,
    answer: getApplication,
  },
  '/applications/{id}/owners': { ...APPS, answer: listApplicationOwners },
  '/servicePrincipals/{id}/owners': { ...APPS, answer: listPrincipalOwners },
  '/servicePrincipals': { ...APPS, answer: listServicePrincipals },
  "/servicePrincipals(appId='{id}')": {
    ...DIRECTORY,
    permissions: APPLICATIONS,
    answer: getServicePrincipal,
  },
  "/servicePrincipals(appId='{id}')/appRoleAssignedTo": { ...APPS, answer: listAppRoleAssignedTo },
  '/oauth2PermissionGrants': {
    ...PAGES,
    permissions: GRANTS,
    units: 2,
    answer: listDelegatedGrants,
  },
}

const ROLES = {
  ...PAGES,
  permissions: [
    'RoleManagement.Read.Directory',
    'RoleManagement.Read.All',
    'Directory.Read.All',
    'RoleManagement.ReadWrite.Directory',
  ],
} as const
const ROLE_ROUTES: Routes = {
  '/directoryRoles': {
    ...ROLES,
    options: ['$expand', '$filter', '$select'],
    answer: listDirectoryRoles,
  },
  '/directoryRoles/{id}/members': {
    ...ROLES,
    options: ['$filter', '$select'],
    answer: listRoleMembers,
  },
  '/roleManagement/directory/roleDefinitions': { ...ROLES, answer: listRoleDefinitions },
  '/roleManagement/directory/roleAssignments': {
    ...ROLES,
    options: [...PAGED, '$expand'],
    answer: listRoleAssignments,
  },
}

const POLICY = { ...DIRECTORY, permissions: ['Policy.Read.All'] } as const
const CONDITIONAL_ACCESS = {
  ...POLICY,
  service: 'conditional-access',
  options: SORTED,
} as const
const POLICY_ROUTES: Routes = {
  '/identity/conditionalAccess/policies': { ...CONDITIONAL_ACCESS, answer: listPolicies },
  '/identity/conditionalAccess/namedLocations': {
    ...CONDITIONAL_ACCESS,
    answer: listNamedLocations,
  },
  '/policies/authenticationMethodsPolicy': {
    ...POLICY,
    permissions: ['Policy.Read.AuthenticationMethod', 'Policy.Read.All'],
    missingIn: ['china'],
    answer: getSetting('authenticationMethodsPolicy'),
  },
  '/policies/identitySecurityDefaultsEnforcementPolicy': {
    ...POLICY,
    // The security service's way to refuse, although the path counts against the directory's limit.
    denied: {
      code: 'AccessDenied',
      message:
        'You cannot perform the requested operation, required scopes are missing in the token.',
    },
    answer: getSetting('securityDefaults'),
  },
  '/policies/authorizationPolicy': { ...POLICY, answer: getSetting('authorizationPolicy') },
  '/policies/adminConsentRequestPolicy': {
    ...POLICY,
    permissions: ['Policy.Read.All', 'Policy.ReadWrite.ConsentRequest', 'Directory.Read.All'],
    answer: getSetting('adminConsentRequestPolicy'),
  },
  '/policies/defaultAppManagementPolicy': {
    ...POLICY,
    permissions: ['Policy.Read.All', 'Policy.Read.ApplicationConfiguration'],
    answer: getSetting('defaultAppManagementPolicy'),
  },
  '/policies/crossTenantAccessPolicy/default': {
    ...POLICY,
    permissions: ['Policy.Read.All', 'Policy.ReadWrite.CrossTenantAccess'],
    answer: getSetting('crossTenantAccessDefault'),
  },
  '/policies/activityBasedTimeoutPolicies': {
    ...PAGES,
    permissions: ['Policy.Read.All', 'Policy.ReadWrite.ApplicationConfiguration'],
    answer: listTimeoutPolicies,
  },
  '/groupSettings': {
    ...PAGES,
    permissions: ['GroupSettings.Read.All', 'Directory.Read.All'],
    answer: listGroupSettings,
  },
}

const IDENTITY_REPORTS = {
  service: 'identity-reports',
  permissions: ['AuditLog.Read.All'],
  needsPremium: true,
  units: 1,
} as const
const PARTNER = {
  ...PAGES,
  permissions: ['DelegatedAdminRelationship.Read.All', 'DelegatedAdminRelationship.ReadWrite.All'],
  missingIn: ['china'],
  options: SORTED,
} as const
const REPORT_ROUTES: Routes = {
  '/auditLogs/signIns': {
    ...IDENTITY_REPORTS,
    options: ['$filter', '$orderby', '$skiptoken', '$top'],
    answer: listSignIns,
  },
  '/reports/authenticationMethods/userRegistrationDetails': {
    ...IDENTITY_REPORTS,
    options: ['$filter', '$orderby', '$skiptoken'],
    answer: listRegistrationDetails,
  },
  "/reports/getOffice365ActiveUserDetail(period='{id}')": {
    service: 'usage-reports',
    permissions: ['Reports.Read.All'],
    missingIn: ['usgov', 'usgovdod', 'china'],
    units: 1,
    options: [],
    answer: redirectToReport,
  },
  '/security/secureScores': {
    service: 'security',
    permissions: ['SecurityEvents.Read.All', 'SecurityEvents.ReadWrite.All'],
    missingIn: ['china'],
    units: 1,
    options: SORTED,
    answer: listSecureScores,
  },
  '/tenantRelationships/delegatedAdminCustomers': { ...PARTNER, answer: listDelegatedCustomers },
  '/tenantRelationships/delegatedAdminRelationships': {
    ...PARTNER,
    answer: listDelegatedRelationships,
  },
}

/** Every path with what it needs, as in Microsoft's permissions reference. */
export const GRAPH_ROUTES: readonly GraphRoute[] = [
  OBJECTS,
  ROLE_ROUTES,
  POLICY_ROUTES,
  REPORT_ROUTES,
].flatMap((routes) => Object.entries(routes).map(([path, route]) => ({ path, ...route })))
