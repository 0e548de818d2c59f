import type { ColumnType } from 'kysely'

/** What was read of tenants' directories, as rows that live through generations (generation-rows.ts). */
export interface DirectoryTables {
  directoryOrganizations: DirectoryOrganizationsTable
  directoryDomains: DirectoryDomainsTable
  directorySkus: DirectorySkusTable
  directorySubscriptions: DirectorySubscriptionsTable
  directoryUsers: DirectoryUsersTable
  directoryLicenseAssignments: DirectoryLicenseAssignmentsTable
  directoryGroups: DirectoryGroupsTable
  directoryGroupMembers: DirectoryGroupMembersTable
  directoryPolicies: DirectoryPoliciesTable
  directoryNamedLocations: DirectoryNamedLocationsTable
  directorySettings: DirectorySettingsTable
  directoryRoleAssignments: DirectoryRoleAssignmentsTable
  directoryRoleDefinitions: DirectoryRoleDefinitionsTable
  directoryApplications: DirectoryApplicationsTable
  directoryServicePrincipals: DirectoryServicePrincipalsTable
  directoryDelegatedGrants: DirectoryDelegatedGrantsTable
  directoryApplicationGrants: DirectoryApplicationGrantsTable
}

type Json<Value> = ColumnType<Value, string, string>

interface Versioned {
  tenantId: string
  fromGeneration: number
  /** The first generation without it; null while it is in the newest. */
  toGeneration: number | null
}

interface DirectoryOrganizationsTable extends Versioned {
  id: string
  displayName: string
  createdDateTime: Date | null
  countryLetterCode: string | null
  city: string | null
  state: string | null
  businessPhones: string[]
  technicalNotificationMails: string[]
  securityComplianceNotificationMails: string[]
  onPremisesSyncEnabled: boolean | null
  onPremisesLastSyncDateTime: Date | null
  quotaUsed: number | null
  quotaTotal: number | null
  verifiedDomains: Json<{ name: string; isDefault: boolean; isInitial: boolean }[]>
}

interface DirectoryDomainsTable extends Versioned {
  name: string
  isDefault: boolean
  isInitial: boolean
  isVerified: boolean
  authenticationType: string | null
  supportedServices: string[]
  passwordValidityPeriodInDays: number | null
}

interface DirectorySkusTable extends Versioned {
  skuId: string
  skuPartNumber: string
  appliesTo: string | null
  capabilityStatus: string
  consumedUnits: number
  enabledUnits: number
  warningUnits: number
  suspendedUnits: number
  lockedOutUnits: number
  servicePlans: Json<{ servicePlanId: string; servicePlanName: string }[]>
  subscriptionIds: string[]
}

interface DirectorySubscriptionsTable extends Versioned {
  id: string
  commerceSubscriptionId: string | null
  skuId: string
  skuPartNumber: string | null
  status: string | null
  isTrial: boolean | null
  totalLicenses: number | null
  createdDateTime: Date | null
  nextLifecycleDateTime: Date | null
  ownerTenantId: string | null
}

interface DirectoryUsersTable extends Versioned {
  id: string
  displayName: string | null
  userPrincipalName: string | null
  mail: string | null
  jobTitle: string | null
  department: string | null
  accountEnabled: boolean | null
  userType: string | null
  externalUserState: string | null
  onPremisesSyncEnabled: boolean | null
  createdDateTime: Date | null
  usageLocation: string | null
  passwordPolicies: string | null
}

interface DirectoryLicenseAssignmentsTable extends Versioned {
  userId: string
  skuId: string
  /** '' for a direct assignment. */
  assignedByGroup: string
  state: string | null
  error: string | null
  disabledPlans: string[]
  lastUpdatedDateTime: Date | null
}

interface DirectoryGroupsTable extends Versioned {
  id: string
  displayName: string | null
  securityEnabled: boolean | null
  mailEnabled: boolean | null
  visibility: string | null
  groupTypes: string[]
  membershipRule: string | null
  isAssignableToRole: boolean | null
  licenseProcessingState: string | null
  assignedSkuIds: string[]
  hasMembersWithLicenseErrors: boolean | null
}

interface DirectoryGroupMembersTable extends Versioned {
  groupId: string
  memberId: string
  memberKind: string | null
}

interface DirectoryPoliciesTable extends Versioned {
  id: string
  templateId: string | null
  displayName: string
  state: string
  createdDateTime: Date | null
  modifiedDateTime: Date | null
  conditions: Json<unknown>
  grantControls: Json<unknown> | null
  sessionControls: Json<unknown> | null
}

interface DirectoryNamedLocationsTable extends Versioned {
  id: string
  displayName: string | null
  kind: string | null
  isTrusted: boolean | null
  ipRanges: string[]
  countries: string[]
  includesUnknownCountries: boolean | null
}

interface DirectorySettingsTable extends Versioned {
  kind: string
  value: Json<unknown>
}

interface DirectoryRoleAssignmentsTable extends Versioned {
  id: string
  roleTemplateId: string
  principalId: string
  principalKind: string | null
  principalName: string | null
  principalAppId: string | null
  principalHasPassword: boolean | null
  scope: string | null
}

interface DirectoryRoleDefinitionsTable extends Versioned {
  id: string
  templateId: string | null
  displayName: string | null
  isBuiltIn: boolean | null
  isEnabled: boolean | null
}

interface DirectoryServicePrincipalsTable extends Versioned {
  id: string
  appId: string | null
  displayName: string | null
  accountEnabled: boolean | null
  appOwnerOrganizationId: string | null
}

interface DirectoryApplicationsTable extends Versioned {
  id: string
  appId: string
  displayName: string | null
  createdDateTime: Date | null
  signInAudience: string | null
  credentials: Json<StoredCredential[]>
}

export interface StoredCredential {
  readonly kind: 'secret' | 'certificate'
  readonly keyId: string
  readonly displayName: string | null
  readonly startDateTime: string | null
  readonly endDateTime: string | null
}

interface DirectoryDelegatedGrantsTable extends Versioned {
  id: string
  clientId: string
  consentType: string | null
  principalId: string | null
  resourceId: string
  scopes: string[]
}

interface DirectoryApplicationGrantsTable extends Versioned {
  id: string
  principalId: string
  principalName: string | null
  principalKind: string | null
  appRoleId: string
  permission: string | null
  createdDateTime: Date | null
}
