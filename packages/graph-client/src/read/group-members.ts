import { z } from 'zod'

import type { BatchRequest } from '../engine/batch.ts'
import { GraphFailure } from '../engine/failures.ts'
import { guid, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { kindOfPrincipal } from './principal-kinds.ts'

/** The members of a group, directly or through other groups. */
export const GroupMember = z
  .object({ id: guid, '@odata.type': text })
  .transform(({ id, '@odata.type': type }) => ({ id, kind: kindOfPrincipal(type) }))
export type GroupMember = z.infer<typeof GroupMember>

/** Null when the group does not exist. */
export type GroupMembers = GroupMember[] | null

/**
 * `GET /groups/{id}/transitiveMembers` of each group, twenty to a request, 4 units a group. By the
 * ids as they were given; a group that cannot be read is its own failure.
 */
export async function readGroupMembers(
  graph: TenantGraph,
  groupIds: Iterable<string>,
): Promise<Map<string, GroupMembers | GraphFailure>> {
  const requests = [...new Set(groupIds)].map((id) => requestFor(id))
  const members = new Map<string, GroupMembers | GraphFailure>()
  for (const [id, answer] of await graph.batch(requests)) members.set(id, orGone(answer))
  return members
}

// 999 is the largest page; selecting saves one unit of five.
function requestFor(id: string): BatchRequest<GroupMember[]> {
  const path = `/groups/${encodeURIComponent(id)}/transitiveMembers?$select=id&$top=999`
  return { id, path, all: true, schema: z.array(GroupMember) }
}

/** A policy may name a group that was deleted since. */
function orGone(answer: GroupMember[] | GraphFailure): GroupMembers | GraphFailure {
  return answer instanceof GraphFailure && answer.status === 404 ? null : answer
}
