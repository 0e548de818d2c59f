import type {
  ActiveUserFacts,
  AppRoleAssignmentFacts,
  ApplicationFacts,
  AssignmentFacts,
  DelegatedGrantFacts,
  DeviceFacts,
  DomainDnsFacts,
  DomainFacts,
  NamedLocationFacts,
  OrganizationFacts,
  PolicyFacts,
  PerUserMfaFacts,
  RegistrationFacts,
  RoleDefinitionFacts,
  ServicePrincipalFacts,
  SignInFacts,
  SkuFacts,
  SubscriptionFacts,
  UserFacts,
} from '@tenantscope/analysis/checks/rows'
import { isAgentType, PEOPLE_KINDS } from '@tenantscope/analysis/coverage/facts'
import type { HiddenGroups } from '@tenantscope/analysis/coverage/named-groups'

import type { StoredCredential } from '../../db/directory-tables.ts'
import { policyFacts } from './graph-policies.ts'
import type { StoredRow } from './stored-rows.ts'

// Stored rows as facts: a property with the name of its column needs nothing here. Ids of facts are
// in lower case. What is not stored stays undefined, which means not read.

const lower = (id: string): string => id.toLowerCase()
const lowerOrNull = (id: string | null): string | null => id?.toLowerCase() ?? null
/** Rows that come as JSON have times as texts. */
const isoOf = (time: Date | string | null): string | null =>
  time === null ? null : new Date(time).toISOString()

export const organizationOf = ({
  quotaUsed: used,
  quotaTotal: total,
  onPremisesLastSyncDateTime,
  ...row
}: StoredRow['directoryOrganizations']): OrganizationFacts => ({
  ...row,
  onPremisesLastSyncDateTime: isoOf(onPremisesLastSyncDateTime),
  directorySizeQuota: { used, total },
})

export const domainOf = ({ name, ...row }: StoredRow['directoryDomains']): DomainFacts => ({
  ...row,
  id: name,
})

export const skuOf = (row: StoredRow['directorySkus']): SkuFacts => ({
  skuId: lower(row.skuId),
  skuPartNumber: row.skuPartNumber,
  appliesTo: row.appliesTo,
  capabilityStatus: row.capabilityStatus,
  consumedUnits: row.consumedUnits,
  prepaidUnits: {
    enabled: row.enabledUnits,
    warning: row.warningUnits,
    suspended: row.suspendedUnits,
    lockedOut: row.lockedOutUnits,
  },
  servicePlans: row.servicePlans.map((plan) => ({
    ...plan,
    servicePlanId: lower(plan.servicePlanId),
  })),
})

export const subscriptionOf = (row: StoredRow['directorySubscriptions']): SubscriptionFacts => ({
  ...row,
  skuId: lower(row.skuId),
  nextLifecycleDateTime: isoOf(row.nextLifecycleDateTime),
})

type Assignment = StoredRow['directoryLicenseAssignments']

/** Returns users with the licenses that they hold. */
export function usersOf(
  rows: readonly StoredRow['directoryUsers'][],
  assignments: readonly Assignment[],
): UserFacts[] {
  const byUser = Map.groupBy(assignments, ({ userId }) => userId)
  return rows.map(({ objectType, ...row }) => {
    const held = byUser.get(row.id) ?? []
    return {
      ...row,
      isAgent: isAgentType(objectType),
      id: lower(row.id),
      createdDateTime: isoOf(row.createdDateTime),
      externalUserStateChangeDateTime: isoOf(row.externalUserStateChangeDateTime),
      assignedLicenses: assignedLicensesOf(held),
      licenseAssignmentStates: held.filter(isAssignment).map((each) => ({
        skuId: lower(each.skuId),
        assignedByGroup: each.assignedByGroup === '' ? null : lower(each.assignedByGroup),
        state: each.state,
        error: each.error,
      })),
    }
  })
}

