import type { CoveragePolicy, PersonFacts, RoleAssignmentFacts } from '../coverage/facts.ts'

type Maybe<Value> = Value | null | undefined
/** ISO 8601, as Graph returns it. */
type Time = Maybe<string>

/** Microsoft's plan within a SKU. */
interface ServicePlanFacts {
  readonly servicePlanId: string
  readonly servicePlanName?: Maybe<string>
  readonly appliesTo?: Maybe<string>
  readonly provisioningStatus?: Maybe<string>
}

export interface SkuFacts {
  readonly skuId: string
  readonly skuPartNumber?: Maybe<string>
  /** Enabled, Warning, Suspended, Deleted or LockedOut. */
  readonly capabilityStatus?: Maybe<string>
  /** User, or Company for capacity that is not assigned to users. */
  readonly appliesTo?: Maybe<string>
  /** Null or absent: not read. */
  readonly consumedUnits?: Maybe<number>
  readonly prepaidUnits?: Maybe<{
    readonly enabled?: Maybe<number>
    readonly warning?: Maybe<number>
    readonly suspended?: Maybe<number>
    readonly lockedOut?: Maybe<number>
  }>
  readonly servicePlans: readonly ServicePlanFacts[]
}

export interface SubscriptionFacts {
  readonly id: string
  readonly skuId: string
  readonly skuPartNumber?: Maybe<string>
  /** Enabled, Warning, Suspended, Deleted or LockedOut. */
  readonly status?: Maybe<string>
  readonly isTrial?: Maybe<boolean>
  readonly totalLicenses?: Maybe<number>
  readonly nextLifecycleDateTime?: Time
}

export interface OrganizationFacts {
  readonly onPremisesSyncEnabled?: Maybe<boolean>
  readonly onPremisesLastSyncDateTime?: Time
  readonly technicalNotificationMails?: Maybe<readonly string[]>
  readonly securityComplianceNotificationMails?: Maybe<readonly string[]>
  readonly directorySizeQuota?: Maybe<{
    readonly used?: Maybe<number>
    readonly total?: Maybe<number>
  }>
}

export interface DomainFacts {
  /** The domain's name. */
  readonly id: string
  readonly isVerified?: Maybe<boolean>
  readonly isDefault?: Maybe<boolean>
  readonly isInitial?: Maybe<boolean>
  /** Managed or Federated. */
  readonly authenticationType?: Maybe<string>
  /** 2147483647: passwords never expire. */
  readonly passwordValidityPeriodInDays?: Maybe<number>
  /** Email, and other services of Microsoft. */
  readonly supportedServices?: Maybe<readonly string[]>
}

interface LicenseStateFacts {
  readonly skuId: string
  /** The group that gives the license; null when it was given to the user directly. */
  readonly assignedByGroup?: Maybe<string>
  /** Active, ActiveWithError, Disabled or Error. */
  readonly state?: Maybe<string>
  /** None, or why the assignment failed. */
  readonly error?: Maybe<string>
}

export interface UserFacts extends PersonFacts {
  readonly displayName?: Maybe<string>
  readonly userPrincipalName?: Maybe<string>
  readonly mail?: Maybe<string>
  readonly onPremisesSyncEnabled?: Maybe<boolean>
  readonly createdDateTime?: Time
  readonly externalUserStateChangeDateTime?: Time
  /** DisableStrongPassword, DisablePasswordExpiration, or both with a comma between. */
  readonly passwordPolicies?: Maybe<string>
  readonly assignedLicenses?: Maybe<
    readonly { readonly skuId: string; readonly disabledPlans?: Maybe<readonly string[]> }[]
  >
  readonly licenseAssignmentStates?: Maybe<readonly LicenseStateFacts[]>
}

export interface GroupFacts {
  readonly id: string
  readonly displayName?: Maybe<string>
  /** Public, Private or HiddenMembership. */
  readonly visibility?: Maybe<string>
  /** `Unified` for a Microsoft 365 group. */
  readonly groupTypes?: Maybe<readonly string[]>
  readonly isAssignableToRole?: Maybe<boolean>
}

/** A Conditional Access policy: what coverage needs of it, and its sessions, targets and dates. */
export interface PolicyFacts extends CoveragePolicy {
  readonly createdDateTime?: Time
  readonly modifiedDateTime?: Time
  /** Set on policies for workloads instead of people. */
  readonly clientApplications?: unknown
  readonly sessionControls?: Maybe<{
    readonly signInFrequency?: Maybe<{
      readonly isEnabled?: Maybe<boolean>
      /** hours or days; null when it is every time. */
      readonly type?: Maybe<string>
      readonly value?: Maybe<number>
      /** timeBased or everyTime. */
      readonly frequencyInterval?: Maybe<string>
    }>
    readonly persistentBrowser?: Maybe<{
      readonly isEnabled?: Maybe<boolean>
      /** always or never. */
      readonly mode?: Maybe<string>
    }>
    /** Token protection. */
    readonly secureSignInSession?: Maybe<{ readonly isEnabled?: Maybe<boolean> }>
    readonly unknown?: Maybe<readonly string[]>
  }>
}

