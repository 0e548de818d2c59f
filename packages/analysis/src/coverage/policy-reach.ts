import type { PeopleCounts, PolicyReach } from '@tenantscope/contract/policy-page'

import { audienceSteps, isGuest, REACH } from './audience.ts'
import { isEnabledPerson } from './coverage.ts'
import type { Covered } from './coverage.ts'
import { valueOf } from './facts.ts'
import type { CoverageFacts, PersonFacts } from './facts.ts'

/** Returns the reach of a policy that was judged; null when it is not among the judged policies. */
export function reachOfJudged(covered: Covered, policyId: string): PolicyReach | null {
  const at = covered.policies.findIndex(({ policy }) => policy.id === policyId)
  if (at === -1) return null
  const reach = emptyReach()
  for (const found of covered.classes) addTo(reach, found.reach[at] ?? REACH.no, found)
  return reach
}

/**
 * Returns the reach by id of the policies that change no sign-in, as if they were enabled; null
 * when people or policies are missing.
 */
export function* reachOfOthersSteps(
  facts: CoverageFacts,
  covered: Covered | null,
): Generator<undefined, ReadonlyMap<string, PolicyReach> | null, undefined> {
  const judged = new Set(covered?.policies.map(({ policy }) => policy.id))
  const policies = valueOf(facts.policies)?.filter(({ id }) => !judged.has(id))
  const people = valueOf(facts.people)?.filter(isEnabledPerson)
  if (policies === undefined || people === undefined) return null
  const kinds = kindsOf(people, facts.emergencyAccounts)
  yield
  const { reachOf } = yield* audienceSteps(people, facts)
  const found = new Map<string, PolicyReach>()
  for (const policy of policies) {
    const reach = emptyReach()
    for (const [person, mark] of reachOf(policy).entries())
      addTo(reach, mark, kinds[person] ?? MEMBER)
    found.set(policy.id, reach)
    yield
  }
  return found
}

const MEMBER: PeopleCounts = { members: 1, guests: 0, emergencyAccounts: 0 }
const GUEST: PeopleCounts = { members: 0, guests: 1, emergencyAccounts: 0 }
const EMERGENCY: PeopleCounts = { members: 0, guests: 0, emergencyAccounts: 1 }

function kindsOf(
  people: readonly PersonFacts[],
  emergencyAccounts: readonly string[],
): readonly PeopleCounts[] {
  const emergency = new Set(emergencyAccounts.map((id) => id.toLowerCase()))
  return people.map(({ id, userType }) => {
    if (emergency.has(id.toLowerCase())) return EMERGENCY
    return isGuest({ userType }) ? GUEST : MEMBER
  })
}

const none = (): PeopleCounts => ({ members: 0, guests: 0, emergencyAccounts: 0 })

function emptyReach(): PolicyReach {
  return { reached: none(), excluded: none(), notKnown: none(), total: none() }
}

function addTo(reach: PolicyReach, mark: number, people: PeopleCounts): void {
  add(reach.total, people)
  if (mark === REACH.yes) add(reach.reached, people)
  else if (mark === REACH.excluded) add(reach.excluded, people)
  else if (mark !== REACH.no) add(reach.notKnown, people)
}

function add(sum: PeopleCounts, { members, guests, emergencyAccounts }: PeopleCounts): void {
  sum.members += members
  sum.guests += guests
  sum.emergencyAccounts += emergencyAccounts
}