/** False for a license that is held without any assignment. */
const isAssignment = ({ state, assignedByGroup, lastUpdatedDateTime }: Assignment): boolean =>
  state !== null || assignedByGroup !== '' || lastUpdatedDateTime !== null

/** A failed assignment grants no license. A plan is off when every assignment has switched it off. */
function assignedLicensesOf(held: readonly Assignment[]) {
  const granting = held.filter(({ state }) => state !== 'Error' && state !== 'Disabled')
  const bySku = Map.groupBy(granting, ({ skuId }) => lower(skuId))
  return Array.from(bySku, ([skuId, [first, ...others]]) => {
    const disabledByOthers = others.map(({ disabledPlans }) => new Set(disabledPlans))
    return {
      skuId,
      disabledPlans: (first?.disabledPlans ?? [])
        .filter((plan) => disabledByOthers.every((disabled) => disabled.has(plan)))
        .map(lower),
    }
  })
}

export const groupOf = (row: StoredRow['directoryGroups']) => ({ ...row, id: lower(row.id) })

/** Returns the users among the members, by group id. */
export function membersOf(
  rows: readonly StoredRow['directoryGroupMembers'][],
): Map<string, string[]> {
  const people = rows.filter(({ memberKind }) => PEOPLE_KINDS.some((kind) => kind === memberKind))
  const byGroup = Map.groupBy(people, ({ groupId }) => groupId)
  return new Map(
    Array.from(byGroup, ([id, members]) => [id, members.map(({ memberId }) => lower(memberId))]),
  )
}

/**
 * Returns which of the groups that hide their members have no stored ones, and the groups with one of
 * them among their members.
 */
export function hiddenGroupsOf(
  hiding: readonly string[],
  members: readonly StoredRow['directoryGroupMembers'][],
): HiddenGroups {
  const ids = new Set(hiding.map(lower))
  const shown = new Set(members.map(({ groupId }) => lower(groupId)))
  const containing = members.filter(({ memberId }) => ids.has(lower(memberId)))
  return {
    hidden: [...ids].filter((id) => !shown.has(id)),
    containing: containing.map(({ groupId }) => groupId),
  }
}

/** The stored columns hold what the reader of policies returned. */
export function policyOf(row: StoredRow['directoryPolicies']): PolicyFacts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written from a read policy
  const { conditions, grantControls, sessionControls } = row as unknown as Pick<
    Parameters<typeof policyFacts>[0],
    'conditions' | 'grantControls' | 'sessionControls'
  >
  return policyFacts({
    id: row.id,
    displayName: row.displayName,
    state: row.state,
    createdDateTime: isoOf(row.createdDateTime),
    modifiedDateTime: isoOf(row.modifiedDateTime),
    conditions,
    grantControls,
    sessionControls,
  })
}

export const namedLocationOf = ({
  kind,
  countries: countriesAndRegions,
  ...row
}: StoredRow['directoryNamedLocations']): NamedLocationFacts => ({
  ...row,
  kind: kind === 'ip' || kind === 'country' ? kind : null,
  countriesAndRegions,
})

export const roleDefinitionOf = (
  row: StoredRow['directoryRoleDefinitions'],
): RoleDefinitionFacts => ({
  ...row,
  id: lower(row.id),
  templateId: lowerOrNull(row.templateId),
})

/** Assignments name a definition, whose template is the same in every directory. */
export function assignmentsOf(
  rows: readonly StoredRow['directoryRoleAssignments'][],
  definitions: readonly StoredRow['directoryRoleDefinitions'][],
): AssignmentFacts[] {
  const templates = new Map(
    definitions.map(({ id, templateId }) => [lower(id), lower(templateId ?? id)]),
  )
  return rows.map(({ roleTemplateId, principalId, principalKind, principalName, scope }) => ({
    roleTemplateId: templates.get(lower(roleTemplateId)) ?? lower(roleTemplateId),
    principalId: lower(principalId),
    principalKind,
    principalName,
    scope,
  }))
}

