import type { Group } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { answerList } from '../query/listing.ts'
import {
  DIRECTORY_OBJECT,
  groupObject,
  userObject,
  type DirectoryObject,
} from '../users/directory-objects.ts'
import { findGroup } from './groups.ts'

/** Without it Graph answers with an empty list for a group that hides its members. */
const READS_HIDDEN = 'Member.Read.Hidden'

/** Lists the direct members of a group: people, then groups. */
export function listMembers(call: GraphCall, id: string): GraphAnswer {
  return answerMembers(call, directMembers(call, findGroup(call, id)))
}

/** Lists the members of a group and of the groups inside it, each once. */
export function listTransitiveMembers(call: GraphCall, id: string): GraphAnswer {
  const group = findGroup(call, id)
  const groups = [...groupsBelow(call, group)]
  const found = [group, ...groups].flatMap((each) => directMembers(call, each))
  const members = [...new Map(found.map((member) => [member.id, member])).values()]
  return answerMembers(
    call,
    members.filter((member) => member.id !== group.id),
  )
}

/** A group may be inside of itself by way of others. */
function groupsBelow({ tenant, caller }: GraphCall, top: Group): Set<Group> {
  const isHidden = ({ visibility }: Group) =>
    visibility === 'HiddenMembership' && !caller.roles.includes(READS_HIDDEN)
  const groupById = new Map(tenant.groups.map((group) => [group.id, group]))
  const found = new Set<Group>()
  const waiting = [top]
  for (let group = waiting.pop(); group; group = waiting.pop()) {
    for (const id of isHidden(group) ? [] : group.memberGroupIds) {
      const inner = groupById.get(id)
      if (!inner || inner === top || found.has(inner)) continue
      found.add(inner)
      waiting.push(inner)
    }
  }
  return found
}

function directMembers({ tenant, caller }: GraphCall, group: Group): DirectoryObject[] {
  if (group.visibility === 'HiddenMembership' && !caller.roles.includes(READS_HIDDEN)) return []
  const memberIds = new Set(group.memberIds)
  const groupIds = new Set(group.memberGroupIds)
  return [
    ...tenant.people.filter(({ id }) => memberIds.has(id)).map(userObject),
    ...tenant.groups
      .filter(({ id }) => groupIds.has(id))
      .map((inner) => groupObject(inner, tenant)),
  ]
}

function answerMembers(call: GraphCall, rows: readonly DirectoryObject[]): GraphAnswer {
  return answerList(call, {
    set: 'directoryObjects',
    shape: DIRECTORY_OBJECT,
    rows,
    pageDefault: 100,
    pageMax: 999,
  })
}
