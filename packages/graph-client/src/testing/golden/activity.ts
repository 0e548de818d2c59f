import { readDelegatedCustomers } from '../../read/delegated-customers.ts'
import { readDelegatedRelationships } from '../../read/delegated-relationships.ts'
import { readRegistrationDetails } from '../../read/registration-details.ts'
import { readSecureScore } from '../../read/secure-score.ts'
import { readSignInActivity } from '../../read/sign-in-activity.ts'
import { ADA, GLOBAL_ADMINISTRATOR, GROUP, NEVER, TENANT, wholeOf } from './golden.ts'
import type { Golden } from './golden.ts'

const activity = {
  lastSignInDateTime: '2026-11-01T07:00:00Z',
  lastNonInteractiveSignInDateTime: '2026-11-19T21:00:00Z',
  lastSuccessfulSignInDateTime: '2026-11-19T21:00:00Z',
}
const never = {
  id: ADA,
  lastSignInDateTime: null,
  lastNonInteractiveSignInDateTime: null,
  lastSuccessfulSignInDateTime: null,
}

const registration = {
  id: ADA,
  userType: 'member',
  isAdmin: false,
  isMfaRegistered: true,
  isMfaCapable: true,
  isPasswordlessCapable: false,
  isSsprRegistered: true,
  isSsprEnabled: true,
  isSsprCapable: true,
  methodsRegistered: ['microsoftAuthenticatorPush', 'softwareOneTimePasscode'],
  lastUpdatedDateTime: '2026-11-19T19:15:41.6195833Z',
}
const bareRegistration = {
  id: ADA,
  userType: null,
  isAdmin: null,
  isMfaRegistered: null,
  isMfaCapable: null,
  isPasswordlessCapable: null,
  isSsprRegistered: null,
  isSsprEnabled: null,
  isSsprCapable: null,
  methodsRegistered: [],
  lastUpdatedDateTime: null,
}

const score = {
  id: `${TENANT}_2026-11-19`,
  createdDateTime: '2026-11-19T00:00:00Z',
  currentScore: 112.5,
  maxScore: 250,
  activeUserCount: 20,
  licensedUserCount: 25,
  averageComparativeScores: [{ basis: 'AllTenants', averageScore: 98.2 }],
  controlScores: [{ controlName: 'AdminMFAV2', controlCategory: 'Identity', score: 10 }],
}
const bareScore = {
  id: score.id,
  createdDateTime: null,
  currentScore: null,
  maxScore: null,
  activeUserCount: null,
  licensedUserCount: null,
  averageComparativeScores: [],
  controlScores: [],
}

const relationship = {
  id: `${TENANT}-${GROUP}`,
  displayName: 'Support of Contoso',
  status: 'active',
  createdDateTime: '2025-01-01T00:00:00Z',
  activatedDateTime: '2025-01-02T00:00:00Z',
  endDateTime: '2027-01-02T00:00:00Z',
  duration: 'P730D',
  autoExtendDuration: 'P180D',
}
const bareRelationship = {
  id: relationship.id,
  displayName: null,
  status: null,
  createdDateTime: null,
  activatedDateTime: null,
  endDateTime: null,
  duration: null,
  autoExtendDuration: null,
  customerTenantId: null,
  customerDisplayName: null,
  roleIds: [],
}

