import { valueOf } from '../../coverage/facts.ts'
import { enabledPeople, isEmergencyAccount, oncePerTenant, REACH, reachOf } from '../derived.ts'
import type { CheckFacts, PolicyFacts, UserFacts } from '../facts.ts'
import { DIRECTORY_SYNCHRONIZATION } from '../privileged-roles.ts'
import {
  enabledPolicies,
  includesAllApplications,
  isForPeople,
  isNarrowed,
  isReadable,
} from './conditional-access.ts'

const ON_PREMISES_SYNC_ACCOUNT = 'a92aed5d-d78a-4d16-b381-09adb37eb3b0'

/** Returns whether a role, by its template id in lower case, is for synchronizing a directory. */
export const isSynchronizationRole = (role: string): boolean =>
  role === DIRECTORY_SYNCHRONIZATION || role === ON_PREMISES_SYNC_ACCOUNT

/** Returns ids, in lower case, of accounts that synchronize a directory: they cannot be asked for MFA. */
export const synchronizationAccounts = ({ parts }: CheckFacts): ReadonlySet<string> =>
  new Set(
    (valueOf(parts.roleAssignments) ?? [])
      .filter(({ roleTemplateId }) => isSynchronizationRole(roleTemplateId.toLowerCase()))
      .map(({ principalId }) => principalId.toLowerCase()),
  )

interface Exclusion {
  readonly policy: PolicyFacts
  /** Enabled people whom the policy includes, those excluded too. */
  readonly includedCount: number
  /** Those excluded whom no other policy covers for the same resources. */
  readonly uncovered: readonly UserFacts[]
  /** People for whom this is not known. */
  readonly notKnownCount: number
}

/**
 * Returns for each enabled policy for people whom it excludes without another policy in its place.
 * Emergency accounts and accounts that synchronize a directory are left out.
 */
export const exclusionsOf = oncePerTenant((facts): readonly Exclusion[] => {
  const read = enabledPolicies(valueOf(facts.parts.policies) ?? [])
    .filter(isForPeople)
    .map((policy) => ({ policy, reach: reachOf(facts, policy) }))
  const serving = read.filter(({ policy }) => isReadable(policy) && controlsAccess(policy))
  const exempt = synchronizationAccounts(facts)
  const people = enabledPeople(facts)
  return read.map(({ policy, reach }) => {
    const coverOf = coversOf(policy)
    const canBeKnown = isReadable(policy)
    const uncovered: UserFacts[] = []
    let includedCount = 0
    let notKnownCount = 0
    for (let at = 0; at < reach.length; at += 1) {
      if (reach[at] === REACH.no) continue
      includedCount += 1
      if (reach[at] === REACH.yes) continue
      const cover = coverOf(at)
      const person = people[at]
      if (cover === REACH.yes || person === undefined || isExempt(person)) continue
      const isKnown = canBeKnown && reach[at] === REACH.excluded
      if (isKnown && cover < REACH.depends) uncovered.push(person)
      else notKnownCount += 1
    }
    return { policy, includedCount, uncovered, notKnownCount }
  })

  /** Returns how other policies reach each person; a policy that excludes no one needs none. */
  function coversOf(policy: PolicyFacts): (at: number) => number {
    if (!excludesAnybody(policy)) return () => REACH.yes
    const fallbacks = serving.filter(({ policy: other }) => isFallback(other, policy))
    return (at) => strongestAt(fallbacks, at)
  }

  function isExempt({ id }: UserFacts): boolean {
    return isEmergencyAccount(facts, id) || exempt.has(id.toLowerCase())
  }
})

function excludesAnybody({ conditions: { users } }: PolicyFacts): boolean {
  const lists = [users?.excludeUsers, users?.excludeGroups, users?.excludeRoles]
  return (
    lists.some((list) => (list ?? []).length > 0) ||
    (users?.excludeGuestsOrExternalUsers ?? null) !== null
  )
}

/** Returns the strongest reach of the policies to a person, in the order of REACH. */
function strongestAt(policies: readonly { readonly reach: Uint8Array }[], at: number): number {
  let strongest: number = REACH.no
  for (const { reach } of policies) {
    strongest = Math.max(strongest, reach[at] ?? REACH.no)
    if (strongest === REACH.yes) break
  }
  return strongest
}

/** Returns whether a policy that can serve protects the same resources under the same conditions, or more. */
function isFallback(other: PolicyFacts, policy: PolicyFacts): boolean {
  return (
    other !== policy &&
    coversTargets(other, policy) &&
    (!isNarrowed(other) || conditionsText(other) === conditionsText(policy))
  )
}

const controlsAccess = ({ grantControls }: PolicyFacts): boolean =>
  (grantControls?.builtInControls ?? []).length > 0 ||
  (grantControls?.authenticationStrength ?? null) !== null

function coversTargets(other: PolicyFacts, policy: PolicyFacts): boolean {
  if (includesAllApplications(other)) return true
  const mine = other.conditions.applications ?? {}
  const asked = policy.conditions.applications ?? {}
  return (
    hasAll(mine.includeApplications, asked.includeApplications) &&
    hasAll(mine.includeUserActions, asked.includeUserActions) &&
    hasAll(
      mine.includeAuthenticationContextClassReferences,
      asked.includeAuthenticationContextClassReferences,
    ) &&
    hasAll(asked.excludeApplications, mine.excludeApplications) &&
    JSON.stringify(mine.applicationFilter ?? null) ===
      JSON.stringify(asked.applicationFilter ?? null)
  )
}

const hasAll = (
  list: readonly string[] | null | undefined,
  wanted: readonly string[] | null | undefined,
): boolean => (wanted ?? []).every((each) => (list ?? []).includes(each))

/** Everything but people and resources, for comparison. */
function conditionsText({ conditions }: PolicyFacts): string {
  const others = { ...conditions, users: null, applications: null }
  return JSON.stringify(Object.entries(others).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
