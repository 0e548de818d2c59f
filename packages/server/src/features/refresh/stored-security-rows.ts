import type { ApplicationGrant } from '@tenantscope/graph-client/read-application-grants'
import type { Application } from '@tenantscope/graph-client/read-applications'
import type { DelegatedGrant } from '@tenantscope/graph-client/read-delegated-grants'
import type { GroupMember } from '@tenantscope/graph-client/read-group-members'
import type { NamedLocation } from '@tenantscope/graph-client/read-named-locations'
import type { ConditionalAccessPolicy } from '@tenantscope/graph-client/read-policies'
import type { RoleAssignment } from '@tenantscope/graph-client/read-role-assignments'

import type { StoredCredential } from '../../db/directory-tables.ts'
import { storedTime } from '../../lib/stored-text.ts'

/** What guards a directory and who may do what in it, as rows of its tables. */

export function policyRow(policy: ConditionalAccessPolicy) {
  // Screens and checks look into the conditions of every policy.
  const conditions: Partial<NonNullable<typeof policy.conditions>> = policy.conditions ?? {}
  return {
    id: policy.id,
    templateId: policy.templateId,
    displayName: policy.displayName ?? policy.id,
    state: policy.state ?? 'unknown',
    createdDateTime: storedTime(policy.createdDateTime),
    modifiedDateTime: storedTime(policy.modifiedDateTime),
    conditions,
    grantControls: policy.grantControls,
    sessionControls: policy.sessionControls,
  }
}
export type PolicyRow = ReturnType<typeof policyRow>

export function namedLocationRow(location: NamedLocation) {
  return {
    id: location.id,
    displayName: location.displayName,
    kind: location.kind,
    isTrusted: location.isTrusted,
    ipRanges: location.ipRanges.toSorted(),
    countries: location.countriesAndRegions.toSorted(),
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

export function groupMemberRow(groupId: string, member: GroupMember) {
  return { groupId, memberId: member.id, memberKind: member.kind }
}

export function applicationRow(application: Application) {
  const secrets = application.passwordCredentials.map((secret) => credentialOf('secret', secret))
  const keys = application.keyCredentials.map((key) => credentialOf('certificate', key))
  return {
    id: application.id,
    appId: application.appId,
    displayName: application.displayName,
    createdDateTime: storedTime(application.createdDateTime),
    signInAudience: application.signInAudience,
    credentials: [...secrets, ...keys].toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1)),
  }
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

export function delegatedGrantRow(grant: DelegatedGrant) {
  return {
    id: grant.id,
    clientId: grant.clientId,
    consentType: grant.consentType,
    principalId: grant.principalId,
    resourceId: grant.resourceId,
    scopes: grant.scope.toSorted(),
  }
}

export function applicationGrantRow(grant: ApplicationGrant) {
  return {
    id: grant.id,
    principalId: grant.principalId,
    principalName: grant.principalDisplayName,
    principalKind: grant.principalType,
    appRoleId: grant.appRoleId,
    permission: grant.permission,
    createdDateTime: storedTime(grant.createdDateTime),
  }
}
