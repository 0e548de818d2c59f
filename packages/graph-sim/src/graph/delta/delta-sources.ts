import { findGroup, findPerson } from '../../world/directory-index.ts'
import type { Group } from '../../world/types.ts'
import { APPLICATION } from '../applications/applications.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { GROUP } from '../groups/groups.ts'
import { USER } from '../users/users.ts'
import { areMembersKnown, memberChanges, rememberMembers } from './delta-members.ts'
import type { Relation } from './delta-rows.ts'
import { answerDelta } from './delta.ts'

/** More changes of members than this make a group come again. */
const MEMBERS_IN_ROW = 1_000

export function usersDelta(call: GraphCall): GraphAnswer {
  return answerDelta(call, {
    set: 'users',
    shape: USER,
    rows: call.tenant.people,
    find: (id) => findPerson(call.tenant, id),
    untracked: ['signInActivity'],
  })
}

export function groupsDelta(call: GraphCall): GraphAnswer {
  return answerDelta(call, {
    set: 'groups',
    shape: GROUP,
    rows: call.tenant.groups,
    find: (id) => findGroup(call.tenant, id),
    relation: membersOf(call),
  })
}

export function applicationsDelta(call: GraphCall): GraphAnswer {
  const rows = call.tenant.applications
  return answerDelta(call, {
    set: 'applications',
    shape: APPLICATION,
    rows,
    find: (id) => rows.find((application) => application.id === id),
  })
}

function membersOf({ tenant }: GraphCall): Relation<Group> {
  return {
    name: 'members',
    remember: (position) => rememberMembers(tenant, position),
    isKnown: (position) => areMembersKnown(tenant, position),
    portionsOf: (group, span) => portions(memberChanges(tenant, group, span)),
  }
}

function portions<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / MEMBERS_IN_ROW) }, (_, index) =>
    items.slice(index * MEMBERS_IN_ROW, (index + 1) * MEMBERS_IN_ROW),
  )
}
