import { countedAs } from '../../counted.ts'
import { valueOf } from '../../coverage/facts.ts'
import {
  defineCheck,
  failed,
  judgeAbsent,
  notApplicable,
  notRead,
  passed,
} from '../define-check.ts'
import type { Judgement } from '../define-check.ts'
import {
  enabledPeople,
  isEmergencyAccount,
  isMember,
  oncePerTenant,
  placesInGroup,
  policyObject,
  REACH,
  reachOf,
  userObject,
} from '../derived.ts'
import type { CheckFacts, PolicyFacts, UserFacts } from '../facts.ts'
import {
  enabledPolicies,
  includesAllUsers,
  isForPeople,
  isReadable,
  judgeConditionalAccess,
} from './conditional-access.ts'
import { synchronizationAccounts } from './exclusions.ts'

/** As many emergency accounts as can be declared; more are no emergency access. */
const MOST_ACCOUNTS = 4

export const breakGlassExcluded = defineCheck({
  id: 'ca.break-glass-excluded',
  version: 1,
  title: 'The same emergency account is excluded from every policy',
  severity: 'high',
  why: 'A wrong policy can lock out every administrator. At least one declared emergency account must be outside every enabled policy. Without a declaration, the accounts that all policies exclude by name or group are used, if they are at most four.',
  fix: [
    'Create two cloud accounts with the role Global Administrator and a phishing-resistant method, and keep them safe.',
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies and exclude them from each policy.',
    'Declare them here as emergency accounts, and watch their sign-ins.',
  ],
  effort: 'hours',
  userImpact: 'None.',
  references: ['CIS 1.1.2', 'MT.1005'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      const asked = enabledPolicies(policies).filter(
        (policy) => isForPeople(policy) && !isForContextsOnly(policy),
      )
      if (asked.length === 0) return notApplicable('No enabled policy applies to people.')
      return judgeAbsent(facts, ['users']) ?? judgeAccounts(facts, asked)
    }),
})

/** A policy for authentication contexts alone cannot stop a sign-in. */
const isForContextsOnly = ({ conditions: { applications } }: PolicyFacts): boolean =>
  (applications?.includeAuthenticationContextClassReferences ?? []).length > 0

interface Account {
  /** The place in the list of enabled people. */
  readonly at: number
  readonly person: UserFacts
  /** The number of policies. */
  readonly reachedBy: number
  readonly isKnown: boolean
  /** Outside every policy that this version can read. */
  readonly isOutsideReadable: boolean
}

function judgeAccounts(facts: CheckFacts, policies: readonly PolicyFacts[]): Judgement {
  const isDeclared = enabledPeople(facts).some(({ id }) => isEmergencyAccount(facts, id))
  const read = policies.map((policy) => statesOf(facts, policy, isDeclared))
  const accounts = accountsOf(facts, read, isDeclared)
  const free = accounts.filter(({ reachedBy, isKnown }) => reachedBy === 0 && isKnown)
  const counts = { policies: policies.length, excludedAccounts: free.length }
  const objects = free.map(({ person }) => userObject(person))
  const outside = accounts.filter(({ isOutsideReadable }) => isOutsideReadable)
  if (!isDeclared && outside.length > MOST_ACCOUNTS)
    return failed(
      `${countedAs(outside.length, 'account is', 'accounts are')} excluded from every policy, and none is declared.`,
      { counts, objects: outside.map(({ person }) => userObject(person)) },
    )
  // Without roles, the account that synchronizes the directory cannot be told from an emergency account.
  const rolesAbsent = isDeclared ? null : judgeAbsent(facts, ['roleAssignments'])
  if (free.length > 0 && rolesAbsent) return rolesAbsent
  if (free.length > 0)
    return passed('Emergency accounts are reached by no enabled policy.', { counts, objects })
  if (isHidden(facts, policies, { accounts, isDeclared }))
    return (
      judgeAbsent(facts, ['groupMembers', 'roleAssignments']) ??
      notRead('A group, a role or a policy could not be read.', { counts })
    )
  return failed('No account is excluded from every enabled policy.', {
    counts,
    objects: fewestOf(accounts, read).map(policyObject),
  })
}

/** One policy over the enabled people. */
interface PolicyStates {
  readonly policy: PolicyFacts
  /** By place in the list of people: a value of STATE. */
  readonly states: Uint8Array
  /** By place: 1 for people whom the policy excludes by id or through a group that was read. */
  readonly isNamed: Uint8Array
}

const STATE = { out: 0, in: 1, notKnown: 2 } as const
type State = (typeof STATE)[keyof typeof STATE]

