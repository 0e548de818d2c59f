import { GROUP, readFact } from './golden.ts'
import type { Golden } from './golden.ts'

const GUESTS = '10dae51f-b6af-4016-8d66-8c2a99b929b3'

const permissions = {
  allowedToCreateApps: true,
  allowedToCreateSecurityGroups: true,
  allowedToCreateTenants: false,
  allowedToReadBitlockerKeysForOwnedDevice: true,
  permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.microsoft-user-default-low'],
}

const authorization = {
  allowInvitesFrom: 'everyone',
  guestUserRoleId: GUESTS,
  allowEmailVerifiedUsersToJoinOrganization: false,
  allowedToUseSSPR: true,
  blockMsolPowerShell: false,
  defaultUserRolePermissions: permissions,
}

const everybody = { id: 'all_users', targetType: 'group' }
const noGroup = { id: '00000000-0000-0000-0000-000000000000', targetType: 'group' }
const feature = { state: 'enabled', includeTarget: everybody, excludeTarget: noGroup }

const methods = {
  policyMigrationState: 'migrationInProgress',
  authenticationMethodConfigurations: [
    {
      id: 'MicrosoftAuthenticator',
      state: 'enabled',
      includeTargets: [everybody],
      excludeTargets: [{ id: GROUP, targetType: 'group' }],
      isUsableOnce: true,
      featureSettings: {
        displayAppInformationRequiredState: feature,
        displayLocationInformationRequiredState: feature,
      },
    },
  ],
  systemCredentialPreferences: {
    state: 'enabled',
    includeTargets: [everybody],
    excludeTargets: [],
  },
  reportSuspiciousActivitySettings: feature,
}

const timeout = {
  id: GROUP,
  displayName: 'Idle sessions',
  isOrganizationDefault: true,
  definition: ['{"ActivityBasedTimeoutPolicy":{"Version":1,"ApplicationPolicies":[]}}'],
}

/** What a tenant decided about its people. */
export const PEOPLE_POLICIES_GOLDEN: readonly Golden[] = [
  {
    name: 'security defaults',
    path: '/policies/identitySecurityDefaultsEnforcementPolicy',
    comes: 'alone',
    read: (graph) => readFact(graph, 'securityDefaults'),
    full: { id: GROUP, displayName: 'Security Defaults', description: 'Basics', isEnabled: true },
    keptOfFull: { isEnabled: true },
    required: [],
    keptOfBare: { isEnabled: null },
    odd: { isEnabled: false, isEnforcedOnTheMoon: 'yes' },
    keptOfOdd: { isEnabled: false },
    unneeded: ['id', 'displayName', 'description'],
  },
  {
    name: 'authorization policy',
    path: '/policies/authorizationPolicy',
    comes: 'alone',
    read: (graph) => readFact(graph, 'authorizationPolicy'),
    full: {
      ...authorization,
      id: 'authorizationPolicy',
      allowedToSignUpEmailBasedSubscriptions: true,
      defaultUserRolePermissions: { ...permissions, allowedToReadOtherUsers: true },
    },
    keptOfFull: authorization,
    required: [],
    keptOfBare: {
      allowInvitesFrom: null,
      guestUserRoleId: null,
      allowEmailVerifiedUsersToJoinOrganization: null,
      allowedToUseSSPR: null,
      blockMsolPowerShell: null,
      defaultUserRolePermissions: null,
    },
    odd: {
      ...authorization,
      allowInvitesFrom: 'friendsOfFriends',
      guestUserRoleId: GUESTS.toUpperCase(),
      defaultUserRolePermissions: { permissionGrantPoliciesAssigned: null },
    },
    keptOfOdd: {
      ...authorization,
      allowInvitesFrom: 'friendsOfFriends',
      defaultUserRolePermissions: {
        allowedToCreateApps: null,
        allowedToCreateSecurityGroups: null,
        allowedToCreateTenants: null,
        allowedToReadBitlockerKeysForOwnedDevice: null,
        permissionGrantPoliciesAssigned: null,
      },
    },
    unneeded: [
      'id',
      'allowedToSignUpEmailBasedSubscriptions',
      'defaultUserRolePermissions.allowedToReadOtherUsers',
    ],
  },
  {
    name: 'authentication methods policy',
    path: '/policies/authenticationMethodsPolicy',
    comes: 'alone',
    read: (graph) => readFact(graph, 'authenticationMethodsPolicy'),
    full: { ...methods, id: 'authenticationMethodsPolicy', policyVersion: '1.5' },
    keptOfFull: methods,
    required: [],
    keptOfBare: {
      policyMigrationState: null,
      authenticationMethodConfigurations: [],
      systemCredentialPreferences: null,
      reportSuspiciousActivitySettings: null,
    },
    odd: {
      policyMigrationState: 'migratedToMars',
      authenticationMethodConfigurations: [
        { '@odata.type': '#microsoft.graph.telepathy', id: 'Telepathy', state: 'sometimes' },
      ],
      systemCredentialPreferences: { state: '' },
    },
    keptOfOdd: {
      policyMigrationState: 'migratedToMars',
      authenticationMethodConfigurations: [
        {
          id: 'Telepathy',
          state: 'sometimes',
          includeTargets: [],
          excludeTargets: [],
          isUsableOnce: null,
          featureSettings: null,
        },
      ],
      systemCredentialPreferences: { state: null, includeTargets: [], excludeTargets: [] },
      reportSuspiciousActivitySettings: null,
    },
    unneeded: ['id', 'policyVersion'],
  },
  {
    name: 'timeout policies',
    path: '/policies/activityBasedTimeoutPolicies',
    comes: 'in a collection',
    read: (graph) => readFact(graph, 'activityBasedTimeoutPolicies'),
    full: { ...timeout, deletedDateTime: null, description: 'Three hours' },
    keptOfFull: timeout,
    required: ['id'],
    keptOfBare: { id: GROUP, displayName: null, isOrganizationDefault: null, definition: [] },
    odd: { ...timeout, displayName: '', definition: ['not even JSON', null] },
    keptOfOdd: { ...timeout, displayName: null, definition: ['not even JSON'] },
    unneeded: ['deletedDateTime', 'description'],
  },
]
