import type { PolicyFacts } from '../checks/facts.ts'
import { policy } from './check-facts.ts'

type Users = NonNullable<PolicyFacts['conditions']['users']>

/** A policy that requires MFA of people for all resources, changed as given. */
export const policyFor = (
  id: string,
  users: Users,
  changes: Partial<PolicyFacts['conditions']> = {},
): PolicyFacts =>
  policy(id, {
    conditions: {
      users,
      applications: { includeApplications: ['All'] },
      clientAppTypes: ['all'],
      ...changes,
    },
  })

/** A policy that requires MFA of all users for all resources, with exclusions. */
export const policyExcluding = (id: string, exclusions: Users): PolicyFacts =>
  policyFor(id, { includeUsers: ['All'], ...exclusions })

/** A policy with a condition that this version does not know. */
export const unreadable = (given: PolicyFacts): PolicyFacts => ({
  ...given,
  conditions: { ...given.conditions, unknown: ['newCondition'] },
})
