import { ADA, GROUP, NEVER, readFact } from './golden.ts'
import type { Golden } from './golden.ts'

const PASSWORD_RULES = '5cf42378-d67d-4f36-ba46-e8b86229381d'

const restriction = {
  restrictionType: 'passwordLifetime',
  state: 'enabled',
  maxLifetime: 'P180D',
  restrictForAppsCreatedAfterDateTime: '2024-01-01T00:00:00Z',
}
const restrictions = { passwordCredentials: [restriction], keyCredentials: [restriction] }

const scope = (target: string) => ({
  accessType: 'allowed',
  targets: [{ target, targetType: 'user' }],
})
const access = { usersAndGroups: scope('AllUsers'), applications: scope('AllApplications') }
const crossTenant = {
  isServiceDefault: false,
  inboundTrust: {
    isMfaAccepted: true,
    isCompliantDeviceAccepted: false,
    isHybridAzureADJoinedDeviceAccepted: false,
  },
  b2bCollaborationInbound: access,
  b2bDirectConnectInbound: access,
}

const setting = {
  id: GROUP,
  displayName: 'Password Rule Settings',
  templateId: PASSWORD_RULES,
  values: [
    { name: 'EnableBannedPasswordCheck', value: 'True' },
    { name: 'LockoutThreshold', value: '10' },
  ],
}

/** What a tenant decided about applications, groups and other tenants. */
export const TENANT_POLICIES_GOLDEN: readonly Golden[] = [
  {
    name: 'admin consent request policy',
    path: '/policies/adminConsentRequestPolicy',
    comes: 'alone',
    read: (graph) => readFact(graph, 'adminConsentRequestPolicy'),
    full: {
      isEnabled: true,
      notifyReviewers: true,
      remindersEnabled: true,
      requestDurationInDays: 30,
      version: 1,
      reviewers: [{ query: `/users/${ADA}`, queryType: 'MicrosoftGraph', queryRoot: null }],
    },
    keptOfFull: { isEnabled: true, reviewers: [{ query: `/users/${ADA}` }] },
    required: [],
    keptOfBare: { isEnabled: null, reviewers: [] },
    odd: { isEnabled: true, reviewers: [null, { query: '', queryType: 'Oracle' }] },
    keptOfOdd: { isEnabled: true, reviewers: [{ query: null }] },
    unneeded: [
      'notifyReviewers',
      'remindersEnabled',
      'requestDurationInDays',
      'version',
      'reviewers.queryType',
      'reviewers.queryRoot',
    ],
  },
  {
    name: 'app management policy',
    path: '/policies/defaultAppManagementPolicy',
    comes: 'alone',
    read: (graph) => readFact(graph, 'defaultAppManagementPolicy'),
    full: {
      id: GROUP,
      displayName: 'Default',
      isEnabled: true,
      applicationRestrictions: restrictions,
      servicePrincipalRestrictions: restrictions,
    },
    keptOfFull: {
      isEnabled: true,
      applicationRestrictions: restrictions,
      servicePrincipalRestrictions: restrictions,
    },
    required: [],
    keptOfBare: {
      isEnabled: null,
      applicationRestrictions: null,
      servicePrincipalRestrictions: null,
    },
    odd: {
      isEnabled: false,
      applicationRestrictions: {
        passwordCredentials: [
          { restrictionType: 'noVowels', restrictForAppsCreatedAfterDateTime: NEVER },
        ],
        keyCredentials: null,
      },
    },
    keptOfOdd: {
      isEnabled: false,
      applicationRestrictions: {
        passwordCredentials: [
          {
            restrictionType: 'noVowels',
            state: null,
            maxLifetime: null,
            restrictForAppsCreatedAfterDateTime: null,
          },
        ],
        keyCredentials: [],
      },
      servicePrincipalRestrictions: null,
    },
    unneeded: ['id', 'displayName'],
  },
  {
    name: 'cross-tenant access',
    path: '/policies/crossTenantAccessPolicy/default',
    comes: 'alone',
    read: (graph) => readFact(graph, 'crossTenantAccessDefault'),
    full: { ...crossTenant, b2bCollaborationOutbound: access, tenantRestrictions: null },
    keptOfFull: crossTenant,
    required: [],
    keptOfBare: {
      isServiceDefault: null,
      inboundTrust: null,
      b2bCollaborationInbound: null,
      b2bDirectConnectInbound: null,
    },
    odd: {
      isServiceDefault: true,
      inboundTrust: { isMfaAccepted: null, isPassportAccepted: true },
      b2bCollaborationInbound: { usersAndGroups: { accessType: 'tolerated', targets: null } },
    },
    keptOfOdd: {
      isServiceDefault: true,
      inboundTrust: {
        isMfaAccepted: null,
        isCompliantDeviceAccepted: null,
        isHybridAzureADJoinedDeviceAccepted: null,
      },
      b2bCollaborationInbound: {
        usersAndGroups: { accessType: 'tolerated', targets: [] },
        applications: null,
      },
      b2bDirectConnectInbound: null,
    },
    unneeded: ['b2bCollaborationOutbound', 'tenantRestrictions'],
  },
  {
    name: 'group settings',
    path: '/groupSettings',
    comes: 'in a collection',
    read: (graph) => readFact(graph, 'groupSettings'),
    full: setting,
    keptOfFull: setting,
    required: ['id'],
    keptOfBare: { id: GROUP, displayName: null, templateId: null, values: [] },
    odd: {
      ...setting,
      templateId: PASSWORD_RULES.toUpperCase(),
      values: [{ name: 'BannedPasswordList', value: '' }, null],
    },
    keptOfOdd: { ...setting, values: [{ name: 'BannedPasswordList', value: null }] },
    unneeded: [],
  },
]
