import { audienceSteps, isGuest, REACH } from '../coverage/audience.ts'
import { finished } from '../coverage/coverage.ts'
import { entraLicenseOf } from '../coverage/entra-license.ts'
import { isAgent, valueOf } from '../coverage/facts.ts'
import type { CoverageFacts, Part } from '../coverage/facts.ts'
import type { CheckObject } from './check-object.ts'
import type { CheckFacts, PolicyFacts, UserFacts } from './facts.ts'

/** Computes a value once for each facts object: many checks ask for the same. */
export function oncePerTenant<Value>(
  compute: (facts: CheckFacts) => Value,
): (facts: CheckFacts) => Value {
  const known = new WeakMap<CheckFacts, { readonly value: Value }>()
  return (facts) => {
    const found = known.get(facts) ?? { value: compute(facts) }
    known.set(facts, found)
    return found.value
  }
}

/** Whether the tenant has Entra ID P1 and P2, by the plans of SKUs that are enabled or in warning. */
export const entraLicenseOfFacts = oncePerTenant(
  ({ parts }): Part<{ readonly hasP1: boolean; readonly hasP2: boolean }> => {
    const skus = parts.subscribedSkus
    if ('absent' in skus) return skus
    return {
      value: entraLicenseOf(
        skus.value.map((sku) => ({ ...sku, capabilityStatus: sku.capabilityStatus ?? '' })),
      ),
    }
  },
)

/** Returns people whose sign-in is not blocked; an unknown state counts as enabled. */
export const isEnabled = ({ accountEnabled }: Pick<UserFacts, 'accountEnabled'>): boolean =>
  accountEnabled !== false

/** Agent users are neither members nor guests. */
export const isMember = (user: Pick<UserFacts, 'userType' | 'isAgent'>): boolean =>
  !isGuest(user) && !isAgent(user)
export { isAgent, isGuest }

export const isEmergencyAccount = (facts: CheckFacts, id: string): boolean =>
  facts.emergencyAccounts.has(id.toLowerCase())

export const userObject = ({ id, userPrincipalName, displayName }: UserFacts): CheckObject => ({
  kind: 'user',
  id,
  name: displayName ?? userPrincipalName ?? null,
})

export const policyObject = ({ id, displayName }: PolicyFacts): CheckObject => ({
  kind: 'policy',
  id,
  name: displayName,
})

/** People by id in lower case; null when they were not read. */
export const usersById = oncePerTenant(({ parts }): ReadonlyMap<string, UserFacts> | null => {
  const users = valueOf(parts.users)
  return users && new Map(users.map((user) => [user.id.toLowerCase(), user]))
})

const coverageFactsOf = ({ parts, emergencyAccounts }: CheckFacts): CoverageFacts => ({
  people: parts.users,
  groupMembers: parts.groupMembers,
  roleAssignments: parts.roleAssignments,
  policies: parts.policies,
  securityDefaults: parts.securityDefaults,
  hasEntraP1: null,
  perUserMfa: { absent: 'notRead' },
  emergencyAccounts: [...emergencyAccounts],
})

/** The enabled people, guests too, in the order that `reachOf` uses. */
export const enabledPeople = oncePerTenant((facts): readonly UserFacts[] =>
  (valueOf(facts.parts.users) ?? []).filter((user) => isEnabled(user) && !isAgent(user)),
)

const audienceOf = oncePerTenant((facts) => {
  const audience = finished(audienceSteps(enabledPeople(facts), coverageFactsOf(facts)))
  const known = new WeakMap<PolicyFacts, Uint8Array>()
  function reachOf(policy: PolicyFacts): Uint8Array {
    const reach = known.get(policy) ?? audience.reachOf(policy)
    known.set(policy, reach)
    return reach
  }
  return { reachOf, membersOf: audience.membersOf }
})

/** Returns whom a policy reaches: for each of `enabledPeople` a value of REACH. */
export const reachOf = (facts: CheckFacts, policy: PolicyFacts): Uint8Array =>
  audienceOf(facts).reachOf(policy)
export { REACH }

/** Returns the strongest reach of any of the policies, for each of `enabledPeople`. */
export function strongestReach(facts: CheckFacts, policies: readonly PolicyFacts[]): Uint8Array {
  const strongest = new Uint8Array(enabledPeople(facts).length)
  for (const policy of policies) {
    const reaches = reachOf(facts, policy)
    // The values of REACH are in order.
    for (let at = 0; at < strongest.length; at += 1)
      strongest[at] = Math.max(strongest[at] ?? 0, reaches[at] ?? 0)
  }
  return strongest
}

/** Returns the enabled members of a group by their places in `enabledPeople`; null: not read. */
export const placesInGroup = (facts: CheckFacts, groupId: string): readonly number[] | null =>
  audienceOf(facts).membersOf(groupId)
