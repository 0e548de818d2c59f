import type { Part } from '../coverage/facts.ts'
import type { SkuChoice } from '../licenses.ts'
import type { TenantPriceFacts } from '../prices.ts'
import type {
  ActiveUserFacts,
  AdminConsentRequestPolicyFacts,
  AppManagementPolicyFacts,
  AppRoleAssignmentFacts,
  ApplicationFacts,
  AssignmentFacts,
  AuthorizationPolicyFacts,
  CrossTenantDefaultFacts,
  DelegatedGrantFacts,
  DeviceFacts,
  DomainDnsFacts,
  DomainFacts,
  GroupFacts,
  GroupSettingFacts,
  MethodsPolicyFacts,
  NamedLocationFacts,
  OrganizationFacts,
  PerUserMfaFacts,
  PolicyFacts,
  RegistrationFacts,
  RoleDefinitionFacts,
  ServicePrincipalFacts,
  SignInFacts,
  SkuFacts,
  SubscriptionFacts,
  TimeoutPolicyFacts,
  UserFacts,
} from './rows.ts'

export type { PolicyFacts, UserFacts } from './rows.ts'

/** What was read of a tenant, by part. */
export interface PartValues {
  readonly organization: OrganizationFacts
  readonly subscribedSkus: readonly SkuFacts[]
  readonly subscriptions: readonly SubscriptionFacts[]
  readonly domains: readonly DomainFacts[]
  readonly users: readonly UserFacts[]
  readonly groups: readonly GroupFacts[]
  /** Transitive members by group id in lower case; null: the group could not be read. */
  readonly groupMembers: ReadonlyMap<string, readonly string[] | null>
  readonly policies: readonly PolicyFacts[]
  readonly namedLocations: readonly NamedLocationFacts[]
  readonly securityDefaults: { readonly isEnabled: boolean }
  readonly methodsPolicy: MethodsPolicyFacts
  readonly authorizationPolicy: AuthorizationPolicyFacts
  readonly adminConsentRequestPolicy: AdminConsentRequestPolicyFacts
  readonly appManagementPolicy: AppManagementPolicyFacts
  readonly crossTenantDefault: CrossTenantDefaultFacts
  readonly timeoutPolicies: readonly TimeoutPolicyFacts[]
  readonly groupSettings: readonly GroupSettingFacts[]
  readonly roleDefinitions: readonly RoleDefinitionFacts[]
  readonly roleAssignments: readonly AssignmentFacts[]
  readonly servicePrincipals: readonly ServicePrincipalFacts[]
  readonly applications: readonly ApplicationFacts[]
  /** Owners' ids by the id of an application or service principal. */
  readonly applicationOwners: ReadonlyMap<string, readonly string[]>
  readonly delegatedGrants: readonly DelegatedGrantFacts[]
  readonly appRoleAssignments: readonly AppRoleAssignmentFacts[]
  readonly registrationDetails: readonly RegistrationFacts[]
  readonly signInActivity: readonly SignInFacts[]
  readonly activeUsers: readonly ActiveUserFacts[]
  readonly devices: readonly DeviceFacts[]
  readonly perUserMfa: readonly PerUserMfaFacts[]
  readonly dns: readonly DomainDnsFacts[]
  /** Ids of deleted objects of the directory, in lower case. */
  readonly deletedObjects: ReadonlySet<string>
}
export type PartName = keyof PartValues

export interface CheckFacts {
  readonly parts: { readonly [Name in PartName]: Part<PartValues[Name]> }
  /** Rows of the usage report that name no user. */
  readonly unattributedUsageRows: number
  /** What administrators set for SKUs, by SKU id in lower case. */
  readonly licenseChoices: ReadonlyMap<string, SkuChoice>
  /** What administrators entered about prices. */
  readonly prices: TenantPriceFacts
  /** Ids of declared emergency-access accounts, in lower case. */
  readonly emergencyAccounts: ReadonlySet<string>
  /** When the facts were read. */
  readonly asOf: Date
}
