import { GraphFailure } from '../engine/failures.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { GroupMember } from './group-members.ts'

/** Ids of the people of a group. */
interface GroupPeople {
  ids: string[]
  /** There are more than were asked for. */
  isTruncated: boolean
}

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
  try {
    for await (const { id, kind } of graph.pagesOf(GroupMember, path)) {
      if (kind !== 'user') continue
      if (ids.size === most && !ids.has(id)) return { ids: [...ids], isTruncated: true }
      ids.add(id)
    }
  } catch (error) {
    if (error instanceof GraphFailure && error.status === 404) return null
    throw error
  }
  return { ids: [...ids], isTruncated: false }
}
