/** Names of properties that are kept; a list is kept item by item. */
interface Kept {
  readonly [property: string]: true | Kept
}

const TARGETS = { id: true, targetType: true } as const
const FEATURE = { state: true, includeTarget: TARGETS, excludeTarget: TARGETS } as const
const RESTRICTIONS = {
  passwordCredentials: {
    restrictionType: true,
    state: true,
    maxLifetime: true,
    restrictForAppsCreatedAfterDateTime: true,
  },
  keyCredentials: {
    restrictionType: true,
    state: true,
    maxLifetime: true,
    restrictForAppsCreatedAfterDateTime: true,
  },
} as const
const SCOPE = { accessType: true, targets: { target: true, targetType: true } } as const
const ACCESS = { usersAndGroups: SCOPE, applications: SCOPE } as const
const GUESTS = {
  guestOrExternalUserTypes: true,
  externalTenants: { membershipKind: true },
} as const

/** What checks and screens ask of each setting: the rest of Graph's answer is not stored. */
export const KEPT_OF_SETTINGS: Readonly<Record<string, Kept>> = {
  securityDefaults: { isEnabled: true },
  authorizationPolicy: {
    allowInvitesFrom: true,
    guestUserRoleId: true,
    allowEmailVerifiedUsersToJoinOrganization: true,
    allowedToUseSSPR: true,
    blockMsolPowerShell: true,
    defaultUserRolePermissions: {
      allowedToCreateApps: true,
      allowedToCreateSecurityGroups: true,
      allowedToCreateTenants: true,
      allowedToReadBitlockerKeysForOwnedDevice: true,
      permissionGrantPoliciesAssigned: true,
    },
  },
  adminConsentRequestPolicy: { isEnabled: true, reviewers: { query: true } },
  defaultAppManagementPolicy: {
    isEnabled: true,
    applicationRestrictions: RESTRICTIONS,
    servicePrincipalRestrictions: RESTRICTIONS,
  },
  crossTenantAccessDefault: {
    isServiceDefault: true,
    inboundTrust: true,
    b2bCollaborationInbound: ACCESS,
    b2bDirectConnectInbound: ACCESS,
  },
  activityBasedTimeoutPolicies: {
    id: true,
    displayName: true,
    isOrganizationDefault: true,
    definition: true,
  },
  authenticationMethodsPolicy: {
    policyMigrationState: true,
    authenticationMethodConfigurations: {
      id: true,
      state: true,
      includeTargets: TARGETS,
      excludeTargets: TARGETS,
      isUsableOnce: true,
      featureSettings: {
        displayAppInformationRequiredState: FEATURE,
        displayLocationInformationRequiredState: FEATURE,
      },
    },
    systemCredentialPreferences: { state: true, includeTargets: TARGETS, excludeTargets: TARGETS },
    reportSuspiciousActivitySettings: FEATURE,
  },
  groupSettings: { id: true, displayName: true, templateId: true, values: true },
}

/** The same of a Conditional Access policy. */
export const KEPT_OF_POLICIES: Kept = {
  id: true,
  templateId: true,
  displayName: true,
  state: true,
  createdDateTime: true,
  modifiedDateTime: true,
  conditions: {
    users: {
      includeUsers: true,
      excludeUsers: true,
      includeGroups: true,
      excludeGroups: true,
      includeRoles: true,
      excludeRoles: true,
      includeGuestsOrExternalUsers: GUESTS,
      excludeGuestsOrExternalUsers: GUESTS,
    },
    applications: true,
    clientApplications: { includeServicePrincipals: true, excludeServicePrincipals: true },
    clientAppTypes: true,
    userRiskLevels: true,
    signInRiskLevels: true,
    servicePrincipalRiskLevels: true,
    platforms: true,
    locations: true,
    devices: { deviceFilter: true },
    authenticationFlows: true,
    insiderRiskLevels: true,
  },
  grantControls: {
    operator: true,
    builtInControls: true,
    customAuthenticationFactors: true,
    termsOfUse: true,
    authenticationStrength: { id: true, displayName: true, allowedCombinations: true },
  },
  sessionControls: {
    disableResilienceDefaults: true,
    signInFrequency: { isEnabled: true, type: true, value: true, frequencyInterval: true },
    persistentBrowser: { isEnabled: true, mode: true },
    secureSignInSession: { isEnabled: true },
  },
}

/** As much of a value of Graph's as is kept. */
export function keptOf(value: unknown, kept: true | Kept): unknown {
  if (kept === true || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => keptOf(item, kept))
  return keptObject(value, kept)
}

export function keptObject(value: object, kept: Kept): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kept).map(([name, inner]) => [name, keptOf(Reflect.get(value, name), inner)]),
  )
}
