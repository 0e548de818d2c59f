import { valueOf, wordsOf } from '../../coverage/facts.ts'
import { failed, judgeAbsent, notRead, passed } from '../define-check.ts'
import type { CheckObject, Judgement } from '../define-check.ts'
import {
  enabledPeople,
  isEmergencyAccount,
  isGuest,
  isMember,
  policyObject,
  REACH,
  strongestReach,
  userObject,
} from '../derived.ts'
import type { CheckFacts, PolicyFacts, UserFacts } from '../facts.ts'
import { GLOBAL_ADMINISTRATOR } from '../privileged-roles.ts'
import { privilegedHolders } from '../role-holders.ts'
import { includesAllUsers } from './conditional-access.ts'

/** Exclusions that a check for all people, or for administrators, allows: so many people, */
const EXCLUDED_PEOPLE = 5
/** or this share of the enabled people in question, whichever is more. */
const EXCLUDED_SHARE = 0.05

interface Audience {
  /** Enabled people in question in the order of all, emergency accounts too. */
  readonly people: readonly UserFacts[]
  /** False: some of them may not be known. */
  readonly isComplete: boolean
  /** Returns whether a policy without exclusions reaches all of them. */
  isIncludedBy(policy: PolicyFacts): boolean
  /** 'people' or 'administrators', for the sentence. */
  readonly name: string
  /**
   * True: the policies must reach one of them at least. The limit of a few exclusions is that of
   * checks for all users and for administrators; without it a policy that excludes guests would pass.
   */
  readonly isReachRequired?: boolean
}

export const everybody = (facts: CheckFacts): Audience => ({
  people: enabledPeople(facts),
  isComplete: true,
  isIncludedBy: includesAllUsers,
  name: 'people',
})

export const members = (facts: CheckFacts): Audience => ({
  people: enabledPeople(facts).filter(isMember),
  isComplete: true,
  isIncludedBy: includesAllUsers,
  name: 'members',
})

export const guests = (facts: CheckFacts): Audience => ({
  people: enabledPeople(facts).filter(isGuest),
  isComplete: true,
  isIncludedBy: (policy) => includesAllUsers(policy) || includesAllGuests(policy),
  name: 'guests',
  isReachRequired: true,
})

function includesAllGuests({ conditions: { users } }: PolicyFacts): boolean {
  if ((users?.includeUsers ?? []).includes('GuestsOrExternalUsers')) return true
  const external = users?.includeGuestsOrExternalUsers
  const types = wordsOf(external?.guestOrExternalUserTypes)
  return (
    external?.externalTenants?.membershipKind !== 'enumerated' &&
    ['internalGuest', 'b2bCollaborationGuest'].every((type) => types.includes(type))
  )
}

/** The enabled holders of privileged roles. */
export function administrators(facts: CheckFacts): Audience {
  const { rolesById, isComplete } = privilegedHolders(facts)
  const people = enabledPeople(facts).filter(({ id }) => rolesById.has(id.toLowerCase()))
  return { people, isComplete, isIncludedBy: includesAllUsers, name: 'administrators' }
}

/**
 * Judges policies that are to reach everybody, or all members: one of them must include all users, so
 * that it reaches people who are added later too. `none` says what no policy does.
 */
export function judgeForAll(
  facts: CheckFacts,
  policies: readonly PolicyFacts[],
  { none, audience = everybody(facts) }: { readonly none: string; readonly audience?: Audience },
): Judgement {
  if (!policies.some(includesAllUsers)) return failed(none)
  return judgeAudience(facts, policies, audience)
}

/**
 * Judges policies that are to reach administrators, each by one of every list. Where no active
 * administrator is known, the policies must name the role that every tenant has.
 */
export function judgeForAdministrators(
  facts: CheckFacts,
  lists: readonly (readonly PolicyFacts[])[],
  none: string,
): Judgement {
  if (lists.some((policies) => policies.length === 0)) return failed(none)
  const audience = administrators(facts)
  const isNamed = lists.every((policies) => policies.some(includesGlobalAdministrators))
  const isEmpty = 'value' in facts.parts.users && audience.people.length === 0
  if (isEmpty && audience.isComplete && !isNamed) return failed(none)
  const judgement = judgeAudienceOfEach(facts, lists, audience)
  if (judgement.verdict !== 'passed') return judgement
  const notKnown = 'Eligible assignments, and those of a unit or an application, are not known.'
  return { ...judgement, reason: `${judgement.reason} ${notKnown}` }
}

const includesGlobalAdministrators = (policy: PolicyFacts): boolean =>
  includesAllUsers(policy) ||
  (policy.conditions.users?.includeRoles ?? []).some(
    (role) => role.toLowerCase() === GLOBAL_ADMINISTRATOR,
  )

/**
 * Judges whether the policies together reach an audience. Those who are excluded from every one of
 * them, without emergency accounts, may be at most 5 people or 5 % of the audience, whichever is
 * more; those whom no policy includes may be none. Needs users, unless a policy excludes no one;
 * groups and roles only where the policies name them.
 */
export const judgeAudience = (
  facts: CheckFacts,
  policies: readonly PolicyFacts[],
  audience: Audience,
): Judgement => judgeAudienceOfEach(facts, [policies], audience)

