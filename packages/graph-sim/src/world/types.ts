import type { CloudName } from '../clouds.ts'
import type { TenantFacts } from './tenant-facts.ts'

/** The simulated directories, as data: the source of all answers. */
export interface World {
  readonly seed: number
  /** The cloud of every directory and of the registration; 'any': every cloud answers as theirs. */
  readonly cloud: CloudName | 'any'
  readonly registration: Registration
  readonly partner: Tenant
  /** Every directory: the partner's own, then the customers, then the foreign one. */
  readonly tenants: readonly Tenant[]
}

/** The multi-tenant app registration in the partner's directory. */
export interface Registration {
  readonly clientId: string
  readonly clientSecret: string
  /** Further secrets of the registration, which Microsoft accepts as well. */
  readonly moreSecrets: string[]
  readonly displayName: string
  readonly redirectUris: readonly string[]
  /** Graph's application permissions that an administrator's consent grants, by their names. */
  readonly requiredPermissions: readonly string[]
  /** The issuers whose tokens replace a secret. */
  readonly federatedCredentials: readonly FederatedCredential[]
}

/** Workload identity federation: a token of that issuer for that subject authenticates the app. */
export interface FederatedCredential {
  readonly issuer: string
  readonly subject: string
  readonly audience: string
}

/** csp: the partner's by contract, GDAP or both; direct: it only consented; foreign: a stranger. */
type TenantKind = 'partner' | 'csp' | 'direct' | 'foreign'

/** The prepared situations of customers. */
export type Story =
  | 'seats-wasted'
  | 'no-mfa-policy'
  | 'consent-withdrawn'
  | 'never-consented'
  | 'hostile-names'
  | 'hostile-directions'
  | 'security-defaults'
  | 'over-allocated'
  | 'seats-in-grace'
  | 'seats-suspended'
  | 'unknown-sku'
  | 'group-licensing'
  | 'report-only'
  | 'policies-disabled'
  | 'directory-gone'
  | 'renamed'
  | 'delegated-only'
  | 'delegated-expiring'
  | 'delegated-ended'
  | 'license-errors'
  | 'secrets-expiring'
  | 'no-premium-plan'
  | 'mfa-at-risk'
  | 'mfa-with-exceptions'
  | 'mfa-by-strength'
  | 'narrow-consent'
  | 'mfa-four-clients'
  | 'mfa-by-other-provider'
  | 'mfa-for-no-user'
  | 'mfa-hidden-exceptions'
  | 'agent-users'
  | 'usage-without-names'
  | 'basic-by-part-number'
  | 'self-service-pools'
  | 'device-licenses'
  | 'hostile'
  | 'large'

/** A directory. What people do in it changes it in place, through world/changes.ts, which keeps the journal. */
export interface Tenant {
  readonly id: string
  readonly kind: TenantKind
  readonly story: Story | null
  displayName: string
  readonly defaultDomainName: string
  readonly initialDomainName: string
  readonly createdDateTime: string
  readonly place: Place
  readonly businessPhones: readonly string[]
  readonly technicalNotificationMails: readonly string[]
  readonly onPremisesSyncEnabled: boolean | null
  /** What ordinary directories have alike. */
  readonly facts?: TenantFacts
  readonly partnerTenantType: string | null
  readonly contractId: string
  /** A copy made with the contract; renaming the directory leaves it as it was. */
  readonly contractDisplayName: string
  /** Whether the partner's /contracts lists it; a directory that is gone may be listed still. */
  isListedAsContract: boolean
  /** The sign-in service knows it no more: AADSTS90002. */
  isGone: boolean
  /** The service principal of the app in this directory; null without any consent. */
  consent: Consent | null
  subscriptions: Subscription[]
  people: Person[]
  groups: Group[]
  policies: ConditionalAccessPolicy[]
  namedLocations: GraphObject[]
  /** The directory's singletons, each in Graph's own shape without @odata.context. */
  settings: TenantSettings
  /** Roles held by groups and service principals; people carry theirs. */
  roleAssignments: RoleAssignment[]
  applications: Application[]
  servicePrincipals: ServicePrincipal[]
  delegatedGrants: DelegatedGrant[]
  applicationGrants: ApplicationGrant[]
  /** GDAP: what lets the partner administer this directory. */
  delegatedRelationships: DelegatedRelationship[]
  /** What was removed and may come back: Microsoft keeps it for 30 days. */
  readonly bin: Bin
  /** Microsoft conceals people's names in usage reports unless the directory says otherwise. */
  concealsNamesInReports: boolean
  /** The share of people for whom usage reports say `(Unknown)`; absent: none. */
  readonly unknownInReports?: number
  /** Everything that ever changed in people, groups and applications, oldest first: the source of delta. */
  readonly journal: Change[]
}

