import { z } from 'zod'

import type { BatchRequest } from '../engine/batch.ts'
import { GraphFailure } from '../engine/failures.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { readGroupMembers } from './group-members.ts'
import { RoleAssignment } from './role-assignments.ts'

/**
 * Reads the holders of each of these roles in the directory, directly or through a group, by the ids of
 * role definitions: ids of people and whatever else can hold a role. Active assignments only. Throws
 * what any of the reads failed with: half an answer would take roles away.
 */
export async function readRoleHolders(
  graph: TenantGraph,
  roleIds: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const assignments = await assignmentsOf(graph, roleIds)
  const groups = assignments.filter(({ principal }) => principal?.kind === 'group')
  const members = await readGroupMembers(
    graph,
    groups.map(({ principalId }) => principalId),
  )
  const holders = new Map(roleIds.map((id) => [id, new Set<string>()]))
  for (const { roleDefinitionId, principalId } of assignments) {
    const holding = holders.get(roleDefinitionId)
    holding?.add(principalId)
    for (const member of rowsOf(members.get(principalId) ?? [])) holding?.add(member.id)
  }
  return holders
}

async function assignmentsOf(graph: TenantGraph, roleIds: readonly string[]) {
  const answers = await graph.batch(roleIds.map((id) => requestFor(id)))
  return [...answers.values()]
    .flatMap((answer) => rowsOf(answer))
    .filter(({ directoryScopeId }) => directoryScopeId === '/')
}

function requestFor(roleId: string): BatchRequest<RoleAssignment[]> {
  const filter = encodeURIComponent(`roleDefinitionId eq '${roleId}'`)
  // As for the complete list, Microsoft's page names $filter and $expand for this path, and no $top.
  const path = `/roleManagement/directory/roleAssignments?$filter=${filter}&$expand=principal`
  return { id: roleId, path, all: true, schema: z.array(RoleAssignment) }
}

function rowsOf<T>(answer: T[] | GraphFailure): T[] {
  if (answer instanceof GraphFailure) throw answer
  return answer
}