/** Judges the same where people must be reached by a policy of each list. */
export function judgeAudienceOfEach(
  facts: CheckFacts,
  lists: readonly (readonly PolicyFacts[])[],
  audience: Audience,
): Judgement {
  if (lists.some((policies) => policies.length === 0))
    return failed('No enabled policy requires it.')
  const isIncluded = lists.every((policies) =>
    policies.some((policy) => audience.isIncludedBy(policy) && !excludesPeople(policy)),
  )
  const policies = [...new Set(lists.flat())]
  const absent = judgeAbsent(facts, ['users'])
  if (absent !== null) return isIncluded ? passedBy(policies.map(policyObject), {}) : absent
  const missed = missedBy(facts, lists, audience)
  return (
    judgeGaps(missed, policies, audience) ??
    judgeNotKnown(facts, policies, {
      audience,
      missed,
      isKnown:
        isIncluded ||
        (audience.isComplete &&
          missed.notKnown.length === 0 &&
          (audience.people.length > 0 || !excludesUnreadGroup(facts, policies))),
    }) ??
    passedBy(
      [...policies.map(policyObject), ...[...missed.excluded, ...missed.emergency].map(userObject)],
      countsOf(missed, audience),
    )
  )
}

const passedBy = (objects: readonly CheckObject[], counts: Judgement['counts']): Judgement =>
  passed('Enabled policies require it.', { counts, objects })

/** Returns null when no more people are left out than a check allows. */
function judgeGaps(
  missed: Missed,
  policies: readonly PolicyFacts[],
  audience: Audience,
): Judgement | null {
  const total = audience.people.length
  const gaps = [...missed.notIncluded, ...missed.excluded]
  const allowed = Math.max(EXCLUDED_PEOPLE, Math.floor(total * EXCLUDED_SHARE))
  const isReachMissing =
    audience.isReachRequired === true &&
    gaps.length > 0 &&
    gaps.length + missed.emergency.length === total
  if (missed.notIncluded.length === 0 && missed.excluded.length <= allowed && !isReachMissing)
    return null
  return failed(`No policy that requires it reaches ${gaps.length} of ${total} ${audience.name}.`, {
    counts: countsOf(missed, audience),
    objects: [...gaps.map(userObject), ...policies.map(policyObject)],
  })
}

/** Returns null when it is known of everyone in question whether a policy reaches them. */
function judgeNotKnown(
  facts: CheckFacts,
  policies: readonly PolicyFacts[],
  {
    audience,
    missed,
    isKnown,
  }: { readonly audience: Audience; readonly missed: Missed; readonly isKnown: boolean },
): Judgement | null {
  if (isKnown) return null
  const named = policies.map(({ conditions }) => conditions.users)
  const isByRole =
    !audience.isComplete ||
    named.some((users) => isNamed(users?.includeRoles) || isNamed(users?.excludeRoles))
  const isByGroup =
    isByRole ||
    named.some((users) => isNamed(users?.includeGroups) || isNamed(users?.excludeGroups))
  return (
    (isByRole ? judgeAbsent(facts, ['roleAssignments']) : null) ??
    (isByGroup ? judgeAbsent(facts, ['groupMembers']) : null) ??
    notRead('It is not known whether the policies reach everyone in question.', {
      counts: countsOf(missed, audience),
      objects: [...policies.map(policyObject), ...missed.notKnown.map(userObject)],
    })
  )
}

/** An excluded group that was not read shows in the people in question, unless there are none. */
function excludesUnreadGroup({ parts }: CheckFacts, policies: readonly PolicyFacts[]): boolean {
  const members = valueOf(parts.groupMembers)
  return policies.some(({ conditions }) =>
    (conditions.users?.excludeGroups ?? []).some(
      (id) => (members?.get(id.toLowerCase()) ?? null) === null,
    ),
  )
}

const isNamed = (names: readonly string[] | null | undefined): boolean => (names ?? []).length > 0

/** `serviceProvider` is the partner's delegated access, no person of the directory. */
function excludesPeople({ conditions: { users } }: PolicyFacts): boolean {
  return (
    [users?.excludeUsers, users?.excludeGroups, users?.excludeRoles].some(isNamed) ||
    wordsOf(users?.excludeGuestsOrExternalUsers?.guestOrExternalUserTypes).some(
      (type) => type !== 'serviceProvider',
    )
  )
}

interface Missed {
  readonly excluded: UserFacts[]
  readonly notIncluded: UserFacts[]
  readonly notKnown: UserFacts[]
  /** Declared emergency accounts that no policy is known to reach: they are no gap. */
  readonly emergency: UserFacts[]
}

const countsOf = (
  { excluded, notIncluded, notKnown, emergency }: Missed,
  { people, name }: Audience,
): Judgement['counts'] => ({
  [name]: people.length,
  excluded: excluded.length,
  notIncluded: notIncluded.length,
  notKnown: notKnown.length,
  emergencyAccounts: emergency.length,
})

/** Returns those of the audience whom no policy of one list or another is known to reach. */
function missedBy(
  facts: CheckFacts,
  lists: readonly (readonly PolicyFacts[])[],
  audience: Audience,
): Missed {
  const reaches = lists.map((policies) => strongestReach(facts, policies))
  const missed: Missed = { excluded: [], notIncluded: [], notKnown: [], emergency: [] }
  // The audience keeps the order of all people.
  let asked = 0
  for (const [at, person] of enabledPeople(facts).entries()) {
    if (person !== audience.people[asked]) continue
    asked += 1
    const reach = leastOf(reaches, at)
    if (reach === REACH.yes) continue
    missed[isEmergencyAccount(facts, person.id) ? 'emergency' : whyMissed(reach)].push(person)
  }
  return missed
}

/** The values of REACH are in order. */
function leastOf(reaches: readonly Uint8Array[], at: number): number {
  let least: number = REACH.yes
  for (const reach of reaches) least = Math.min(least, reach[at] ?? REACH.no)
  return least
}

function whyMissed(reach: number): 'excluded' | 'notIncluded' | 'notKnown' {
  if (reach === REACH.no) return 'notIncluded'
  return reach === REACH.excluded ? 'excluded' : 'notKnown'
}
