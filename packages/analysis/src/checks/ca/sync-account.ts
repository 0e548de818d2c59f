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
import { enabledPeople, policyObject, REACH, reachOf, userObject } from '../derived.ts'
import type { CheckFacts, PolicyFacts } from '../facts.ts'
import { DIRECTORY_SYNCHRONIZATION } from '../privileged-roles.ts'
import { holdersOf } from '../role-holders.ts'
import {
  enforcedPolicies,
  includesAllApplications,
  includesAllUsers,
  isNarrowed,
  judgeConditionalAccess,
  requiresMfa,
} from './conditional-access.ts'
import { isSynchronizationRole } from './exclusions.ts'

export const syncAccount = defineCheck({
  id: 'ca.sync-account',
  version: 1,
  title: 'MFA for all users excludes the account that synchronizes the directory',
  severity: 'medium',
  why: 'The account of Microsoft Entra Connect cannot answer a request for MFA, so that a policy that reaches it stops the synchronization. An application that synchronizes is not reached by policies for people.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies and select the policy that requires MFA of all users.',
    'Under Users > Exclude > Directory roles choose Directory Synchronization Accounts.',
    'Create a policy that blocks these accounts outside the address of the synchronization server.',
  ],
  effort: 'minutes',
  userImpact: 'None.',
  references: ['MT.1020'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(
      facts,
      { isMetBySecurityDefaults: false },
      (policies) => judgeSynchronized(facts) ?? judgePolicies(facts, policies),
    ),
})

/** Returns null when a local directory is synchronized. */
function judgeSynchronized(facts: CheckFacts): Judgement | null {
  const absent = judgeAbsent(facts, ['organization'])
  if (absent !== null) return absent
  const organization = valueOf(facts.parts.organization)
  if (organization?.onPremisesSyncEnabled === undefined)
    return notRead('It was not read whether a local directory is synchronized.')
  // Microsoft returns null for a directory that was never synchronized.
  return organization.onPremisesSyncEnabled === true
    ? null
    : notApplicable('No local directory is synchronized.')
}

function judgePolicies(facts: CheckFacts, policies: readonly PolicyFacts[]): Judgement {
  const asking = enforcedPolicies(policies).filter(isMfaForAll)
  if (asking.length === 0)
    return notApplicable('No enabled policy requires MFA of all users for all resources.')
  const open = asking.filter((policy) => !excludesRole(policy))
  return open.length === 0
    ? passed('Policies that require MFA of all users exclude the role.', {
        objects: asking.map(policyObject),
      })
    : judgeHolders(facts, open)
}

const isMfaForAll = (policy: PolicyFacts): boolean =>
  includesAllUsers(policy) &&
  includesAllApplications(policy) &&
  requiresMfa(policy) &&
  !isNarrowed(policy)

const excludesRole = ({ conditions: { users } }: PolicyFacts): boolean =>
  (users?.excludeRoles ?? []).some((role) => role.toLowerCase() === DIRECTORY_SYNCHRONIZATION)

/** Judges policies that do not exclude the role: they may exclude each of its holders. */
function judgeHolders(facts: CheckFacts, policies: readonly PolicyFacts[]): Judgement {
  const absent = judgeAbsent(facts, ['users', 'roleAssignments'])
  if (absent !== null) return absent
  const { rolesById, isComplete } = holdersOf(facts, isSynchronizationRole)
  const known = new Set((valueOf(facts.parts.users) ?? []).map(({ id }) => id.toLowerCase()))
  const accounts = [...enabledPeople(facts).entries()].filter(([, { id }]) =>
    rolesById.has(id.toLowerCase()),
  )
  const hasReach = (policy: PolicyFacts, ...reaches: number[]): boolean => {
    const reach = reachOf(facts, policy)
    return accounts.some(([at]) => reaches.includes(reach[at] ?? REACH.notKnown))
  }
  const failing = policies.filter(
    (policy) => (rolesById.size === 0 && isComplete) || hasReach(policy, REACH.yes),
  )
  const counts = { accounts: accounts.length, failing: failing.length }
  if (failing.length > 0)
    return failed('A policy that requires MFA of all users does not exclude the account.', {
      counts,
      objects: [...failing.map(policyObject), ...accounts.map(([, person]) => userObject(person))],
    })
  if (!isComplete || policies.some((policy) => hasReach(policy, REACH.notKnown, REACH.depends)))
    return (
      judgeAbsent(facts, ['groupMembers']) ??
      notRead('A group that policies name or that holds the role could not be read.', { counts })
    )
  return passed(
    [...rolesById.keys()].some((id) => known.has(id))
      ? 'Policies that require MFA of all users exclude the account.'
      : 'An application synchronizes the directory, and policies for people do not reach it.',
    { counts },
  )
}
