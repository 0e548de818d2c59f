import type { Group } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import {
  DIRECTORY_OBJECT,
  groupObject,
  userObject,
  type DirectoryObject,
} from './directory-objects.ts'
import { answerList } from './listing.ts'
import { resourceNotFound } from './refusals.ts'

/** Who is in the group itself: people, then groups. */
export function listMembers(call: GraphCall, id: string): GraphAnswer {
  return answerMembers(call, directMembers(call, groupOf(call, id)))
}

/** Who is in the group or in a group inside of it, each once. */
export function listTransitiveMembers(call: GraphCall, id: string): GraphAnswer {
  return answerMembers(call, transitiveMembers(call, id))
}

/** Of these only people, as /transitiveMembers/microsoft.graph.user asks. */
export function listTransitivePeople(call: GraphCall, id: string): GraphAnswer {
  const people = transitiveMembers(call, id).filter(({ type }) => type === 'user')
  return answerMembers(call, people)
}

function transitiveMembers(call: GraphCall, id: string): DirectoryObject[] {
  const group = groupOf(call, id)
  const groups = [...groupsBelow(call, group)]
  const found = [group, ...groups].flatMap((each) => directMembers(call, each))
  return [...new Map(found.map((member) => [member.id, member])).values()].filter(
    (member) => member.id !== group.id,
  )
}

/** A group may be inside of itself by way of others. */
function groupsBelow({ tenant }: GraphCall, top: Group): Set<Group> {
  const groupById = new Map(tenant.groups.map((group) => [group.id, group]))
  const found = new Set<Group>()
  const waiting = [top]
  for (let group = waiting.pop(); group; group = waiting.pop()) {
    for (const id of group.memberGroupIds) {
      const inner = groupById.get(id)
      if (!inner || inner === top || found.has(inner)) continue
      found.add(inner)
      waiting.push(inner)
    }
  }
  return found
}

function directMembers({ tenant }: GraphCall, group: Group): DirectoryObject[] {
  const memberIds = new Set(group.memberIds)
  const groupIds = new Set(group.memberGroupIds)
  return [
    ...tenant.people.filter(({ id }) => memberIds.has(id)).map(userObject),
    ...tenant.groups
      .filter(({ id }) => groupIds.has(id))
      .map((inner) => groupObject(inner, tenant)),
  ]
}

function groupOf({ tenant }: GraphCall, id: string): Group {
  const group = tenant.groups.find((each) => each.id === id.toLowerCase())
  if (!group) throw resourceNotFound(id)
  return group
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
