import { valueOf, wordsOf } from './facts.ts'
import type { CoverageFacts, CoveragePolicy, PersonFacts, PolicyConditions } from './facts.ts'
import { createRoleHolders } from './role-holders.ts'
import { GUEST_TYPES } from './unknown-members.ts'

/** Whether a policy reaches a person. */
export const REACH = {
  no: 0,
  /** Included, but excluded as well. */
  excluded: 1,
  /** Included by a rule that cannot be decided here: guests of some directories only. */
  depends: 2,
  /** A group, a role or an assignment could not be read. */
  notKnown: 3,
  yes: 4,
} as const
export type Reach = (typeof REACH)[keyof typeof REACH]

type Users = NonNullable<PolicyConditions['users']>
type Names = readonly string[] | null | undefined

/** People are named by their places in the list of people. */
interface Audience {
  /** Returns the reach of a policy for each person, in the order of the list. */
  readonly reachOf: (policy: Pick<CoveragePolicy, 'conditions'>) => Uint8Array
  /** Returns the members of a group; null when they were not read. */
  readonly membersOf: (groupId: string) => readonly number[] | null
}

/** Resolves the users of policies to people: by id, group, role and guest type. */
export function* audienceSteps(
  people: readonly PersonFacts[],
  facts: CoverageFacts,
): Generator<undefined, Audience, undefined> {
  const indexById = new Map(people.map(({ id }, index) => [id.toLowerCase(), index]))
  const guestsByType = guestIndexesOf(people)
  const membersByGroup = lowerCaseKeys(valueOf(facts.groupMembers))
  const holders = createRoleHolders(valueOf(facts.roleAssignments), membersByGroup)
  yield
  // A group may be named by many policies, so that its members are looked up once.
  const indexesByGroup = new Map<string, readonly number[] | null>()
  for (const [id, members] of membersByGroup ?? []) {
    indexesByGroup.set(id, members && indexesOf(members))
    yield
  }

  function indexesOf(ids: Iterable<string>): number[] {
    const indexes: number[] = []
    for (const id of ids) {
      const index = indexById.get(id.toLowerCase())
      if (index !== undefined) indexes.push(index)
    }
    return indexes
  }

  function markGuests(marks: Uint8Array, types: readonly string[], reach: Reach): void {
    for (const type of new Set(types)) markEach(marks, guestsByType.get(type) ?? [], reach)
  }

  const membersOf = (groupId: string) => indexesByGroup.get(groupId.toLowerCase()) ?? null

  function markGroups(marks: Uint8Array, groupIds: Names): void {
    for (const id of groupIds ?? []) {
      const indexes = membersOf(id)
      if (indexes === null) markAll(marks, REACH.notKnown)
      else markEach(marks, indexes, REACH.yes)
    }
  }

  function markRoles(marks: Uint8Array, roleIds: Names): void {
    for (const id of roleIds ?? []) {
      const { known, notKnown, isComplete } = holders(id)
      markEach(marks, indexesOf(known), REACH.yes)
      markEach(marks, indexesOf(notKnown), REACH.notKnown)
      if (!isComplete) markAll(marks, REACH.notKnown)
    }
  }

  function markExternal(marks: Uint8Array, external: Users['includeGuestsOrExternalUsers']): void {
    const types = wordsOf(external?.guestOrExternalUserTypes)
    const isEnumerated = external?.externalTenants?.membershipKind === 'enumerated'
    markGuests(marks, types, isEnumerated ? REACH.depends : REACH.yes)
  }

  function marksOf(named: {
    users: Names
    groups: Names
    roles: Names
    external: Users['includeGuestsOrExternalUsers']
  }): Uint8Array {
    const marks = new Uint8Array(people.length)
    const users = named.users ?? []
    if (users.includes('All')) markAll(marks, REACH.yes)
    if (users.includes('GuestsOrExternalUsers')) markGuests(marks, GUEST_TYPES, REACH.yes)
    markEach(marks, indexesOf(users), REACH.yes)
    markGroups(marks, named.groups)
    markRoles(marks, named.roles)
    markExternal(marks, named.external)
    return marks
  }

  function reachOf({ conditions }: Pick<CoveragePolicy, 'conditions'>): Uint8Array {
    const users: Users = conditions.users ?? {}
    const included = marksOf({
      users: users.includeUsers,
      groups: users.includeGroups,
      roles: users.includeRoles,
      external: users.includeGuestsOrExternalUsers,
    })
    const excluded = marksOf({
      users: users.excludeUsers,
      groups: users.excludeGroups,
      roles: users.excludeRoles,
      external: users.excludeGuestsOrExternalUsers,
    })
    for (let index = 0; index < included.length; index += 1)
      included[index] = combined(included[index] ?? 0, excluded[index] ?? 0)
    return included
  }

  return { reachOf, membersOf }
}

/** A stronger mark stays. */
function markEach(marks: Uint8Array, indexes: readonly number[], reach: Reach): void {
  for (const index of indexes) if ((marks[index] ?? 0) < reach) marks[index] = reach
}

function markAll(marks: Uint8Array, reach: Reach): void {
  // Nothing is stronger than yes.
  if (reach === REACH.yes) {
    marks.fill(reach)
    return
  }
  for (let index = 0; index < marks.length; index += 1)
    if ((marks[index] ?? 0) < reach) marks[index] = reach
}

function combined(included: number, excluded: number): Reach {
  if (included === REACH.no) return REACH.no
  if (excluded === REACH.yes) return REACH.excluded
  if (included === REACH.depends || excluded === REACH.depends) return REACH.depends
  if (included === REACH.notKnown || excluded === REACH.notKnown) return REACH.notKnown
  return REACH.yes
}

/** Returns the places of guests and external users in the list of people, by Microsoft's type. */
function guestIndexesOf(people: readonly PersonFacts[]): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>(GUEST_TYPES.map((type) => [type, []]))
  for (const [index, person] of people.entries()) {
    const type = guestTypeOf(person)
    if (type !== null) indexes.get(type)?.push(index)
  }
  return indexes
}

/** Returns Microsoft's type of a guest or external user; null for members of the directory. */
function guestTypeOf({
  userType,
  externalUserState,
}: PersonFacts): (typeof GUEST_TYPES)[number] | null {
  const isInvited = (externalUserState ?? '') !== ''
  if (isGuest({ userType })) return isInvited ? 'b2bCollaborationGuest' : 'internalGuest'
  return isInvited ? 'b2bCollaborationMember' : null
}

/** Returns whether a person counts as a guest; accounts without a type are members. */
export function isGuest({ userType }: Pick<PersonFacts, 'userType'>): boolean {
  return userType?.toLowerCase() === 'guest'
}

function lowerCaseKeys<Value>(map: ReadonlyMap<string, Value> | null): Map<string, Value> | null {
  return map && new Map([...map].map(([key, value]) => [key.toLowerCase(), value]))
}