/** Null credentials were not read. */
export const servicePrincipalOf = ({
  credentials,
  ...row
}: StoredRow['directoryServicePrincipals']): ServicePrincipalFacts => ({
  ...row,
  id: lower(row.id),
  appId: lowerOrNull(row.appId),
  appOwnerOrganizationId: lowerOrNull(row.appOwnerOrganizationId),
  ...(credentials && credentialsByKind(credentials)),
})

const credentialsByKind = (credentials: readonly StoredCredential[]) => ({
  passwordCredentials: credentials.filter(({ kind }) => kind === 'secret'),
  keyCredentials: credentials.filter(({ kind }) => kind === 'certificate'),
})

export function applicationOf({
  credentials,
  ...row
}: StoredRow['directoryApplications']): ApplicationFacts {
  return {
    ...row,
    id: lower(row.id),
    appId: lower(row.appId),
    ...credentialsByKind(credentials),
  }
}

export const delegatedGrantOf = (
  row: StoredRow['directoryDelegatedGrants'],
): DelegatedGrantFacts => ({
  ...row,
  clientId: lower(row.clientId),
  principalId: lowerOrNull(row.principalId),
  resourceId: lower(row.resourceId),
})

export const appRoleAssignmentOf = ({
  principalName: principalDisplayName,
  ...row
}: StoredRow['directoryApplicationGrants']): AppRoleAssignmentFacts => ({
  ...row,
  principalDisplayName,
  principalId: lower(row.principalId),
  appRoleId: lower(row.appRoleId),
})

export const registrationOf = ({
  userId,
  ...row
}: StoredRow['activityRegistrations']): RegistrationFacts => ({ ...row, id: lower(userId) })

export const signInOf = (row: StoredRow['activitySignIns']): SignInFacts => ({
  id: lower(row.userId),
  lastSignInDateTime: isoOf(row.lastSignInAt),
  lastNonInteractiveSignInDateTime: isoOf(row.lastNonInteractiveSignInAt),
  lastSuccessfulSignInDateTime: isoOf(row.lastSuccessfulSignInAt),
})

export const activeUserOf = (
  row: StoredRow['activityUsage'],
  report: { readonly isConcealed: boolean; readonly reportDate: string | null },
): ActiveUserFacts => ({
  userPrincipalName: row.userPrincipalName,
  isConcealed: report.isConcealed,
  isDeleted: row.isDeleted,
  reportRefreshDate: report.reportDate,
  lastActivityDates: {
    exchange: row.exchangeLastUsedOn,
    oneDrive: row.oneDriveLastUsedOn,
    sharePoint: row.sharePointLastUsedOn,
    skypeForBusiness: row.skypeLastUsedOn,
    yammer: row.yammerLastUsedOn,
    teams: row.teamsLastUsedOn,
  },
})

export const deviceOf = ({
  deviceId,
  lastSignInAt,
  ...row
}: StoredRow['activityDevices']): DeviceFacts => ({
  ...row,
  id: lower(deviceId),
  approximateLastSignInDateTime: isoOf(lastSignInAt),
})

/** Returns owners' ids by the id of what they own. */
export const ownersOf = (
  rows: readonly StoredRow['activityOwners'][],
): ReadonlyMap<string, readonly string[]> =>
  new Map(rows.map(({ objectId, ownerIds }) => [lower(objectId), ownerIds.map(lower)]))

export const perUserMfaOf = ({
  userId,
  state,
}: StoredRow['activityPerUserMfa']): PerUserMfaFacts => ({
  id: lower(userId),
  perUserMfaState: state,
})

export const dnsOf = ({
  isDkimRead,
  dkimSelector1: selector1,
  dkimSelector2: selector2,
  ...row
}: StoredRow['activityDns']): DomainDnsFacts => ({
  ...row,
  dkim: isDkimRead ? { selector1, selector2 } : null,
})
