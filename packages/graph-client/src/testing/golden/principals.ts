import { readApplicationGrants } from '../../read/application-grants.ts'
import { readApplications } from '../../read/applications.ts'
import { readDelegatedGrants } from '../../read/delegated-grants.ts'
import { readGroupMembers } from '../../read/group-members.ts'
import { readRoleAssignments } from '../../read/role-assignments.ts'
import { readRoleDefinitions } from '../../read/role-definitions.ts'
import { readServicePrincipals } from '../../read/service-principals.ts'
import { ADA, APP, GLOBAL_ADMINISTRATOR, GROUP, NEVER, TENANT, wholeOf } from './golden.ts'
import type { Golden } from './golden.ts'

const DIRECTORY_READ = '7ab1d382-f21e-4acd-a863-ba3e13f7da61'
const GRAPH = '00000003-0000-0000-c000-000000000000'

const holder = { displayName: 'Backup robot', appId: APP }
const roleAssignment = {
  id: 'lAPpYvVpN0KRkAEhdxReEMmO4KwRqtpKkUWt3wOYIz4-1',
  roleDefinitionId: GLOBAL_ADMINISTRATOR,
  principalId: ADA,
  directoryScopeId: '/',
}

const roleDefinition = {
  id: GLOBAL_ADMINISTRATOR,
  templateId: GLOBAL_ADMINISTRATOR,
  displayName: 'Global Administrator',
  isBuiltIn: true,
  isEnabled: true,
}

const password = {
  keyId: GROUP,
  displayName: 'Backup',
  hint: 'abc',
  startDateTime: '2026-01-01T00:00:00Z',
  endDateTime: '2027-01-01T00:00:00Z',
}
const key = {
  keyId: ADA,
  displayName: 'CN=backup',
  type: 'AsymmetricX509Cert',
  usage: 'Verify',
  startDateTime: '2026-01-01T00:00:00Z',
  endDateTime: '2027-01-01T00:00:00Z',
}
const application = {
  id: GROUP,
  appId: APP,
  displayName: 'Backup robot',
  createdDateTime: '2025-01-01T00:00:00Z',
  signInAudience: 'AzureADMyOrg',
  passwordCredentials: [password],
  keyCredentials: [key],
  requiredResourceAccess: [
    { resourceAppId: GRAPH, resourceAccess: [{ id: DIRECTORY_READ, type: 'Role' }] },
  ],
}
const bareApplication = {
  id: GROUP,
  appId: APP,
  displayName: null,
  createdDateTime: null,
  signInAudience: null,
  passwordCredentials: [],
  keyCredentials: [],
  requiredResourceAccess: [],
}

const grant = {
  id: '41W1zT6z1U-kJxf62svfp1HFE8pMZhxDun-ThPczmJE',
  appRoleId: DIRECTORY_READ,
  createdDateTime: '2026-01-01T00:00:00Z',
  principalId: ADA,
  principalDisplayName: 'Backup robot',
  principalType: 'ServicePrincipal',
}

const delegatedGrant = {
  id: 'AVs6JuUDjkCFV7q2gd8QTPimBBgj5iBFj0C6GwwRxC0',
  clientId: APP,
  consentType: 'Principal',
  principalId: ADA,
  resourceId: GROUP,
}

const servicePrincipal = {
  id: GROUP,
  appId: APP,
  displayName: 'Backup robot',
  accountEnabled: true,
  appOwnerOrganizationId: TENANT,
  servicePrincipalType: 'Application',
  passwordCredentials: [password],
  keyCredentials: [],
}

