import type {
  CoverageFacts,
  CoveragePolicy,
  PersonFacts,
  PolicyConditions,
  PolicyGrant,
} from '../coverage/facts.ts'
import { mfaLabel } from '../coverage/mfa-label.ts'
import { mfaVerdictOf } from '../coverage/mfa-verdict.ts'

/** An enabled member with the properties given. */
export const person = (id: string, more: Partial<PersonFacts> = {}): PersonFacts => ({
  id,
  accountEnabled: true,
  userType: 'Member',
  externalUserState: null,
  ...more,
})

/** A tenant with Entra ID P1, three members, and nothing else. */
export const facts = (more: Partial<CoverageFacts> = {}): CoverageFacts => ({
  people: { value: [person('ada'), person('ben'), person('cleo')] },
  groupMembers: { value: new Map() },
  roleAssignments: { value: [] },
  policies: { value: [] },
  securityDefaults: { value: { isEnabled: false } },
  hasEntraP1: true,
  perUserMfa: { absent: 'notRead' },
  emergencyAccounts: [],
  ...more,
})

type Users = NonNullable<PolicyConditions['users']>
type Applications = NonNullable<PolicyConditions['applications']>

/** An enabled policy that requires MFA of all users for all applications, with the changes given. */
export function policy(more: {
  id?: string
  state?: string
  users?: Users | null
  applications?: Applications | null
  conditions?: PolicyConditions
  grant?: PolicyGrant | null
  sessionControls?: CoveragePolicy['sessionControls']
}): CoveragePolicy {
  const id = more.id ?? 'mfa-for-all'
  return {
    id,
    displayName: id,
    state: more.state ?? 'enabled',
    conditions: {
      users: more.users === undefined ? { includeUsers: ['All'] } : more.users,
      applications:
        more.applications === undefined ? { includeApplications: ['All'] } : more.applications,
      clientAppTypes: ['all'],
      ...more.conditions,
    },
    grantControls:
      more.grant === undefined ? { operator: 'OR', builtInControls: ['mfa'] } : more.grant,
    sessionControls: more.sessionControls ?? null,
  }
}

export const blockLegacy = policy({
  id: 'block-legacy',
  conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
  grant: { operator: 'OR', builtInControls: ['block'] },
})

/** Returns the label of the verdict over `facts(more)`. */
export function labelOf(more: Partial<CoverageFacts>): string {
  const { verdict, counts } = mfaVerdictOf(facts(more))
  return mfaLabel({ verdict, notCovered: counts?.membersNotCovered ?? null })
}
