/** The simulated directories, as data. Everything that an answer of Microsoft tells comes from here. */
export interface World {
  readonly seed: number
  readonly registration: Registration
  readonly partner: Tenant
  /** Every directory: the partner's own, then the customers, then the foreign one. */
  readonly tenants: readonly Tenant[]
}

/** The multi-tenant app registration in the partner's directory. */
export interface Registration {
  readonly clientId: string
  readonly clientSecret: string
  readonly displayName: string
  readonly redirectUris: readonly string[]
}

/** csp: the partner has a contract with it; direct: it only consented; foreign: a stranger. */
export type TenantKind = 'partner' | 'csp' | 'direct' | 'foreign'

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

export interface Tenant {
  readonly id: string
  readonly kind: TenantKind
  readonly story: Story | null
  readonly displayName: string
  readonly defaultDomainName: string
  readonly initialDomainName: string
  readonly createdDateTime: string
  readonly place: Place
  readonly businessPhones: readonly string[]
  readonly technicalNotificationMails: readonly string[]
  readonly onPremisesSyncEnabled: boolean | null
  readonly partnerTenantType: string | null
  readonly contractId: string
  /** The service principal of the app in this directory; null where nobody ever consented. */
  consent: Consent | null
  readonly subscriptions: readonly Subscription[]
  readonly people: readonly Person[]
  readonly groups: readonly Group[]
  readonly policies: readonly ConditionalAccessPolicy[]
}

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
}

export interface Subscription {
  readonly sku: Sku
  readonly subscriptionId: string
  readonly capabilityStatus: 'Enabled' | 'Warning' | 'Suspended' | 'LockedOut'
  readonly enabled: number
  readonly warning: number
  readonly suspended: number
  readonly lockedOut: number
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
  readonly displayName: string
  readonly givenName: string | null
  readonly surname: string | null
  readonly userPrincipalName: string
  readonly mail: string | null
  readonly jobTitle: string | null
  readonly department: string | null
  readonly officeLocation: string | null
  readonly mobilePhone: string | null
  readonly businessPhones: readonly string[]
  readonly preferredLanguage: string | null
  readonly accountEnabled: boolean
  /** null for people created before Microsoft had the property. */
  readonly userType: 'Member' | 'Guest' | null
  readonly onPremisesSyncEnabled: boolean | null
  readonly createdDateTime: string
  readonly usageLocation: string | null
  readonly licenses: readonly LicenseAssignment[]
  /** Template ids of directory roles. */
  readonly roleTemplateIds: readonly string[]
  /** null: never signed in. */
  readonly hoursSinceSignIn: number | null
}

export interface LicenseAssignment {
  readonly skuId: string
  readonly assignedByGroup: string | null
  readonly disabledPlans: readonly string[]
  readonly assignedDateTime: string
}

export interface Group {
  readonly id: string
  readonly displayName: string
  readonly description: string | null
  readonly mailNickname: string
  readonly createdDateTime: string
  /** Microsoft 365 group (with a mailbox) or security group. */
  readonly isUnified: boolean
  readonly assignedSkuIds: readonly string[]
  readonly memberIds: readonly string[]
}

/** Graph's own shape: a policy is nothing but what Graph says of it. */
export interface ConditionalAccessPolicy {
  readonly id: string
  readonly displayName: string
  readonly state: 'enabled' | 'disabled' | 'enabledForReportingButNotEnforced'
  readonly [property: string]: unknown
}
