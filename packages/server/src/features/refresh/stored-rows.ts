import type { TenantId } from '@tenantscope/contract/ids'
import type { ApplicationGrant } from '@tenantscope/graph-client/read/application-grants'
import type { Application } from '@tenantscope/graph-client/read/applications'
import type { Domain } from '@tenantscope/graph-client/read/domains'
import type { DirectoryGroup } from '@tenantscope/graph-client/read/groups'
import type { NamedLocation } from '@tenantscope/graph-client/read/named-locations'
import type { Organization } from '@tenantscope/graph-client/read/organization'
import type { ConditionalAccessPolicy } from '@tenantscope/graph-client/read/policies'
import type { RoleAssignment } from '@tenantscope/graph-client/read/role-assignments'
import type { ServicePrincipal } from '@tenantscope/graph-client/read/service-principals'
import type { SubscribedSku } from '@tenantscope/graph-client/read/subscribed-skus'
import type { DirectoryUser } from '@tenantscope/graph-client/read/users'
import type { Selectable } from 'kysely'

import type { DirectoryTables, StoredCredential } from '../../db/directory-tables.ts'
import { storedTime } from '../../lib/stored-text.ts'

// Objects from Microsoft as rows by column name (db/directory-tables.ts). A property with the name of
// its column needs nothing here: these functions add what has another name or another form.

export function organizationRow(organization: Organization, tenantId: TenantId) {
  const { directorySizeQuota: quota, verifiedDomains } = organization
  return {
    ...organization,
    id: tenantId,
    displayName: organization.displayName ?? defaultDomainOf(organization) ?? tenantId,
    createdDateTime: storedTime(organization.createdDateTime),
    quotaUsed: quota?.used ?? null,
    quotaTotal: quota?.total ?? null,
    verifiedDomains: verifiedDomains.map(({ name, isDefault, isInitial }) => ({
      name,
      isDefault: isDefault ?? false,
      isInitial: isInitial ?? false,
    })),
  }
}
export type OrganizationRow = ReturnType<typeof organizationRow>

export function defaultDomainOf({
  verifiedDomains,
}: {
  verifiedDomains: readonly { name: string; isDefault: boolean | null }[]
}): string | null {
  return verifiedDomains.find(({ isDefault }) => isDefault === true)?.name ?? null
}

export function skuRow(sku: SubscribedSku) {
  return {
    ...sku,
    capabilityStatus: sku.capabilityStatus ?? 'Unknown',
    enabledUnits: sku.prepaidUnits.enabled,
    warningUnits: sku.prepaidUnits.warning,
    suspendedUnits: sku.prepaidUnits.suspended,
    lockedOutUnits: sku.prepaidUnits.lockedOut,
    servicePlans: sku.servicePlans.map(({ servicePlanId, servicePlanName }) => ({
      servicePlanId,
      servicePlanName: servicePlanName ?? servicePlanId,
    })),
  }
}
export type SkuRow = ReturnType<typeof skuRow>

export type LicenseHolder = Pick<
  DirectoryUser,
  'id' | 'assignedLicenses' | 'licenseAssignmentStates'
>
export type UserFacts = Omit<DirectoryUser, 'assignedLicenses' | 'licenseAssignmentStates'>

export const userRow = <Person extends UserFacts>(user: Person) => ({
  ...user,
  objectType: user['@odata.type'],
})

/** Returns a stored row in the form in which Microsoft sends it. */
export function knownUser(row: Selectable<DirectoryTables['directoryUsers']>): UserFacts {
  const { objectType, createdDateTime, externalUserStateChangeDateTime } = row
  return {
    ...row,
    '@odata.type': objectType,
    createdDateTime: createdDateTime?.toISOString() ?? null,
    externalUserStateChangeDateTime: externalUserStateChangeDateTime?.toISOString() ?? null,
  }
}

