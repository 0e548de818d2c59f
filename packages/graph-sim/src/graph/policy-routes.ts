import type { GraphRoute } from './call.ts'
import {
  getSetting,
  listGroupSettings,
  listTimeoutPolicies,
  type SettingName,
} from './directory-settings.ts'
import { getNamedLocation, getPolicy, listNamedLocations, listPolicies } from './policies.ts'
import { listRiskyUsers } from './risky-users.ts'

const LIST_OPTIONS = ['$count', '$filter', '$orderby', '$select', '$skip', '$skiptoken', '$top']
/** The security service's way to refuse, whatever limit the path counts against. */
const DENIED = {
  code: 'AccessDenied',
  message: 'You cannot perform the requested operation, required scopes are missing in the token.',
}

const CONDITIONAL_ACCESS = {
  method: 'GET',
  service: 'conditional-access',
  permissions: ['Policy.Read.All'],
  delegated: ['Policy.Read.All'],
  units: 1,
} as const

const DIRECTORY = { method: 'GET', service: 'directory', units: 1 } as const

/** Conditional Access, risks, and the directory's settings. */
export const POLICY_ROUTES: readonly GraphRoute[] = [
  {
    ...CONDITIONAL_ACCESS,
    path: '/identity/conditionalAccess/policies',
    options: LIST_OPTIONS,
    answer: listPolicies,
  },
  {
    ...CONDITIONAL_ACCESS,
    path: '/identity/conditionalAccess/policies/{id}',
    options: ['$select'],
    answer: getPolicy,
  },
  {
    ...CONDITIONAL_ACCESS,
    path: '/identity/conditionalAccess/namedLocations',
    options: LIST_OPTIONS,
    answer: listNamedLocations,
  },
  {
    ...CONDITIONAL_ACCESS,
    path: '/identity/conditionalAccess/namedLocations/{id}',
    options: ['$select'],
    answer: getNamedLocation,
  },
  {
    ...CONDITIONAL_ACCESS,
    path: '/identityProtection/riskyUsers',
    permissions: ['IdentityRiskyUser.Read.All', 'IdentityRiskyUser.ReadWrite.All'],
    delegated: ['IdentityRiskyUser.Read.All', 'IdentityRiskyUser.ReadWrite.All'],
    needs: 'P2',
    missingIn: ['china'],
    options: LIST_OPTIONS,
    answer: listRiskyUsers,
  },
  {
    ...singleton('/policies/authenticationMethodsPolicy', 'authenticationMethodsPolicy', [
      'Policy.Read.AuthenticationMethod',
      'Policy.Read.All',
    ]),
    missingIn: ['china'],
  },
  {
    ...singleton('/policies/identitySecurityDefaultsEnforcementPolicy', 'securityDefaults'),
    denied: DENIED,
  },
  singleton('/policies/authorizationPolicy', 'authorizationPolicy'),
  singleton('/policies/adminConsentRequestPolicy', 'adminConsentRequestPolicy', [
    'Policy.Read.All',
    'Policy.ReadWrite.ConsentRequest',
    'Directory.Read.All',
  ]),
  singleton('/policies/defaultAppManagementPolicy', 'defaultAppManagementPolicy', [
    'Policy.Read.All',
    'Policy.Read.ApplicationConfiguration',
    'Policy.ReadWrite.ApplicationConfiguration',
  ]),
  singleton('/policies/crossTenantAccessPolicy/default', 'crossTenantAccessDefault', [
    'Policy.Read.All',
    'Policy.ReadWrite.CrossTenantAccess',
  ]),
  {
    ...DIRECTORY,
    path: '/policies/activityBasedTimeoutPolicies',
    permissions: ['Policy.Read.All', 'Policy.ReadWrite.ApplicationConfiguration'],
    delegated: ['Policy.Read.All', 'Policy.ReadWrite.ApplicationConfiguration'],
    options: ['$filter', '$select', '$skiptoken', '$top'],
    answer: listTimeoutPolicies,
  },
  {
    ...DIRECTORY,
    path: '/groupSettings',
    permissions: ['GroupSettings.Read.All', 'Directory.Read.All'],
    delegated: ['GroupSettings.Read.All', 'Directory.Read.All'],
    options: ['$filter', '$select', '$skiptoken', '$top'],
    answer: listGroupSettings,
  },
]

function singleton(
  path: string,
  name: SettingName,
  permissions: readonly string[] = ['Policy.Read.All'],
): GraphRoute {
  return {
    ...DIRECTORY,
    path,
    permissions,
    delegated: permissions,
    options: ['$select'],
    answer: getSetting(name),
  }
}