function statesOf(facts: CheckFacts, policy: PolicyFacts, isDeclared: boolean): PolicyStates {
  const mayMiss = isDeclared || !isBroad(policy)
  const stateByReach = Object.values(REACH).map((reach) => stateOf(policy, reach, mayMiss))
  const isNamed = namedIn(facts, policy)
  const states = reachOf(facts, policy).map((reach, at) =>
    isNamed[at] === 1 ? STATE.out : (stateByReach[reach] ?? STATE.notKnown),
  )
  return { policy, states, isNamed }
}

/**
 * Returns declared accounts; without any, members whom a policy excludes by id or through a group. The
 * exclusions of a policy that this version cannot read name no account.
 */
function accountsOf(
  facts: CheckFacts,
  read: readonly PolicyStates[],
  isDeclared: boolean,
): Account[] {
  const people = enabledPeople(facts)
  const isNamed = new Uint8Array(people.length)
  for (const { isNamed: named } of read.filter(({ policy }) => isReadable(policy)))
    for (let at = 0; at < named.length; at += 1) if (named[at] === 1) isNamed[at] = 1
  const synchronizing = synchronizationAccounts(facts)
  const isCandidate = ({ id, userType }: UserFacts, at: number): boolean =>
    isDeclared
      ? isEmergencyAccount(facts, id)
      : isNamed[at] === 1 && isMember({ userType }) && !synchronizing.has(id.toLowerCase())
  return people.flatMap((person, at) => {
    if (!isCandidate(person, at)) return []
    let reachedBy = 0
    let isKnown = true
    let isOutsideReadable = true
    for (const { policy, states } of read) {
      if (states[at] === STATE.in) reachedBy += 1
      if (states[at] === STATE.notKnown) isKnown = false
      if (states[at] !== STATE.out && isReadable(policy)) isOutsideReadable = false
    }
    return { at, person, reachedBy, isKnown, isOutsideReadable }
  })
}

/** Returns whether a policy reaches a person; `mayMiss`: a person who is not included needs no exclusion. */
function stateOf(policy: PolicyFacts, reach: number, mayMiss: boolean): State {
  if (reach === REACH.yes) return STATE.in
  if (reach === REACH.notKnown || reach === REACH.depends) return STATE.notKnown
  if (!mayMiss) return STATE.in
  return reach === REACH.excluded || isReadable(policy) ? STATE.out : STATE.notKnown
}

const isBroad = (policy: PolicyFacts): boolean =>
  includesAllUsers(policy) || (policy.conditions.users?.includeRoles ?? []).length > 0

/** Returns 1 for people whom a policy excludes by id or through a group that was read. */
function namedIn(facts: CheckFacts, { conditions: { users } }: PolicyFacts): Uint8Array {
  const marks = new Uint8Array(enabledPeople(facts).length)
  for (const id of users?.excludeUsers ?? []) {
    const at = placeOf(facts).get(id.toLowerCase())
    if (at !== undefined) marks[at] = 1
  }
  for (const id of users?.excludeGroups ?? [])
    for (const at of placesInGroup(facts, id) ?? []) marks[at] = 1
  return marks
}

/** The places of the enabled people by their ids in lower case. */
const placeOf = oncePerTenant(
  (facts): ReadonlyMap<string, number> =>
    new Map(enabledPeople(facts).map(({ id }, at) => [id.toLowerCase(), at])),
)

/** Returns whether what could not be read may hold an account that is excluded everywhere. */
function isHidden(
  { parts }: CheckFacts,
  policies: readonly PolicyFacts[],
  { accounts, isDeclared }: { readonly accounts: readonly Account[]; readonly isDeclared: boolean },
): boolean {
  if (accounts.some(({ reachedBy, isKnown }) => reachedBy === 0 && !isKnown)) return true
  if (isDeclared) return false
  const readable = policies.filter(isReadable)
  const members = valueOf(parts.groupMembers)
  const isUnread = (id: string): boolean => (members?.get(id.toLowerCase()) ?? null) === null
  return (
    (readable.length === 0 || readable.some((policy) => groupsExcludedBy(policy).some(isUnread))) &&
    policies.every((policy) => !isBroad(policy) || namesExclusions(policy))
  )
}

const groupsExcludedBy = ({ conditions: { users } }: PolicyFacts): readonly string[] =>
  users?.excludeGroups ?? []

const namesExclusions = (policy: PolicyFacts): boolean =>
  groupsExcludedBy(policy).length > 0 || (policy.conditions.users?.excludeUsers ?? []).length > 0

/** Returns the policies to change for the account that is closest; all when there is none. */
function fewestOf(
  accounts: readonly Account[],
  read: readonly PolicyStates[],
): readonly PolicyFacts[] {
  const fewest = accounts.reduce<Account | null>(
    (found, account) => (account.reachedBy < (found?.reachedBy ?? read.length) ? account : found),
    null,
  )
  const asked = fewest === null ? read : read.filter(({ states }) => states[fewest.at] === STATE.in)
  return asked.map(({ policy }) => policy)
}