export interface NamedLocationFacts {
  readonly id: string
  readonly displayName?: Maybe<string>
  /** Null for kinds that this version does not know. */
  readonly kind: 'ip' | 'country' | null
  readonly isTrusted?: Maybe<boolean>
  readonly countriesAndRegions?: Maybe<readonly string[]>
}

interface TargetFacts {
  /** A group's id, or all_users. */
  readonly id?: Maybe<string>
  readonly targetType?: Maybe<string>
}

interface FeatureSettingFacts {
  /** enabled, disabled, or default: Microsoft decides. */
  readonly state?: Maybe<string>
  readonly includeTarget?: Maybe<TargetFacts>
  readonly excludeTarget?: Maybe<TargetFacts>
}

export interface MethodConfigurationFacts {
  /** Fido2, MicrosoftAuthenticator, Sms, Voice, Email, TemporaryAccessPass, … */
  readonly id: string
  /** enabled or disabled. */
  readonly state?: Maybe<string>
  readonly includeTargets?: Maybe<readonly TargetFacts[]>
  readonly excludeTargets?: Maybe<readonly TargetFacts[]>
  readonly isUsableOnce?: Maybe<boolean>
  readonly featureSettings?: Maybe<{
    readonly displayAppInformationRequiredState?: Maybe<FeatureSettingFacts>
    readonly displayLocationInformationRequiredState?: Maybe<FeatureSettingFacts>
  }>
}

export interface MethodsPolicyFacts {
  /** preMigration, migrationInProgress or migrationComplete. */
  readonly policyMigrationState?: Maybe<string>
  readonly authenticationMethodConfigurations: readonly MethodConfigurationFacts[]
  /** v1.0 may omit it: then it is not read. */
  readonly systemCredentialPreferences?: Maybe<{
    readonly state?: Maybe<string>
    readonly includeTargets?: Maybe<readonly TargetFacts[]>
    readonly excludeTargets?: Maybe<readonly TargetFacts[]>
  }>
  /** v1.0 may omit it: then it is not read. */
  readonly reportSuspiciousActivitySettings?: Maybe<FeatureSettingFacts>
}

export interface AuthorizationPolicyFacts {
  /** none, adminsAndGuestInviters, adminsGuestInvitersAndAllMembers or everyone. */
  readonly allowInvitesFrom?: Maybe<string>
  /** A role's template id. */
  readonly guestUserRoleId?: Maybe<string>
  readonly allowEmailVerifiedUsersToJoinOrganization?: Maybe<boolean>
  readonly allowedToUseSSPR?: Maybe<boolean>
  readonly blockMsolPowerShell?: Maybe<boolean>
  readonly defaultUserRolePermissions?: Maybe<{
    readonly allowedToCreateApps?: Maybe<boolean>
    readonly allowedToCreateSecurityGroups?: Maybe<boolean>
    readonly allowedToCreateTenants?: Maybe<boolean>
    readonly allowedToReadBitlockerKeysForOwnedDevice?: Maybe<boolean>
    /** Null or absent: not read. Empty: people can consent to nothing. */
    readonly permissionGrantPoliciesAssigned?: Maybe<readonly string[]>
  }>
}

export interface AdminConsentRequestPolicyFacts {
  readonly isEnabled?: Maybe<boolean>
  readonly reviewers?: Maybe<readonly unknown[]>
}

interface RestrictionFacts {
  /** passwordAddition, passwordLifetime, symmetricKeyAddition, symmetricKeyLifetime, customPasswordAddition, asymmetricKeyLifetime, … */
  readonly restrictionType?: Maybe<string>
  /** enabled or disabled; null: older answers hold only what is in force. */
  readonly state?: Maybe<string>
  /** ISO 8601: P180D. */
  readonly maxLifetime?: Maybe<string>
  readonly restrictForAppsCreatedAfterDateTime?: Time
}

interface RestrictionsFacts {
  readonly passwordCredentials?: Maybe<readonly RestrictionFacts[]>
  readonly keyCredentials?: Maybe<readonly RestrictionFacts[]>
}

export interface AppManagementPolicyFacts {
  readonly isEnabled?: Maybe<boolean>
  readonly applicationRestrictions?: Maybe<RestrictionsFacts>
  readonly servicePrincipalRestrictions?: Maybe<RestrictionsFacts>
}

interface AccessFacts {
  readonly usersAndGroups?: Maybe<AccessScopeFacts>
  readonly applications?: Maybe<AccessScopeFacts>
}

interface AccessScopeFacts {
  /** allowed or blocked, for those named in the targets. */
  readonly accessType?: Maybe<string>
  readonly targets?: Maybe<
    readonly { readonly target?: Maybe<string>; readonly targetType?: Maybe<string> }[]
  >
}

export interface CrossTenantDefaultFacts {
  /** True when the policy was never changed. */
  readonly isServiceDefault?: Maybe<boolean>
  readonly inboundTrust?: Maybe<{
    readonly isMfaAccepted?: Maybe<boolean>
    readonly isCompliantDeviceAccepted?: Maybe<boolean>
    readonly isHybridAzureADJoinedDeviceAccepted?: Maybe<boolean>
  }>
  readonly b2bCollaborationInbound?: Maybe<AccessFacts>
  readonly b2bDirectConnectInbound?: Maybe<AccessFacts>
}

