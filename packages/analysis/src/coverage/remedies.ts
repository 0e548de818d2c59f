import type { CoverageRemedy } from '@tenantscope/contract/coverage'

import { audienceSteps, REACH } from './audience.ts'
import type { Reach } from './audience.ts'
import type { Limit } from './conditions.ts'
import type { Covered } from './coverage.ts'
import { valueOf } from './facts.ts'
import type { CoverageFacts, CoveragePolicy, PersonFacts, PolicyConditions } from './facts.ts'
import { readPolicy } from './policy-readings.ts'
import type { PolicyReading } from './policy-readings.ts'
import { isCovered, SITUATIONS } from './situations.ts'

/** What is left out of a policy; names are added where it is shown. */
export type Removed = CoverageRemedy['without']
export type Remedy = CoverageRemedy

/** Remedies of a person that are returned. */
const LISTED = 5

type Users = NonNullable<PolicyConditions['users']>

/** A policy without one exclusion or condition. */
interface Variant {
  readonly without: Removed
  readonly policy: CoveragePolicy
}

/**
 * Returns by user id which enabled policy would cover a person without one exclusion or condition,
 * for the people of `facts` who are not covered. `facts` may have only some people of `covered`, with
 * the members of groups among them.
 */
export function* remediesSteps(
  covered: Covered,
  facts: CoverageFacts,
): Generator<undefined, ReadonlyMap<string, readonly Remedy[]>, undefined> {
  const people = valueOf(facts.people) ?? []
  const situations = situationsOf(people, covered)
  const { reachOf } = yield* audienceSteps(people, facts)
  const found = people.map((): Remedy[] => [])
  for (const policy of enabledIn(facts)) {
    const reach = reachOf(policy)
    for (const { without, reading, wanted } of variantsOf(policy, { people, reach, facts })) {
      const after = wanted === REACH.yes ? reach : reachOf(reading.policy)
      for (const [person, list] of found.entries()) {
        const isFor = reach[person] === wanted && after[person] === REACH.yes
        const remedy = isFor ? remedyOf(situations[person] ?? [], reading.outcomes) : null
        if (remedy !== null) list.push({ policyId: policy.id, without, ...remedy })
      }
      yield
    }
    yield
  }
  return new Map(people.map(({ id }, person) => [id, bestFirst(found[person] ?? [])]))
}

type Situations = Covered['classes'][number]['situations']

/** Returns the judged situations of the people, in their order. */
function situationsOf(people: readonly PersonFacts[], covered: Covered): readonly Situations[] {
  const indexById = new Map(covered.people.map(({ id }, index) => [id, index]))
  return people.map(({ id }) => {
    const index = indexById.get(id) ?? -1
    return covered.classes[covered.classOf[index] ?? -1]?.situations ?? []
  })
}

const enabledIn = ({ policies }: CoverageFacts): readonly CoveragePolicy[] =>
  valueOf(policies)?.filter(({ state }) => state === 'enabled') ?? []

interface ReadVariant {
  readonly without: Removed
  readonly reading: PolicyReading
  /** Whom the variant is for: people whom the policy excludes, or reaches. */
  readonly wanted: Reach
}

/** Returns the policy without each exclusion and each condition that may concern the people. */
function variantsOf(
  policy: CoveragePolicy,
  {
    people,
    reach,
    facts,
  }: Pick<Near, 'facts'> & { people: readonly PersonFacts[]; reach: Uint8Array },
): ReadVariant[] {
  const reading = readPolicy(policy)
  const excluded = people.filter((_, person) => reach[person] === REACH.excluded)
  const ids = new Set(excluded.map(({ id }) => id.toLowerCase()))
  const exclusions = ids.size > 0 ? exclusionsOf(policy, { ids, facts }) : []
  const conditions = reach.includes(REACH.yes) ? conditionsOf(reading) : []
  return [
    // An exclusion changes no outcome.
    ...exclusions.map(({ without, policy: changed }) => ({
      without,
      reading: { ...reading, policy: changed },
      wanted: REACH.excluded,
    })),
    ...conditions.map(({ without, policy: changed }) => ({
      without,
      reading: readPolicy(changed),
      wanted: REACH.yes,
    })),
  ]
}