/** Removed users are kept with their groups, because restoring returns them there. */
export interface Bin {
  people: { readonly person: Person; readonly groupIds: readonly string[] }[]
  groups: Group[]
}

export type ChangedSet = 'users' | 'groups' | 'applications'

/** One change; its position in the journal is its place in time. */
export interface Change {
  readonly set: ChangedSet
  readonly id: string
  /** Graph's names of what changed; null: all, because it is new or restored; none when it was removed. */
  readonly properties: readonly string[] | null
  /** 'changed': in the bin, may come back; 'deleted': gone for good; null: it is there. */
  readonly removed: 'changed' | 'deleted' | null
}

/** An object that is nothing but what Graph says of it. */
export interface GraphObject {
  readonly id: string
  readonly [property: string]: unknown
}

export type Singleton = Readonly<Record<string, unknown>>

export interface TenantSettings {
  authenticationMethodsPolicy: Singleton
  /** /policies/identitySecurityDefaultsEnforcementPolicy */
  securityDefaults: Singleton
  authorizationPolicy: Singleton
  adminConsentRequestPolicy: Singleton
  defaultAppManagementPolicy: Singleton
  crossTenantAccessDefault: Singleton
  /** /groupSettings: 'Password Rule Settings', 'Group.Unified'. */
  groupSettings: readonly GraphObject[]
  activityBasedTimeoutPolicies: readonly GraphObject[]
}

export interface RoleAssignment {
  readonly id: string
  readonly roleTemplateId: string
  readonly principalId: string
  readonly principalKind: 'group' | 'servicePrincipal' | 'user'
  /** A unit or an application; absent: the complete directory. */
  readonly scope?: string
}

/** An app registration of this directory; days count from now and may be negative. */
export interface Application {
  readonly id: string
  readonly appId: string
  displayName: string
  readonly createdDateTime: string
  readonly signInAudience: string
  passwordCredentials: readonly AppCredential[]
  keyCredentials: readonly AppCredential[]
  readonly requiredPermissions: readonly { readonly id: string; readonly type: 'Role' | 'Scope' }[]
  ownerIds: readonly string[]
}

export interface AppCredential {
  readonly keyId: string
  readonly displayName: string | null
  readonly hint: string
  startsInDays: number
  endsInDays: number
}

export interface ServicePrincipal {
  readonly id: string
  readonly appId: string
  readonly displayName: string
  readonly appOwnerOrganizationId: string | null
  readonly accountEnabled: boolean
  readonly hasPassword: boolean
  /** An agent identity: Microsoft derives the type from servicePrincipal. */
  readonly isAgent?: boolean
}

/** What people or an administrator let an app do in their name: /oauth2PermissionGrants. */
export interface DelegatedGrant {
  readonly id: string
  /** The service principal. */
  readonly clientId: string
  readonly consentType: 'AllPrincipals' | 'Principal'
  readonly principalId: string | null
  readonly scope: string
}

/** An application permission that a service principal was granted. */
export interface ApplicationGrant {
  readonly id: string
  readonly principalId: string
  /** Graph's app role, by its name, such as Directory.Read.All. */
  readonly permission: string
  /** Absent: a permission of Microsoft Graph. */
  readonly resource?: 'Exchange Online' | 'SharePoint Online'
  readonly createdDateTime: string
}

export interface DelegatedRelationship {
  readonly id: string
  displayName: string
  status: DelegatedStatus
  readonly createdDateTime: string
  /** From now; negative once it has ended. */
  endsInDays: number
  /** ISO 8601: P730D */
  readonly duration: string
  readonly autoExtendDuration: string
  readonly roleTemplateIds: readonly string[]
}

export type DelegatedStatus =
  | 'activating'
  | 'active'
  | 'approvalPending'
  | 'approved'
  | 'created'
  | 'expired'
  | 'expiring'
  | 'terminated'
  | 'terminating'
  | 'terminationRequested'