export interface TimeoutPolicyFacts {
  readonly id?: Maybe<string>
  readonly displayName?: Maybe<string>
  readonly isOrganizationDefault?: Maybe<boolean>
  /** JSON as text: `{"ActivityBasedTimeoutPolicy":{"Version":1,"ApplicationPolicies":[…]}}`. */
  readonly definition?: Maybe<readonly string[]>
}

export interface GroupSettingFacts {
  /** Password Rule Settings, Group.Unified, … */
  readonly displayName?: Maybe<string>
  readonly templateId?: Maybe<string>
  /** Every value is text: `True`, `10`. */
  readonly values?: Maybe<
    readonly { readonly name?: Maybe<string>; readonly value?: Maybe<string> }[]
  >
}

export interface RoleDefinitionFacts {
  readonly id: string
  readonly templateId?: Maybe<string>
  readonly displayName?: Maybe<string>
  readonly isBuiltIn?: Maybe<boolean>
}

/** An active assignment, with what Graph says of its holder. */
export interface AssignmentFacts extends RoleAssignmentFacts {
  readonly principalName?: Maybe<string>
}

export interface CredentialFacts {
  readonly keyId?: Maybe<string>
  readonly displayName?: Maybe<string>
  readonly startDateTime?: Time
  readonly endDateTime?: Time
}

export interface ServicePrincipalFacts {
  readonly id: string
  readonly appId?: Maybe<string>
  readonly displayName?: Maybe<string>
  readonly accountEnabled?: Maybe<boolean>
  /** The directory in which the application is registered: this one, Microsoft's or another. */
  readonly appOwnerOrganizationId?: Maybe<string>
  /** Application, ManagedIdentity, Legacy, SocialIdp. */
  readonly servicePrincipalType?: Maybe<string>
  /** Null or absent: not read. */
  readonly passwordCredentials?: Maybe<readonly CredentialFacts[]>
  readonly keyCredentials?: Maybe<readonly CredentialFacts[]>
}

export interface ApplicationFacts {
  readonly id: string
  readonly appId: string
  readonly displayName?: Maybe<string>
  /** Null or absent: not read. */
  readonly passwordCredentials?: Maybe<readonly CredentialFacts[]>
  readonly keyCredentials?: Maybe<readonly CredentialFacts[]>
}

export interface DelegatedGrantFacts {
  readonly id?: Maybe<string>
  /** The service principal of the application. */
  readonly clientId: string
  /** AllPrincipals (an administrator consented for all users) or Principal. */
  readonly consentType?: Maybe<string>
  readonly principalId?: Maybe<string>
  /** The service principal of what may be used. */
  readonly resourceId?: Maybe<string>
  /** Names of permissions. */
  readonly scopes: readonly string[]
}

export interface AppRoleAssignmentFacts {
  readonly id?: Maybe<string>
  readonly appRoleId: string
  readonly principalId: string
  readonly principalDisplayName?: Maybe<string>
  readonly resourceId?: Maybe<string>
  readonly resourceDisplayName?: Maybe<string>
  /** The permission's name; null when it is not known. */
  readonly permission: string | null
}

export interface RegistrationFacts {
  readonly id: string
  readonly isAdmin?: Maybe<boolean>
  readonly isMfaRegistered?: Maybe<boolean>
  readonly isMfaCapable?: Maybe<boolean>
}

export interface SignInFacts {
  readonly id: string
  readonly lastSignInDateTime?: Time
  readonly lastNonInteractiveSignInDateTime?: Time
  readonly lastSuccessfulSignInDateTime?: Time
}

/** A row of the report on active users. */
export interface ActiveUserFacts {
  readonly userPrincipalName: string
  /** True when the row names no user: a code in place of the name, or `(Unknown)`. */
  readonly isConcealed: boolean
  readonly isDeleted: boolean
  /** By workload the day of the last use, ISO 8601; null: not in the report's period or before. */
  readonly lastActivityDates: Readonly<Record<string, string | null>>
  readonly reportRefreshDate?: Maybe<string>
}

export interface DeviceFacts {
  readonly id: string
  readonly displayName?: Maybe<string>
  readonly accountEnabled?: Maybe<boolean>
  readonly approximateLastSignInDateTime?: Time
}

export interface PerUserMfaFacts {
  /** The person's id. */
  readonly id: string
  /** disabled, enabled or enforced. */
  readonly perUserMfaState?: Maybe<string>
}

/** Public DNS of one domain: the texts of its records; null: the query failed. */
export interface DomainDnsFacts {
  readonly domain: string
  readonly mx: readonly string[] | null
  /** TXT records of the domain. */
  readonly txt: readonly string[] | null
  /** TXT records of `_dmarc.` before the domain. */
  readonly dmarc: readonly string[] | null
  /** CNAME or TXT of Microsoft's two DKIM selectors. */
  readonly dkim: { readonly selector1: string | null; readonly selector2: string | null } | null
}
