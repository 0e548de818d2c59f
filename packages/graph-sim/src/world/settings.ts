import type { Random } from '../random.ts'
import { authenticationMethodsPolicy } from './authentication-methods.ts'
import type { Care } from './care.ts'
import { dateIn } from './people.ts'
import type { GraphObject, Singleton, TenantSettings } from './types.ts'

export interface SettingsOptions {
  readonly care: Care
  readonly hasSecurityDefaults: boolean
  /** Custom banned passwords need Entra ID P1. */
  readonly hasPremium: boolean
  readonly isHybrid: boolean
  /** Who reviews what people ask consent for. */
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

/** The singletons of a directory, in Graph's shapes, from well kept to left as they came. */
export function buildSettings(options: SettingsOptions): TenantSettings {
  const { care, random } = options
  return {
    authenticationMethodsPolicy: authenticationMethodsPolicy(care, random.fork('methods')),
    securityDefaults: {
      id: '00000000-0000-0000-0000-000000000005',
      displayName: 'Security Defaults',
      description:
        'Security defaults is a set of basic identity security mechanisms recommended by Microsoft.',
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
    deletedDateTime: null,
    displayName: 'Authorization Policy',
    description: 'Used to manage authorization related settings across the company.',
    allowedToSignUpEmailBasedSubscriptions: true,
    allowedToUseSSPR: true,
    allowEmailVerifiedUsersToJoinOrganization: isOpen,
    allowInvitesFrom: INVITERS[care],
    allowUserConsentForRiskyApps: null,
    blockMsolPowerShell: care === 'good',
    guestUserRoleId: GUEST_ROLES[care],
    defaultUserRolePermissions: {
      allowedToCreateApps: care !== 'good',
      allowedToCreateSecurityGroups: care !== 'good',
      allowedToCreateTenants: isOpen,
      allowedToReadBitlockerKeysForOwnedDevice: care !== 'good',
      allowedToReadOtherUsers: true,
      permissionGrantPoliciesAssigned: CONSENT_POLICIES[care],
    },
  }
}

function adminConsentRequestPolicy({ care, reviewerId }: SettingsOptions): Singleton {
  const isEnabled = care === 'good' && reviewerId !== undefined
  return {
    isEnabled,
    notifyReviewers: isEnabled,
    remindersEnabled: isEnabled,
    requestDurationInDays: isEnabled ? 30 : 0,
    version: isEnabled ? 1 : 0,
    reviewers: isEnabled
      ? [{ query: `/users/${reviewerId}`, queryType: 'MicrosoftGraph', queryRoot: null }]
      : [],
  }
}

function appManagementPolicy(care: Care): Singleton {
  const isRestricted = care === 'good'
  return {
    id: '00000000-0000-0000-0000-000000000000',
    displayName: 'Default app management tenant policy',
    description:
      'Default tenant policy that enforces app management restrictions on applications and service principals.',
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
    b2bCollaborationOutbound: access('allowed'),
    b2bCollaborationInbound: access('allowed'),
    b2bDirectConnectOutbound: access('blocked'),
    b2bDirectConnectInbound: access('blocked'),
    automaticUserConsentSettings: { inboundAllowed: false, outboundAllowed: false },
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
      EnableMIPLabels: 'False',
      CustomBlockedWordsList: '',
      EnableMSStandardBlockedWords: 'False',
      ClassificationDescriptions: '',
      DefaultClassification: '',
      PrefixSuffixNamingRequirement: '',
      AllowGuestsToBeGroupOwner: 'False',
      AllowGuestsToAccessGroups: 'True',
      GuestUsageGuidelinesUrl: '',
      GroupCreationAllowedGroupId: '',
      AllowToAddGuests: 'True',
      UsageGuidelinesUrl: '',
      ClassificationList: '',
      EnableGroupCreation: 'False',
      NewUnifiedGroupWritebackDefault: 'True',
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
    deletedDateTime: null,
    description: null,
    displayName: 'DefaultTimeoutPolicy',
    createdDateTime: dateIn(2024, random),
    isOrganizationDefault: true,
    definition: [
      `{"ActivityBasedTimeoutPolicy":{"Version":1,"ApplicationPolicies":[{"ApplicationId":"default","WebSessionIdleTimeout":"${idle}"}]}}`,
    ],
  }
}