/** What people did, how they sign in, and by which right the partner looks after a tenant. */
export const ACTIVITY_GOLDEN: readonly Golden[] = [
  {
    name: 'sign-in activity',
    path: '/users',
    comes: 'in a collection',
    read: (graph) => wholeOf(readSignInActivity(graph)),
    full: {
      id: ADA,
      signInActivity: {
        ...activity,
        lastSignInRequestId: GROUP,
        lastNonInteractiveSignInRequestId: GROUP,
        lastSuccessfulSignInRequestId: GROUP,
      },
    },
    keptOfFull: { id: ADA, ...activity },
    required: ['id'],
    keptOfBare: never,
    odd: {
      id: ADA.toUpperCase(),
      signInActivity: { lastSignInDateTime: NEVER, lastNonInteractiveSignInDateTime: '' },
    },
    keptOfOdd: never,
    unneeded: [
      'signInActivity.lastSignInRequestId',
      'signInActivity.lastNonInteractiveSignInRequestId',
      'signInActivity.lastSuccessfulSignInRequestId',
    ],
  },
  {
    name: 'registration details',
    path: '/reports/authenticationMethods/userRegistrationDetails',
    comes: 'in a collection',
    read: (graph) => wholeOf(readRegistrationDetails(graph)),
    full: {
      ...registration,
      userPrincipalName: 'ada@fabrikam.example',
      userDisplayName: 'Ada Example',
      isSystemPreferredAuthenticationMethodEnabled: true,
      systemPreferredAuthenticationMethods: ['push'],
      userPreferredMethodForSecondaryAuthentication: 'push',
    },
    keptOfFull: registration,
    required: ['id'],
    keptOfBare: bareRegistration,
    odd: {
      id: ADA.toUpperCase(),
      userType: 'martian',
      methodsRegistered: ['telepathy', null],
      lastUpdatedDateTime: NEVER,
    },
    keptOfOdd: { ...bareRegistration, userType: 'martian', methodsRegistered: ['telepathy'] },
    unneeded: [
      'userPrincipalName',
      'userDisplayName',
      'isSystemPreferredAuthenticationMethodEnabled',
      'systemPreferredAuthenticationMethods',
      'userPreferredMethodForSecondaryAuthentication',
    ],
  },
  {
    name: 'secure score',
    path: '/security/secureScores',
    comes: 'in a collection',
    read: async (graph) => [await readSecureScore(graph)],
    full: {
      ...score,
      azureTenantId: TENANT,
      enabledServices: ['HasExchange'],
      vendorInformation: { provider: 'SecureScore', vendor: 'Microsoft' },
    },
    keptOfFull: score,
    required: ['id'],
    keptOfBare: bareScore,
    odd: {
      id: score.id,
      createdDateTime: NEVER,
      averageComparativeScores: [{ basis: 'AllPlanets', averageScore: null }],
      controlScores: [{ controlName: 'NewControl', controlCategory: 'Astrology' }, null],
    },
    keptOfOdd: {
      ...bareScore,
      averageComparativeScores: [{ basis: 'AllPlanets', averageScore: null }],
      controlScores: [{ controlName: 'NewControl', controlCategory: 'Astrology', score: null }],
    },
    unneeded: ['azureTenantId', 'enabledServices', 'vendorInformation'],
  },
  {
    name: 'delegated customers',
    path: '/tenantRelationships/delegatedAdminCustomers',
    comes: 'in a collection',
    read: (graph) => wholeOf(readDelegatedCustomers(graph)),
    full: {
      '@odata.type': '#microsoft.graph.delegatedAdminCustomer',
      '@odata.etag': 'W/"1"',
      id: TENANT,
      tenantId: TENANT,
      displayName: 'Contoso Inc',
    },
    keptOfFull: { tenantId: TENANT, displayName: 'Contoso Inc' },
    required: ['tenantId'],
    keptOfBare: { tenantId: TENANT, displayName: null },
    odd: { tenantId: TENANT.toUpperCase(), displayName: '' },
    keptOfOdd: { tenantId: TENANT, displayName: null },
    unneeded: ['@odata.type', '@odata.etag', 'id'],
  },
  {
    name: 'delegated relationships',
    path: '/tenantRelationships/delegatedAdminRelationships',
    comes: 'in a collection',
    read: (graph) => wholeOf(readDelegatedRelationships(graph)),
    full: {
      '@odata.etag': 'W/"1"',
      ...relationship,
      lastModifiedDateTime: '2025-01-02T00:00:00Z',
      customer: { tenantId: TENANT, displayName: 'Contoso Inc' },
      accessDetails: { unifiedRoles: [{ roleDefinitionId: GLOBAL_ADMINISTRATOR }] },
    },
    keptOfFull: {
      ...relationship,
      customerTenantId: TENANT,
      customerDisplayName: 'Contoso Inc',
      roleIds: [GLOBAL_ADMINISTRATOR],
    },
    required: ['id'],
    keptOfBare: bareRelationship,
    odd: {
      id: relationship.id,
      status: 'unknownFutureValue',
      endDateTime: NEVER,
      activatedDateTime: '',
      customer: { tenantId: '', displayName: null },
      accessDetails: {
        unifiedRoles: [null, { roleDefinitionId: GLOBAL_ADMINISTRATOR.toUpperCase() }],
      },
    },
    keptOfOdd: {
      ...bareRelationship,
      status: 'unknownFutureValue',
      roleIds: [GLOBAL_ADMINISTRATOR],
    },
    unneeded: ['@odata.etag', 'lastModifiedDateTime'],
  },
]
