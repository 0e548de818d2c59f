import type { TenantId } from '@tenantscope/contract/ids'
import type { Domain } from '@tenantscope/graph-client/read-domains'
import type { DirectoryGroup } from '@tenantscope/graph-client/read-groups'
import type { Organization } from '@tenantscope/graph-client/read-organization'
import type { SubscribedSku } from '@tenantscope/graph-client/read-subscribed-skus'
import type { Subscription } from '@tenantscope/graph-client/read-subscriptions'
import type { DirectoryUser } from '@tenantscope/graph-client/read-users'
import type { Selectable } from 'kysely'

import type { DirectoryTables } from '../../db/directory-tables.ts'
import { storedTime } from '../../lib/stored-text.ts'

/**
 * What Microsoft sent, as rows of the directory's tables. Keys are the columns' names in camelCase.
 * Lists whose order says nothing are sorted, so that a row is only written when something changed.
 */

export function organizationRow(organization: Organization, tenantId: TenantId) {
  const { directorySizeQuota: quota, verifiedDomains } = organization
  return {
    id: tenantId,
    displayName: organization.displayName ?? defaultDomainOf(organization) ?? tenantId,
    createdDateTime: storedTime(organization.createdDateTime),
    countryLetterCode: organization.countryLetterCode,
    city: organization.city,
    state: organization.state,
    businessPhones: organization.businessPhones,
    technicalNotificationMails: organization.technicalNotificationMails,
    securityComplianceNotificationMails: organization.securityComplianceNotificationMails,
    onPremisesSyncEnabled: organization.onPremisesSyncEnabled,
    onPremisesLastSyncDateTime: storedTime(organization.onPremisesLastSyncDateTime),
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
    consumedUnits: integer(sku.consumedUnits),
    enabledUnits: integer(sku.prepaidUnits.enabled),
    warningUnits: integer(sku.prepaidUnits.warning),
    suspendedUnits: integer(sku.prepaidUnits.suspended),
    lockedOutUnits: integer(sku.prepaidUnits.lockedOut),
    servicePlans: sku.servicePlans.map(({ servicePlanId, servicePlanName }) => ({
      servicePlanId,
      servicePlanName: servicePlanName ?? servicePlanId,
    })),
    subscriptionIds: sku.subscriptionIds.toSorted(),
  }
}
export type SkuRow = ReturnType<typeof skuRow>

export type LicenseHolder = Pick<
  DirectoryUser,
  'id' | 'assignedLicenses' | 'licenseAssignmentStates'
>
export type UserFacts = Omit<DirectoryUser, 'assignedLicenses' | 'licenseAssignmentStates'>

export function userRow(user: UserFacts) {
  return {
    id: user.id,
    displayName: user.displayName,
    userPrincipalName: user.userPrincipalName,
    mail: user.mail,
    jobTitle: user.jobTitle,
    department: user.department,
    accountEnabled: user.accountEnabled,
    userType: user.userType,
    externalUserState: user.externalUserState,
    onPremisesSyncEnabled: user.onPremisesSyncEnabled,
    createdDateTime: storedTime(user.createdDateTime),
    usageLocation: user.usageLocation,
    passwordPolicies: user.passwordPolicies,
  }
}

/** A stored row as Microsoft would tell it. */
export function knownUser(row: Selectable<DirectoryTables['directoryUsers']>): UserFacts {
  const { tenantId: _tenant, fromGeneration: _from, toGeneration: _to, ...facts } = row
  return { ...facts, createdDateTime: row.createdDateTime?.toISOString() ?? null }
}

/** Direct and group assignments each, and what is held although no assignment is told of. */
export function assignmentRows(user: LicenseHolder) {
  const told = user.licenseAssignmentStates.map((assignment) => ({
    userId: user.id,
    skuId: assignment.skuId,
    assignedByGroup: assignment.assignedByGroup ?? '',
    state: assignment.state,
    error: assignment.error === 'None' ? null : assignment.error,
    disabledPlans: assignment.disabledPlans.toSorted(),
    lastUpdatedDateTime: storedTime(assignment.lastUpdatedDateTime),
  }))
  const toldSkuIds = new Set(told.map(({ skuId }) => skuId))
  const untold = user.assignedLicenses
    .filter(({ skuId }) => !toldSkuIds.has(skuId))
    .map(({ skuId, disabledPlans }) => ({
      userId: user.id,
      skuId,
      assignedByGroup: '',
      state: null,
      error: null,
      disabledPlans: disabledPlans.toSorted(),
      lastUpdatedDateTime: null,
    }))
  return [...told, ...untold]
}

export function groupRow(group: DirectoryGroup) {
  return {
    id: group.id,
    displayName: group.displayName,
    securityEnabled: group.securityEnabled,
    mailEnabled: group.mailEnabled,
    visibility: group.visibility,
    groupTypes: group.groupTypes.toSorted(),
    membershipRule: group.membershipRule,
    isAssignableToRole: group.isAssignableToRole,
    licenseProcessingState: group.licenseProcessingState,
    assignedSkuIds: group.assignedLicenses.map(({ skuId }) => skuId).toSorted(),
    hasMembersWithLicenseErrors: group.hasMembersWithLicenseErrors,
  }
}

/** A stored row as Microsoft would tell it, as far as it is kept. */
export function knownGroup(row: Selectable<DirectoryTables['directoryGroups']>): DirectoryGroup {
  const {
    assignedSkuIds,
    tenantId: _tenant,
    fromGeneration: _from,
    toGeneration: _to,
    ...facts
  } = row
  return {
    ...facts,
    assignedLicenses: assignedSkuIds.map((skuId) => ({ skuId, disabledPlans: [] })),
  }
}

export function domainRow(domain: Domain) {
  return {
    name: domain.id,
    isDefault: domain.isDefault ?? false,
    isInitial: domain.isInitial ?? false,
    isVerified: domain.isVerified ?? false,
    authenticationType: domain.authenticationType,
    supportedServices: domain.supportedServices.toSorted(),
    passwordValidityPeriodInDays:
      domain.passwordValidityPeriodInDays === null
        ? null
        : integer(domain.passwordValidityPeriodInDays),
  }
}

export function subscriptionRow(subscription: Subscription) {
  return {
    ...subscription,
    totalLicenses: integer(subscription.totalLicenses),
    createdDateTime: storedTime(subscription.createdDateTime),
    nextLifecycleDateTime: storedTime(subscription.nextLifecycleDateTime),
  }
}

const LARGEST_INTEGER = 2 ** 31 - 1

function integer(count: number): number {
  return Math.max(-LARGEST_INTEGER, Math.min(LARGEST_INTEGER, wholeNumber(count)))
}

function wholeNumber(count: number): number {
  return Number.isSafeInteger(Math.trunc(count)) ? Math.trunc(count) : 0
}