/** Returns which situations a policy would cover that are not covered; null: none that counts. */
function remedyOf(
  situations: Situations,
  outcomes: PolicyReading['outcomes'],
): Pick<Remedy, 'situations' | 'coversAll'> | null {
  const open = SITUATIONS.flatMap((situation, at) => {
    const isOpen = situations[at] !== undefined && situations[at].coverage !== 'covered'
    return isOpen ? [{ situation, isMet: isCovered(situation, outcomes[at] ?? 'nothing') }] : []
  })
  const counted = open.filter(({ situation }) => situation.counts !== null)
  if (!counted.some(({ isMet }) => isMet)) return null
  return {
    situations: open.flatMap(({ situation, isMet }) => (isMet ? [situation.number] : [])),
    coversAll: counted.every(({ isMet }) => isMet),
  }
}

/** Those that cover the person first, then those that cover most situations. */
function bestFirst(remedies: readonly Remedy[]): readonly Remedy[] {
  const orderOf = ({ coversAll, situations }: Remedy) => Number(coversAll) * 100 + situations.length
  return remedies.toSorted((a, b) => orderOf(b) - orderOf(a)).slice(0, LISTED)
}

interface Near {
  /** Of the people in question, in lower case. */
  readonly ids: ReadonlySet<string>
  readonly facts: CoverageFacts
}

/** Returns the policy without each exclusion that may concern the people. */
function exclusionsOf(policy: CoveragePolicy, { ids, facts }: Near): Variant[] {
  const users: Users = policy.conditions.users ?? {}
  const { excludeUsers, excludeGroups, excludeRoles, excludeGuestsOrExternalUsers: guests } = users
  const members = valueOf(facts.groupMembers)
  const hasMembers = (id: string) => (members?.get(id.toLowerCase())?.length ?? 0) > 0
  const variant = (without: Removed, changes: Users): Variant => ({
    without,
    policy: { ...policy, conditions: { ...policy.conditions, users: { ...users, ...changes } } },
  })
  const hasGuests = (guests ?? null) !== null || (excludeUsers ?? []).includes(GUESTS)
  return [
    ...distinct(excludeUsers)
      .filter((id) => ids.has(id.toLowerCase()))
      .map((id) => variant({ kind: 'user' }, { excludeUsers: others(excludeUsers, id) })),
    ...distinct(excludeGroups)
      .filter(hasMembers)
      .map((id) =>
        variant({ kind: 'group', id, name: null }, { excludeGroups: others(excludeGroups, id) }),
      ),
    ...distinct(excludeRoles).map((id) =>
      variant({ kind: 'role', id, name: null }, { excludeRoles: others(excludeRoles, id) }),
    ),
    ...(hasGuests
      ? [
          variant(
            { kind: 'guests' },
            {
              excludeUsers: others(excludeUsers, GUESTS),
              excludeGuestsOrExternalUsers: null,
            },
          ),
        ]
      : []),
  ]
}

const others = (names: readonly string[] | null | undefined, id: string): string[] =>
  (names ?? []).filter((name) => name.toLowerCase() !== id.toLowerCase())

const GUESTS = 'GuestsOrExternalUsers'

const distinct = (ids: readonly string[] | null | undefined): string[] => [...new Set(ids)]

/** Conditions that can be left out; the resources that a policy is for are none. */
const WITHOUT: Readonly<
  Partial<Record<Limit, (conditions: PolicyConditions) => Partial<PolicyConditions>>>
> = {
  application: ({ applications }) => ({
    applications: { ...applications, excludeApplications: null },
  }),
  client: () => ({ clientAppTypes: null }),
  platform: () => ({ platforms: null }),
  location: () => ({ locations: null }),
  userRisk: () => ({ userRiskLevels: null }),
  signInRisk: () => ({ signInRiskLevels: null }),
  insiderRisk: () => ({ insiderRiskLevels: null }),
  flow: () => ({ authenticationFlows: null }),
  deviceFilter: () => ({ devices: null }),
}

/** Returns a readable policy without each condition that keeps it from applying, or decides it. */
function conditionsOf({ policy, limits, unknown, mentionsMfa }: PolicyReading): Variant[] {
  // Without its conditions, a policy that blocks would block every sign-in.
  const isBlocking = policy.grantControls?.builtInControls?.includes('block') === true
  if (unknown.length > 0 || isBlocking || !mentionsMfa) return []
  return limits.flatMap((condition): Variant[] => {
    const left = WITHOUT[condition]?.(policy.conditions)
    if (left === undefined) return []
    const conditions = { ...policy.conditions, ...left }
    return [{ without: { kind: 'condition', condition }, policy: { ...policy, conditions } }]
  })
}