/** Who and what may do something in a directory. */
export const PRINCIPALS_GOLDEN: readonly Golden[] = [
  {
    name: 'role assignments',
    path: '/roleManagement/directory/roleAssignments',
    comes: 'in a collection',
    read: readRoleAssignments,
    full: {
      ...roleAssignment,
      resourceScope: '/',
      principal: {
        '@odata.type': '#microsoft.graph.servicePrincipal',
        id: ADA,
        ...holder,
        accountEnabled: true,
        passwordCredentials: [{ keyId: GROUP }],
      },
    },
    keptOfFull: {
      ...roleAssignment,
      principal: { kind: 'servicePrincipal', ...holder, hasPassword: true },
    },
    required: ['id', 'roleDefinitionId', 'principalId'],
    keptOfBare: { ...roleAssignment, directoryScopeId: null, principal: null },
    odd: {
      ...roleAssignment,
      roleDefinitionId: GLOBAL_ADMINISTRATOR.toUpperCase(),
      principalId: ADA.toUpperCase(),
      principal: { '@odata.type': '#microsoft.graph.martian', displayName: '' },
    },
    keptOfOdd: {
      ...roleAssignment,
      principal: { kind: 'unknown', displayName: null, appId: null, hasPassword: false },
    },
    unneeded: [
      'resourceScope',
      'principal.id',
      'principal.accountEnabled',
      'principal.passwordCredentials.keyId',
    ],
  },
  {
    name: 'role definitions',
    path: '/roleManagement/directory/roleDefinitions',
    comes: 'in a collection',
    read: readRoleDefinitions,
    full: { ...roleDefinition, description: 'Everything', rolePermissions: [] },
    keptOfFull: roleDefinition,
    required: ['id'],
    keptOfBare: {
      id: GLOBAL_ADMINISTRATOR,
      templateId: null,
      displayName: null,
      isBuiltIn: null,
      isEnabled: null,
    },
    odd: {
      ...roleDefinition,
      id: GLOBAL_ADMINISTRATOR.toUpperCase(),
      templateId: GLOBAL_ADMINISTRATOR.toUpperCase(),
      displayName: '',
    },
    keptOfOdd: { ...roleDefinition, displayName: null },
    unneeded: ['description', 'rolePermissions'],
  },
  {
    name: 'group members',
    path: `/groups/${GROUP}/transitiveMembers`,
    comes: 'in a collection',
    read: async (graph) => {
      const members = (await readGroupMembers(graph, [GROUP])).get(GROUP)
      if (members instanceof Error) throw members
      return members ?? []
    },
    full: { '@odata.type': '#microsoft.graph.user', id: ADA, displayName: 'Ada Example' },
    keptOfFull: { id: ADA, kind: 'user' },
    required: ['id'],
    keptOfBare: { id: ADA, kind: 'unknown' },
    odd: { '@odata.type': '#microsoft.graph.orgContact', id: ADA.toUpperCase() },
    keptOfOdd: { id: ADA, kind: 'other' },
    unneeded: ['displayName'],
  },
  {
    name: 'applications',
    path: '/applications',
    comes: 'in a collection',
    read: (graph) => wholeOf(readApplications(graph)),
    full: {
      ...application,
      publisherDomain: 'fabrikam.example',
      passwordCredentials: [{ ...password, secretText: null, customKeyIdentifier: null }],
      keyCredentials: [{ ...key, key: null }],
    },
    keptOfFull: application,
    required: ['id', 'appId'],
    keptOfBare: bareApplication,
    odd: {
      id: GROUP,
      appId: APP.toUpperCase(),
      signInAudience: 'Everybody',
      createdDateTime: NEVER,
      passwordCredentials: [
        { keyId: GROUP.toUpperCase(), endDateTime: '', secretText: 'never kept' },
      ],
      keyCredentials: [null],
      requiredResourceAccess: [{ resourceAppId: GRAPH, resourceAccess: null }],
    },
    keptOfOdd: {
      ...bareApplication,
      signInAudience: 'Everybody',
      passwordCredentials: [
        { keyId: GROUP, displayName: null, hint: null, startDateTime: null, endDateTime: null },
      ],
      requiredResourceAccess: [{ resourceAppId: GRAPH, resourceAccess: [] }],
    },
    unneeded: [
      'publisherDomain',
      'passwordCredentials.secretText',
      'passwordCredentials.customKeyIdentifier',
      'keyCredentials.key',
    ],
  },
  {
    name: 'application grants',
    path: `/servicePrincipals(appId='${GRAPH}')/appRoleAssignedTo`,
    comes: 'in a collection',
    read: (graph) => wholeOf(readApplicationGrants(graph)),
    others: {
      [`/servicePrincipals(appId='${GRAPH}')`]: {
        id: TENANT,
        appRoles: [
          { id: DIRECTORY_READ.toUpperCase(), value: 'Directory.Read.All', isEnabled: true },
        ],
      },
    },
    full: {
      ...grant,
      deletedDateTime: null,
      resourceDisplayName: 'Microsoft Graph',
      resourceId: TENANT,
    },
    keptOfFull: { ...grant, permission: 'Directory.Read.All' },
    required: ['id', 'appRoleId', 'principalId'],
    keptOfBare: {
      ...grant,
      createdDateTime: null,
      principalDisplayName: null,
      principalType: null,
      permission: 'Directory.Read.All',
    },
    odd: {
      ...grant,
      appRoleId: GROUP,
      principalId: ADA.toUpperCase(),
      principalType: 'Martian',
      createdDateTime: NEVER,
    },
    keptOfOdd: {
      ...grant,
      appRoleId: GROUP,
      principalType: 'Martian',
      createdDateTime: null,
      permission: null,
    },
    unneeded: ['deletedDateTime', 'resourceDisplayName', 'resourceId'],
  },
  {
    name: 'delegated grants',
    path: '/oauth2PermissionGrants',
    comes: 'in a collection',
    read: (graph) => wholeOf(readDelegatedGrants(graph)),
    full: { ...delegatedGrant, scope: 'User.Read Mail.Read', '@odata.id': 'https://x.example' },
    keptOfFull: { ...delegatedGrant, scope: ['User.Read', 'Mail.Read'] },
    required: ['id', 'clientId', 'resourceId'],
    keptOfBare: { ...delegatedGrant, consentType: null, principalId: null, scope: [] },
    odd: {
      ...delegatedGrant,
      clientId: APP.toUpperCase(),
      consentType: 'EveryMartian',
      principalId: '',
      scope: ' openid  profile ',
    },
    keptOfOdd: {
      ...delegatedGrant,
      consentType: 'EveryMartian',
      principalId: null,
      scope: ['openid', 'profile'],
    },
    unneeded: ['@odata.id'],
  },
  {
    name: 'service principals',
    path: '/servicePrincipals',
    comes: 'in a collection',
    read: (graph) => wholeOf(readServicePrincipals(graph)),
    full: { ...servicePrincipal, tags: [] },
    keptOfFull: servicePrincipal,
    required: ['id'],
    keptOfBare: {
      id: GROUP,
      appId: null,
      displayName: null,
      accountEnabled: null,
      appOwnerOrganizationId: null,
      servicePrincipalType: null,
      passwordCredentials: null,
      keyCredentials: null,
    },
    odd: { ...servicePrincipal, id: GROUP.toUpperCase(), appId: '', displayName: '' },
    keptOfOdd: { ...servicePrincipal, appId: null, displayName: null },
    unneeded: ['tags'],
  },
]
