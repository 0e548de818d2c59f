import { isAgent, valueOf } from '../coverage/facts.ts'
import { oncePerTenant, usersById } from './derived.ts'
import type { CheckFacts, PartValues, UserFacts } from './facts.ts'
import { PRIVILEGED_ROLES } from './privileged-roles.ts'

type Assignment = PartValues['roleAssignments'][number]

export interface Holders {
  /** Template ids of the roles by the id of a person or service principal, in lower case. */
  readonly rolesById: ReadonlyMap<string, ReadonlySet<string>>
  /** False: assignments, or a group that holds one of the roles, could not be read. */
  readonly isComplete: boolean
  /** Assignments within a unit or an application. */
  readonly scopedCount: number
}

/**
 * Returns the holders of roles by active assignments at scope `/`, direct or through a group, by the
 * roles' template ids in lower case. Eligible assignments need a permission that is not requested.
 */
export function holdersOf(facts: CheckFacts, isAsked: (role: string) => boolean): Holders {
  const rolesById = new Map<string, Set<string>>()
  const assignments = valueOf(facts.parts.roleAssignments)
  let isComplete = assignments !== null
  let scopedCount = 0
  for (const assignment of assignments ?? []) {
    const role = assignment.roleTemplateId.toLowerCase()
    if (!isAsked(role)) continue
    if (assignment.scope !== '/') {
      scopedCount += 1
      continue
    }
    const ids = principalsOf(facts, assignment)
    if (ids === null) isComplete = false
    for (const id of ids ?? []) rolesById.set(id, (rolesById.get(id) ?? new Set()).add(role))
  }
  return { rolesById, isComplete, scopedCount }
}

/** Returns null when the assignment's group, or whether it is one, could not be read. */
function principalsOf(
  facts: CheckFacts,
  { principalId, principalKind }: Assignment,
): readonly string[] | null {
  const id = principalId.toLowerCase()
  const isNamed = principalKind !== null && principalKind !== 'unknown'
  const isGroup = isNamed ? principalKind === 'group' : isGroupId(facts, id)
  if (isGroup === null) return null
  return isGroup ? membersOf(facts, id) : [id]
}

/** Returns none for a deleted group, and null for one that could not be read. */
function membersOf(facts: CheckFacts, id: string): readonly string[] | null {
  const known = valueOf(facts.parts.groupMembers)
  const members = known?.get(id)
  if (members === undefined && (isDeleted(facts, id) || (known !== null && isGone(facts, id))))
    return []
  return members?.map((member) => member.toLowerCase()) ?? null
}

const idsOf = (rows: readonly { readonly id: string }[] | null): ReadonlySet<string> | null =>
  rows && new Set(rows.map(({ id }) => id.toLowerCase()))

const groupIds = oncePerTenant(({ parts }) => idsOf(valueOf(parts.groups)))

/** Microsoft names no kind for a holder that was deleted, or when it was not asked. */
function isGroupId(facts: CheckFacts, id: string): boolean | null {
  const groups = groupIds(facts)
  if (groups !== null) return groups.has(id)
  return usersById(facts)?.has(id) === true || isGone(facts, id) ? false : null
}

const isDeleted = ({ parts }: CheckFacts, id: string): boolean =>
  valueOf(parts.deletedObjects)?.has(id) === true

/** A list of groups may be older than the assignment, so it proves nothing without the members. */
function isGone(facts: CheckFacts, id: string): boolean {
  return isDeleted(facts, id) || groupIds(facts)?.has(id) === false
}

/**
 * Returns people, disabled too, whose roles satisfy a condition; emergency accounts are among them,
 * agent users are not.
 */
export function peopleWith(
  facts: CheckFacts,
  { rolesById }: Holders,
  isWanted: (roles: ReadonlySet<string>) => boolean = () => true,
): UserFacts[] {
  return (valueOf(facts.parts.users) ?? []).filter((user) => {
    const roles = isAgent(user) ? undefined : rolesById.get(user.id.toLowerCase())
    return roles !== undefined && isWanted(roles)
  })
}

/** The holders of privileged roles in the complete directory. */
export const privilegedHolders = oncePerTenant((facts) =>
  holdersOf(facts, (role) => PRIVILEGED_ROLES.has(role)),
)
