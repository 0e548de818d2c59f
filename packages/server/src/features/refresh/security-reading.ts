import { GraphFailure } from '@tenantscope/graph-client/failures'
import {
  FURTHER_RESOURCES,
  readApplicationGrants,
} from '@tenantscope/graph-client/read/application-grants'
import { readApplications } from '@tenantscope/graph-client/read/applications'
import { readDelegatedGrants } from '@tenantscope/graph-client/read/delegated-grants'
import { readGroupMembers } from '@tenantscope/graph-client/read/group-members'
import type { GroupMembers } from '@tenantscope/graph-client/read/group-members'
import { readNamedLocations } from '@tenantscope/graph-client/read/named-locations'
import { readPolicies } from '@tenantscope/graph-client/read/policies'
import { readRoleAssignments } from '@tenantscope/graph-client/read/role-assignments'
import { readRoleDefinitions } from '@tenantscope/graph-client/read/role-definitions'
import { readServicePrincipals } from '@tenantscope/graph-client/read/service-principals'

import type { StoredFacts } from './facts-reading.ts'
import { storePages } from './reading-parts.ts'
import type { Reading, ReadingParts } from './reading-parts.ts'
import {
  applicationGrantRow,
  applicationRow,
  namedLocationRow,
  policyRow,
  roleAssignmentRow,
  servicePrincipalRow,
} from './stored-rows.ts'
import type { PolicyRow, RoleAssignmentRow } from './stored-rows.ts'

/** Groups whose members are read together: twenty fit into one batch request. */
const GROUPS_AT_ONCE = 20
/** Larger groups are stored separately, to limit the memory and time per step. */
const MEMBERS_OF_LARGE = 500

/** Reads policies and named locations one after the other: both share a limit per second. */
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
  const { hasEntraP1 } = await facts
  // Microsoft also returns an empty list to a tenant without the license: that does not mean "no
  // policies".
  if (hasEntraP1 === false && (policies === null || policies.length === 0)) {
    await parts.fail('namedLocations', 'NOT_LICENSED')
    return parts.fail('policies', 'NOT_LICENSED')
  }
  await parts.read('namedLocations', async () => {
    const rows = (await readNamedLocations(graph)).map(namedLocationRow)
    await generations.applyAll('directoryNamedLocations', target, rows)
  })
  return policies
}

/** Reads role assignments and the names of roles. */
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

/** Reads app registrations and the permissions of apps. */
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
      toRow: (grant) => ({ ...grant, scopes: grant.scope }),
    })
    // A resource that the directory does not have is not asked for: Graph would refuse it.
    const resources = new Set<string>()
    await storePages(reading, 'directoryServicePrincipals', {
      pages: readServicePrincipals(graph),
      toRow(principal) {
        const { appId } = principal
        if (appId !== null && FURTHER_RESOURCES.has(appId)) resources.add(appId)
        return servicePrincipalRow(principal)
      },
    })
    await storePages(reading, 'directoryApplicationGrants', {
      pages: readApplicationGrants(graph, resources),
      toRow: applicationGrantRow,
    })
  })
}

/** Reads the members of these groups, including those of nested groups. */
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
        membersOf(membersById.get(id)).map((member) => ({
          groupId: id,
          memberId: member.id,
          memberKind: member.kind,
        }))
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

/** A policy may name a group that was deleted; it has no members. */
function membersOf(members: GroupMembers | GraphFailure | undefined) {
  if (members instanceof GraphFailure) throw members
  return members ?? []
}
