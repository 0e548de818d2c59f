import { z } from 'zod'

import { GraphFailure } from '../engine/failures.ts'
import { text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { GroupMember } from './group-members.ts'

/** Ids of the people of a group. */
interface GroupPeople {
  ids: string[]
  /** There are more than were asked for. */
  isTruncated: boolean
  /** The group, or one within it, shows its members to its members only: more may be in it. */
  hidesMembers: boolean
}

const Visibility = z.object({ visibility: text })

/**
 * The people of a group and of the nested groups, up to a limit; null when there is no such group.
 * Stops reading once it has them.
 */
export async function readGroupPeople(
  graph: TenantGraph,
  groupId: string,
  most: number,
): Promise<GroupPeople | null> {
  const path = `/groups/${encodeURIComponent(groupId)}/transitiveMembers?$select=id&$top=999`
  const ids = new Set<string>()
  const nested = new Set<string>()
  try {
    for await (const { id, kind } of graph.pagesOf(GroupMember, path)) {
      if (kind === 'group') nested.add(id)
      if (kind !== 'user') continue
      if (ids.size === most && !ids.has(id))
        return { ids: [...ids], isTruncated: true, hidesMembers: false }
      ids.add(id)
    }
  } catch (error) {
    if (error instanceof GraphFailure && error.status === 404) return null
    throw error
  }
  // Microsoft returns an empty list for a group that hides its members.
  const asked = ids.size + nested.size === 0 ? [groupId] : [...nested]
  return { ids: [...ids], isTruncated: false, hidesMembers: await isAnyHidden(graph, asked) }
}

async function isAnyHidden(graph: TenantGraph, groupIds: readonly string[]): Promise<boolean> {
  const requests = groupIds.map((id) => ({
    id,
    path: `/groups/${encodeURIComponent(id)}?$select=visibility`,
    schema: Visibility,
  }))
  for (const answer of (await graph.batch(requests)).values()) {
    if (!(answer instanceof GraphFailure)) {
      if (answer.visibility?.toLowerCase() === 'hiddenmembership') return true
    } else if (answer.status !== 404) throw answer
  }
  return false
}
