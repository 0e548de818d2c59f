import { GraphFailure } from '@tenantscope/graph-client/failures'
import { readApplicationGrants } from '@tenantscope/graph-client/read-application-grants'
import { readApplications } from '@tenantscope/graph-client/read-applications'
import { readDelegatedGrants } from '@tenantscope/graph-client/read-delegated-grants'
import { readGroupMembers } from '@tenantscope/graph-client/read-group-members'
import type { GroupMembers } from '@tenantscope/graph-client/read-group-members'
import { readNamedLocations } from '@tenantscope/graph-client/read-named-locations'
import { readPolicies } from '@tenantscope/graph-client/read-policies'
import { readRoleAssignments } from '@tenantscope/graph-client/read-role-assignments'
import { readRoleDefinitions } from '@tenantscope/graph-client/read-role-definitions'
import { readServicePrincipals } from '@tenantscope/graph-client/read-service-principals'

import type { StoredFacts } from './facts-reading.ts'
import { storePages } from './reading-parts.ts'
import type { Reading, ReadingParts } from './reading-parts.ts'
import { hasEntraP1 } from './refresh.rules.ts'
import {
  applicationGrantRow,
  applicationRow,
  delegatedGrantRow,
  groupMemberRow,
  namedLocationRow,
  policyRow,
  roleAssignmentRow,
} from './stored-security-rows.ts'
import type { PolicyRow, RoleAssignmentRow } from './stored-security-rows.ts'

/** Groups whose members are read together: twenty fit into one request. */
const GROUPS_AT_ONCE = 20
/** Larger ones are stored each alone: the event loop must not carry the members of twenty of them. */
const MEMBERS_OF_LARGE = 500

/** Policies and the places that they name, one after the other: both wait for the same second. */
export async function readConditionalAccess(
  reading: Reading,
  parts: ReadingParts,
  facts: Promise<StoredFacts>,
): Promise<readonly PolicyRow[] | null> {
  const { generations, graph, target } = reading
  const policies = await parts.read('policies', async () => {
    const rows = (await readPolicies(graph)).map(policyRow)
    await generations.applyAll('directoryPolicies', target, rows)
    return rows
  })
  const { skus } = await facts
  const mayHave = skus === null || hasEntraP1(skus)
  // Microsoft answers a tenant without the license with an empty list too: that is not "no policies".
  if (!mayHave && (policies === null || policies.length === 0)) {
    await parts.fail('namedLocations', 'NOT_LICENSED')
    return parts.fail('policies', 'NOT_LICENSED')
  }
  await parts.read('namedLocations', async () => {
    const rows = (await readNamedLocations(graph)).map(namedLocationRow)
    await generations.applyAll('directoryNamedLocations', target, rows)
  })
  return policies
}

/** Who administers the directory, and what the roles are called. */
export function readRoles(
  { generations, graph, target }: Reading,
  parts: ReadingParts,
): Promise<readonly RoleAssignmentRow[] | null> {
  return parts.read('roles', async () => {
    const rows = (await readRoleAssignments(graph)).map(roleAssignmentRow)
    await generations.applyAll('directoryRoleAssignments', target, rows)
    await generations.applyAll('directoryRoleDefinitions', target, await readRoleDefinitions(graph))
    return rows
  })
}

/** App registrations, and what apps may do. */
export async function readApps(reading: Reading, parts: ReadingParts): Promise<void> {
  const { graph } = reading
  await parts.read('applications', () =>
    storePages(reading, 'directoryApplications', {
      pages: readApplications(graph),
      toRow: applicationRow,
    }),
  )
  await parts.read('grants', async () => {
    await storePages(reading, 'directoryDelegatedGrants', {
      pages: readDelegatedGrants(graph),
      toRow: delegatedGrantRow,
    })
    await storePages(reading, 'directoryApplicationGrants', {
      pages: readApplicationGrants(graph),
      toRow: applicationGrantRow,
    })
    await storePages(reading, 'directoryServicePrincipals', {
      pages: readServicePrincipals(graph),
      toRow: (servicePrincipal) => servicePrincipal,
    })
  })
}

/** Groups whose members matter: policies name them, they hold a role, or they give licenses. */
export function groupsNamedBy(
  policies: readonly PolicyRow[] | null,
  roles: readonly RoleAssignmentRow[] | null,
): string[] {
  const byPolicies = (policies ?? []).flatMap(({ conditions }) => [
    ...(conditions.users?.includeGroups ?? []),
    ...(conditions.users?.excludeGroups ?? []),
  ])
  const byRoles = (roles ?? []).flatMap((role) =>
    role.principalKind === 'group' ? [role.principalId] : [],
  )
  return [...byPolicies, ...byRoles]
}

/** Members of these groups, of groups within them too. */
export async function readMembers(
  { generations, graph, target }: Reading,
  parts: ReadingParts,
  groupIds: ReadonlySet<string>,
): Promise<void> {
  const ids = [...groupIds]
  await parts.read('groupMembers', async () => {
    for (let start = 0; start < ids.length; start += GROUPS_AT_ONCE) {
      const some = ids.slice(start, start + GROUPS_AT_ONCE)
      const membersById = await readGroupMembers(graph, some)
      const rowsOf = (id: string) =>
        membersOf(membersById.get(id)).map((member) => groupMemberRow(id, member))
      const large = some.filter((id) => membersOf(membersById.get(id)).length > MEMBERS_OF_LARGE)
      const small = some.filter((id) => !large.includes(id))
      for (const parentIds of [small, ...large.map((id) => [id])]) {
        const rows = parentIds.flatMap(rowsOf)
        await generations.applyChildren('directoryGroupMembers', target, { parentIds, rows })
      }
    }
    await generations.keepOnly('directoryGroupMembers', target, ids)
  })
}

/** A policy may name a group that was deleted since: nobody is in it. */
function membersOf(members: GroupMembers | GraphFailure | undefined) {
  if (members instanceof GraphFailure) throw members
  return members ?? []
}