/** Returns direct and group assignments, and licenses that are held without any assignment. */
export function assignmentRows(user: LicenseHolder) {
  const assigned = user.licenseAssignmentStates.map((assignment) => ({
    ...assignment,
    userId: user.id,
    assignedByGroup: assignment.assignedByGroup ?? '',
    error: assignment.error === 'None' ? null : assignment.error,
  }))
  const assignedSkuIds = new Set(assigned.map(({ skuId }) => skuId))
  const unassigned = user.assignedLicenses
    .filter(({ skuId }) => !assignedSkuIds.has(skuId))
    .map((license) => ({
      ...license,
      userId: user.id,
      assignedByGroup: '',
      state: null,
      error: null,
      lastUpdatedDateTime: null,
    }))
  return [...assigned, ...unassigned]
}

export function groupRow(group: DirectoryGroup) {
  return { ...group, assignedSkuIds: group.assignedLicenses.map(({ skuId }) => skuId) }
}

/** Returns a stored row in the form in which Microsoft sends it, as far as it is kept. */
export function knownGroup(row: Selectable<DirectoryTables['directoryGroups']>): DirectoryGroup {
  const assignedLicenses = row.assignedSkuIds.map((skuId) => ({ skuId, disabledPlans: [] }))
  return { ...row, assignedLicenses }
}

export function domainRow(domain: Domain) {
  return {
    ...domain,
    name: domain.id,
    isDefault: domain.isDefault ?? false,
    isInitial: domain.isInitial ?? false,
    isVerified: domain.isVerified ?? false,
  }
}

export function policyRow(policy: ConditionalAccessPolicy) {
  // Screens and checks look into the conditions of every policy.
  const conditions: Partial<NonNullable<typeof policy.conditions>> = policy.conditions ?? {}
  return {
    ...policy,
    displayName: policy.displayName ?? policy.id,
    state: policy.state ?? 'unknown',
    conditions,
  }
}
export type PolicyRow = ReturnType<typeof policyRow>

export function namedLocationRow(location: NamedLocation) {
  return {
    ...location,
    countries: location.countriesAndRegions,
    includesUnknownCountries: location.includeUnknownCountriesAndRegions,
  }
}

export function roleAssignmentRow(assignment: RoleAssignment) {
  const { principal } = assignment
  return {
    id: assignment.id,
    roleTemplateId: assignment.roleDefinitionId,
    principalId: assignment.principalId,
    principalKind: principal?.kind ?? null,
    principalName: principal?.displayName ?? null,
    principalAppId: principal?.appId ?? null,
    principalHasPassword: principal?.kind === 'servicePrincipal' ? principal.hasPassword : null,
    scope: assignment.directoryScopeId,
  }
}
export type RoleAssignmentRow = ReturnType<typeof roleAssignmentRow>

export function applicationRow(application: Application) {
  return { ...application, credentials: credentialsOf(application) }
}

export function servicePrincipalRow(principal: ServicePrincipal) {
  const { passwordCredentials, keyCredentials } = principal
  const isRead = passwordCredentials !== null && keyCredentials !== null
  return {
    ...principal,
    credentials: isRead ? credentialsOf({ passwordCredentials, keyCredentials }) : null,
  }
}

function credentialsOf({
  passwordCredentials,
  keyCredentials,
}: Pick<Application, 'passwordCredentials' | 'keyCredentials'>): StoredCredential[] {
  const secrets = passwordCredentials.map((secret) => credentialOf('secret', secret))
  const keys = keyCredentials.map((key) => credentialOf('certificate', key))
  return [...secrets, ...keys].toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1))
}

function credentialOf(
  kind: StoredCredential['kind'],
  given: Application['passwordCredentials'][number] | Application['keyCredentials'][number],
): StoredCredential {
  return {
    kind,
    keyId: given.keyId,
    displayName: given.displayName,
    startDateTime: storedTime(given.startDateTime),
    endDateTime: storedTime(given.endDateTime),
  }
}

export function applicationGrantRow(grant: ApplicationGrant) {
  return {
    ...grant,
    principalName: grant.principalDisplayName,
    principalKind: grant.principalType,
  }
}
