import type { Random } from '../random.ts'
import { authenticationMethodsPolicy } from './authentication-methods.ts'
import type { Care } from './care.ts'
import type { GraphObject, Singleton, TenantSettings } from './types.ts'

interface SettingsOptions {
  readonly care: Care
  readonly hasSecurityDefaults: boolean
  /** Custom banned passwords need Entra ID P1. */
  readonly hasPremium: boolean
  readonly isHybrid: boolean
  /** The reviewer of consent requests. */
  readonly reviewerId: string | undefined
  readonly random: Random
}

/** guestUserRoleId: guests see what members see, what guests do by default, or only themselves. */
const GUEST_ROLES: Record<Care, string> = {
  good: '2af84b1e-32c8-42b7-82bc-daa82404023b',
  fair: '10dae51f-b6af-4016-8d66-8c2a99b929b3',
  poor: 'a0b1b346-4d3e-4e8b-98f8-753987be4970',
}
const INVITERS: Record<Care, string> = {
  good: 'adminsAndGuestInviters',
  fair: 'adminsGuestInvitersAndAllMembers',
  poor: 'everyone',
}
const CONSENT_POLICIES: Record<Care, readonly string[]> = {
  good: [],
  fair: ['ManagePermissionGrantsForSelf.microsoft-user-default-low'],
  poor: ['ManagePermissionGrantsForSelf.microsoft-user-default-legacy'],
}
const PASSWORD_RULES_TEMPLATE = '5cf42378-d67d-4f36-ba46-e8b86229381d'
const UNIFIED_GROUPS_TEMPLATE = '62375ab9-6b52-47ed-826b-58e47e0e304b'

/** Builds the singletons of a directory in Graph's shapes; a well-kept directory has stricter ones. */
export function buildSettings(options: SettingsOptions): TenantSettings {
  const { care, random } = options
  return {
    authenticationMethodsPolicy: authenticationMethodsPolicy(care),
    securityDefaults: {
      id: '00000000-0000-0000-0000-000000000005',
      isEnabled: options.hasSecurityDefaults,
    },
    authorizationPolicy: authorizationPolicy(care),
    adminConsentRequestPolicy: adminConsentRequestPolicy(options),
    defaultAppManagementPolicy: appManagementPolicy(care),
    crossTenantAccessDefault: crossTenantAccessDefault(care),
    groupSettings: groupSettings(options),
    activityBasedTimeoutPolicies:
      care === 'good' ? [timeoutPolicy('03:00:00', random.fork('timeout'))] : [],
  }
}

function authorizationPolicy(care: Care): Singleton {
  const isOpen = care === 'poor'
  return {
    id: 'authorizationPolicy',
    allowedToUseSSPR: true,
    allowEmailVerifiedUsersToJoinOrganization: isOpen,
    allowInvitesFrom: INVITERS[care],
    blockMsolPowerShell: care === 'good',
    guestUserRoleId: GUEST_ROLES[care],
    defaultUserRolePermissions: {
      allowedToCreateApps: care !== 'good',
      allowedToCreateSecurityGroups: care !== 'good',
      allowedToCreateTenants: isOpen,
      allowedToReadBitlockerKeysForOwnedDevice: care !== 'good',
      permissionGrantPoliciesAssigned: CONSENT_POLICIES[care],
    },
  }
}

function adminConsentRequestPolicy({ care, reviewerId }: SettingsOptions): Singleton {
  const isEnabled = care === 'good' && reviewerId !== undefined
  return {
    isEnabled,
    reviewers: isEnabled ? [{ query: `/users/${reviewerId}` }] : [],
  }
}

function appManagementPolicy(care: Care): Singleton {
  const isRestricted = care === 'good'
  return {
    id: '00000000-0000-0000-0000-000000000000',
    isEnabled: isRestricted,
    applicationRestrictions: {
      passwordCredentials: isRestricted
        ? [restriction('passwordAddition', null), restriction('passwordLifetime', 'P180D')]
        : [],
      keyCredentials: isRestricted ? [restriction('asymmetricKeyLifetime', 'P365D')] : [],
    },
    servicePrincipalRestrictions: { passwordCredentials: [], keyCredentials: [] },
  }
}

function restriction(restrictionType: string, maxLifetime: string | null): Singleton {
  return {
    restrictionType,
    maxLifetime,
    restrictForAppsCreatedAfterDateTime: '2024-01-01T00:00:00Z',
    state: 'enabled',
  }
}

function crossTenantAccessDefault(care: Care): Singleton {
  return {
    isServiceDefault: care !== 'poor',
    inboundTrust: {
      isMfaAccepted: care === 'poor',
      isCompliantDeviceAccepted: false,
      isHybridAzureADJoinedDeviceAccepted: false,
    },
    b2bCollaborationInbound: access('allowed'),
    b2bDirectConnectInbound: access('blocked'),
  }
}

function access(accessType: 'allowed' | 'blocked'): Singleton {
  return {
    usersAndGroups: { accessType, targets: [{ target: 'AllUsers', targetType: 'user' }] },
    applications: {
      accessType,
      targets: [{ target: 'AllApplications', targetType: 'application' }],
    },
  }
}

function groupSettings({ care, hasPremium, isHybrid, random }: SettingsOptions): GraphObject[] {
  if (care === 'poor') return []
  const passwordRules = settingsOf(random.fork('passwords'), {
    displayName: 'Password Rule Settings',
    templateId: PASSWORD_RULES_TEMPLATE,
    values: {
      BannedPasswordCheckOnPremisesMode: care === 'good' && isHybrid ? 'Enforce' : 'Audit',
      EnableBannedPasswordCheckOnPremises: isHybrid ? 'True' : 'False',
      EnableBannedPasswordCheck: hasPremium ? 'True' : 'False',
      LockoutDurationInSeconds: '60',
      LockoutThreshold: care === 'good' ? '8' : '20',
      BannedPasswordList: hasPremium && care === 'good' ? 'winter\tsummer\tharbour' : '',
    },
  })
  if (care === 'fair') return [passwordRules]
  const unified = settingsOf(random.fork('unified'), {
    displayName: 'Group.Unified',
    templateId: UNIFIED_GROUPS_TEMPLATE,
    values: {
      AllowGuestsToAccessGroups: 'True',
      AllowToAddGuests: 'True',
      EnableGroupCreation: 'False',
    },
  })
  return [passwordRules, unified]
}

function settingsOf(
  random: Random,
  draft: {
    readonly displayName: string
    readonly templateId: string
    readonly values: Readonly<Record<string, string>>
  },
): GraphObject {
  return {
    id: random.guid(),
    displayName: draft.displayName,
    templateId: draft.templateId,
    values: Object.entries(draft.values).map(([name, value]) => ({ name, value })),
  }
}

function timeoutPolicy(idle: string, random: Random): GraphObject {
  return {
    id: random.guid(),
    displayName: 'DefaultTimeoutPolicy',
    isOrganizationDefault: true,
    definition: [
      `{"ActivityBasedTimeoutPolicy":{"Version":1,"ApplicationPolicies":[{"ApplicationId":"default","WebSessionIdleTimeout":"${idle}"}]}}`,
    ],
  }
}
