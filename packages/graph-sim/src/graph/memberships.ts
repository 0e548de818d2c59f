import type { Person } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import {
  DIRECTORY_OBJECT,
  groupObject,
  roleObject,
  type DirectoryObject,
} from './directory-objects.ts'
import { answerList } from './listing.ts'
import { resourceNotFound } from './refusals.ts'
import { ROLE_CATALOG } from './role-catalog.ts'
import { answerSingle } from './single.ts'
import { USER } from './users.ts'

/** The roles and groups that a person is in directly. */
export function listMemberOf(call: GraphCall, id: string): GraphAnswer {
  return answerMemberOf(call, membershipsOf(call, personOf(call, id)))
}

/** The signed-in person, with every property of their own. */
export function getMe(call: GraphCall): GraphAnswer {
  return answerSingle(call, { set: 'users', shape: USER, row: signedIn(call) })
}

export function listMyMemberOf(call: GraphCall): GraphAnswer {
  return answerMemberOf(call, membershipsOf(call, signedIn(call)))
}

/** Only directory roles, as /me/memberOf/microsoft.graph.directoryRole asks. */
export function listMyRoles(call: GraphCall): GraphAnswer {
  const roles = membershipsOf(call, signedIn(call)).filter(({ type }) => type === 'directoryRole')
  return answerMemberOf(call, roles)
}

/** By id or by address; throws Graph's 404. */
export function personOf({ tenant }: GraphCall, id: string): Person {
  const wanted = id.toLowerCase()
  const person = tenant.people.find(
    (each) => each.id === wanted || each.userPrincipalName.toLowerCase() === wanted,
  )
  if (!person) throw resourceNotFound(id)
  return person
}

function signedIn(call: GraphCall): Person {
  return personOf(call, call.caller.userId ?? '')
}

function membershipsOf({ tenant }: GraphCall, person: Person): DirectoryObject[] {
  return [
    ...ROLE_CATALOG.filter(({ id }) => person.roleTemplateIds.includes(id)).map((role) =>
      roleObject(role, tenant),
    ),
    ...tenant.groups
      .filter(({ memberIds }) => memberIds.includes(person.id))
      .map((group) => groupObject(group, tenant)),
  ]
}

function answerMemberOf(call: GraphCall, rows: readonly DirectoryObject[]): GraphAnswer {
  return answerList(call, {
    set: 'directoryObjects',
    shape: DIRECTORY_OBJECT,
    rows,
    pageDefault: 100,
    pageMax: 999,
  })
}
