import type { TenantId } from '@tenantscope/contract/ids'
import type { Contract } from '@tenantscope/graph-client/read-contracts'
import type { Domain } from '@tenantscope/graph-client/read-domains'
import type { DirectoryGroup } from '@tenantscope/graph-client/read-groups'
import type { Organization } from '@tenantscope/graph-client/read-organization'
import type { ConditionalAccessPolicy } from '@tenantscope/graph-client/read-policies'
import type { SubscribedSku } from '@tenantscope/graph-client/read-subscribed-skus'
import type { DirectoryUser } from '@tenantscope/graph-client/read-users'

/** What Microsoft sent, as the rows of a generation. Keys are the columns' names in camelCase. */

export function organizationRow(organization: Organization, tenantId: TenantId) {
  const { directorySizeQuota: quota, verifiedDomains } = organization
  return {
    displayName: organization.displayName ?? defaultDomainOf(organization) ?? tenantId,
    createdDateTime: timeOf(organization.createdDateTime),
    countryLetterCode: organization.countryLetterCode,
    city: organization.city,
    state: organization.state,
    businessPhones: organization.businessPhones,
    technicalNotificationMails: organization.technicalNotificationMails,
    onPremisesSyncEnabled: organization.onPremisesSyncEnabled,
    quotaUsed: quota === null ? null : wholeNumber(quota.used),
    quotaTotal: quota === null ? null : wholeNumber(quota.total),
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
    skuId: sku.skuId,
    skuPartNumber: sku.skuPartNumber,
    appliesTo: sku.appliesTo,
    capabilityStatus: sku.capabilityStatus ?? 'Unknown',
    consumedUnits: seats(sku.consumedUnits),
    enabledUnits: seats(sku.prepaidUnits.enabled),
    warningUnits: seats(sku.prepaidUnits.warning),
    suspendedUnits: seats(sku.prepaidUnits.suspended),
    lockedOutUnits: seats(sku.prepaidUnits.lockedOut),
    servicePlans: sku.servicePlans.map(({ servicePlanId, servicePlanName }) => ({
      servicePlanId,
      servicePlanName: servicePlanName ?? servicePlanId,
    })),
    subscriptionIds: sku.subscriptionIds,
  }
}
export type SkuRow = ReturnType<typeof skuRow>

export function userRow(user: DirectoryUser) {
  return {
    id: user.id,
    displayName: user.displayName,
    userPrincipalName: user.userPrincipalName,
    mail: user.mail,
    accountEnabled: user.accountEnabled,
    userType: user.userType,
    onPremisesSyncEnabled: user.onPremisesSyncEnabled,
    createdDateTime: timeOf(user.createdDateTime),
    usageLocation: user.usageLocation,
  }
}

/** Direct and group assignments each, and what is held although no assignment is told of. */
export function assignmentRows(user: DirectoryUser) {
  const told = user.licenseAssignmentStates.map((assignment) => ({
    userId: user.id,
    skuId: assignment.skuId,
    assignedByGroup: assignment.assignedByGroup ?? '',
    state: assignment.state,
    error: assignment.error === 'None' ? null : assignment.error,
  }))
  const toldSkuIds = new Set(told.map(({ skuId }) => skuId))
  const untold = user.assignedLicenses
    .filter(({ skuId }) => !toldSkuIds.has(skuId))
    .map(({ skuId }) => ({
      userId: user.id,
      skuId,
      assignedByGroup: '',
      state: null,
      error: null,
    }))
  return [...told, ...untold]
}

export function groupRow(group: DirectoryGroup) {
  return {
    id: group.id,
    displayName: group.displayName,
    securityEnabled: group.securityEnabled,
    groupTypes: group.groupTypes,
    assignedSkuIds: group.assignedLicenses.map(({ skuId }) => skuId),
    hasMembersWithLicenseErrors: group.hasMembersWithLicenseErrors,
  }
}

export function domainRow(domain: Domain) {
  return {
    name: domain.id,
    isDefault: domain.isDefault ?? false,
    isInitial: domain.isInitial ?? false,
    isVerified: domain.isVerified ?? false,
    authenticationType: domain.authenticationType,
    supportedServices: domain.supportedServices,
  }
}

export function policyRow(policy: ConditionalAccessPolicy) {
  return {
    id: policy.id,
    displayName: policy.displayName ?? policy.id,
    state: policy.state ?? 'unknown',
    createdDateTime: timeOf(policy.createdDateTime),
    modifiedDateTime: timeOf(policy.modifiedDateTime),
    conditions: policy.conditions ?? {},
    grantControls: policy.grantControls,
    sessionControls: policy.sessionControls,
  }
}
export type PolicyRow = ReturnType<typeof policyRow>

export function customerOf(contract: Contract, tenantId: TenantId) {
  const { displayName, defaultDomainName, contractType } = contract
  return {
    tenantId,
    displayName: displayName ?? defaultDomainName ?? tenantId,
    defaultDomainName,
    contractType,
  }
}

/** A moment that a date can hold; anything else was no moment. */
function timeOf(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const LARGEST_INTEGER = 2 ** 31 - 1

function seats(count: number): number {
  return Math.max(-LARGEST_INTEGER, Math.min(LARGEST_INTEGER, wholeNumber(count)))
}

function wholeNumber(count: number): number {
  return Number.isSafeInteger(Math.trunc(count)) ? Math.trunc(count) : 0
}