export interface Place {
  readonly countryCode: string
  readonly city: string
  readonly state: string
  readonly language: string
  /** Microsoft's tenant_region_scope: NA, EU, AS. */
  readonly region: string
}

export interface Consent {
  readonly servicePrincipalId: string
  roles: string[]
  /** When it was given on Microsoft's page, and what was granted before: tokens may lag behind. */
  readonly given?: { readonly at: number; readonly rolesBefore: readonly string[] | null }
}

export interface Subscription {
  readonly sku: Sku
  readonly subscriptionId: string
  capabilityStatus: 'Enabled' | 'Warning' | 'Suspended' | 'LockedOut'
  enabled: number
  warning: number
  suspended: number
  lockedOut: number
  readonly isTrial: boolean
  /** When Microsoft bills, ends or renews it, from now; null where the directory has no date. */
  renewsInDays: number | null
  readonly createdDateTime: string
}

export interface Sku {
  readonly skuId: string
  readonly skuPartNumber: string
  readonly appliesTo: string
  readonly servicePlans: readonly ServicePlan[]
}

export interface ServicePlan {
  readonly name: string
  readonly id: string
}

export interface Person {
  readonly id: string
  /** Set for an agent's user account: the id of the agent's service principal. */
  readonly agentOf?: string
  displayName: string
  givenName: string | null
  surname: string | null
  userPrincipalName: string
  mail: string | null
  jobTitle: string | null
  department: string | null
  officeLocation: string | null
  mobilePhone: string | null
  readonly businessPhones: readonly string[]
  readonly preferredLanguage: string | null
  accountEnabled: boolean
  /** null for people created before Microsoft had the property. */
  readonly userType: 'Member' | 'Guest' | null
  onPremisesSyncEnabled: boolean | null
  readonly createdDateTime: string
  usageLocation: string | null
  licenses: readonly LicenseAssignment[]
  /** Template ids of directory roles. */
  roleTemplateIds: readonly string[]
  /** null: never signed in. */
  hoursSinceSignIn: number | null
  /** Days since each workload was used; an absent one never was. */
  daysSinceUse: Readonly<Partial<Record<Workload, number>>>
  /** As the registration report names them: microsoftAuthenticatorPush, mobilePhone, fido2SecurityKey. */
  methodsRegistered: readonly string[]
  /** PendingAcceptance or Accepted for guests. */
  externalUserState: 'PendingAcceptance' | 'Accepted' | null
  /** Absent: disabled. */
  readonly perUserMfaState?: 'disabled' | 'enabled' | 'enforced'
  /** Microsoft's passwordPolicies: DisableStrongPassword, DisablePasswordExpiration, both with a comma. */
  passwordPolicies: string | null
}

/** The workloads of the active-user report. */
export type Workload =
  | 'Exchange'
  | 'OneDrive'
  | 'SharePoint'
  | 'Skype For Business'
  | 'Yammer'
  | 'Teams'

export interface LicenseAssignment {
  readonly skuId: string
  readonly assignedByGroup: string | null
  readonly disabledPlans: readonly string[]
  readonly assignedDateTime: string
  /** Active unless the assignment failed: Error with why, such as CountViolation. */
  readonly state?: 'Active' | 'ActiveWithError' | 'Disabled' | 'Error'
  readonly error?: string
}

export interface Group {
  readonly id: string
  displayName: string
  description: string | null
  readonly mailNickname: string
  readonly createdDateTime: string
  /** Microsoft 365 group (with a mailbox) or security group. */
  readonly isUnified: boolean
  readonly visibility: 'Public' | 'Private' | 'HiddenMembership' | null
  /** The rule that chooses its members; null for a group whose members are named. */
  readonly membershipRule: string | null
  readonly isAssignableToRole: boolean
  assignedSkuIds: readonly string[]
  /** People; memberGroupIds holds groups inside of groups. */
  memberIds: readonly string[]
  memberGroupIds: readonly string[]
}

/** Graph's own shape: a policy is nothing but what Graph says of it. */
export interface ConditionalAccessPolicy {
  readonly id: string
  readonly displayName: string
  readonly state: 'enabled' | 'disabled' | 'enabledForReportingButNotEnforced'
  readonly [property: string]: unknown
}
