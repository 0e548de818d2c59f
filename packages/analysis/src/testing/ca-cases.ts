import type { CheckCase } from '../checks/cases.ts'
import type { CheckFacts, PolicyFacts } from '../checks/facts.ts'
import { GLOBAL_ADMINISTRATOR } from '../checks/privileged-roles.ts'
import { facts, P1_SKU, sku, user } from './check-facts.ts'

type Changes = Parameters<typeof facts>[0]
type Users = NonNullable<PolicyFacts['conditions']['users']>

export const holder = (
  principalId: string,
  roleTemplateId = GLOBAL_ADMINISTRATOR,
  scope = '/',
) => ({
  principalId,
  roleTemplateId,
  principalKind: 'user',
  scope,
})

/** Ten people, all of them administrators, so that one table serves both kinds of checks. */
export const PEOPLE = Array.from({ length: 10 }, (_, index) => user(`u${index}`))
export const idsOf = (count: number): string[] => PEOPLE.slice(0, count).map(({ id }) => id)

/** Returns facts of a tenant of ten people with these policies. */
export const tenantWith = (
  policies: readonly PolicyFacts[],
  changes: Changes = {},
  emergencyAccounts: readonly string[] = [],
): CheckFacts =>
  facts(
    {
      users: PEOPLE,
      roleAssignments: PEOPLE.map(({ id }) => holder(id)),
      policies,
      ...changes,
    },
    emergencyAccounts,
  )

/** Returns a policy for other users, as given. */
export const forUsers = (each: PolicyFacts, users: Users): PolicyFacts => ({
  ...each,
  conditions: { ...each.conditions, users },
})

/** Returns a policy with other conditions, as given. */
export const withConditions = (
  each: PolicyFacts,
  conditions: Partial<PolicyFacts['conditions']>,
): PolicyFacts => ({ ...each, conditions: { ...each.conditions, ...conditions } })

/** Returns the cases that every check of a policy has, from a policy for all users that passes it. */
export function commonCases(
  good: PolicyFacts,
  { isMetBySecurityDefaults = false, license = P1_SKU } = {},
): CheckCase[] {
  const { id } = good
  const excluding = (users: Users) => [forUsers(good, { includeUsers: ['All'], ...users })]
  const tenant = (policies: readonly PolicyFacts[], changes: Changes = {}) =>
    tenantWith(policies, { subscribedSkus: [license], ...changes })
  const withoutP1 = { subscribedSkus: [sku()] }
  return [
    { name: 'an enabled policy', facts: tenant([good]), verdict: 'passed', objects: [id] },
    {
      name: 'report-only enforces nothing',
      facts: tenant([{ ...good, state: 'enabledForReportingButNotEnforced' }]),
      verdict: 'failed',
    },
    { name: 'disabled', facts: tenant([{ ...good, state: 'disabled' }]), verdict: 'failed' },
    {
      name: 'a condition that is not known improves nothing',
      facts: tenant([withConditions(good, { unknown: ['newCondition'] })]),
      verdict: 'failed',
    },
    {
      name: 'a device filter limits it',
      facts: tenant([withConditions(good, { devices: { deviceFilter: { mode: 'include' } } })]),
      verdict: 'failed',
    },
    {
      name: 'five people may be excluded',
      facts: tenant(excluding({ excludeUsers: idsOf(5) })),
      verdict: 'passed',
      objects: [id, ...idsOf(5)],
      counts: { excluded: 5 },
    },
    {
      name: 'six may not',
      facts: tenant(excluding({ excludeUsers: idsOf(6) })),
      verdict: 'failed',
      objects: [...idsOf(6), id],
    },
    {
      name: 'five people may be excluded, also where there are no others',
      facts: tenant(excluding({ excludeUsers: idsOf(5) }), { users: PEOPLE.slice(0, 5) }),
      verdict: 'passed',
      objects: [id, ...idsOf(5)],
      counts: { excluded: 5 },
    },
    {
      name: 'a disabled person who is excluded is no gap',
      facts: tenant(excluding({ excludeUsers: idsOf(6) }), {
        users: PEOPLE.map((each) => ({ ...each, accountEnabled: each.id !== 'u0' })),
      }),
      verdict: 'passed',
    },
    {
      name: 'six when another policy covers one of them',
      facts: tenant([
        ...excluding({ excludeUsers: idsOf(6) }),
        { ...forUsers(good, { includeUsers: ['U0'] }), id: 'other' },
      ]),
      verdict: 'passed',
    },
    {
      name: 'six of whom one is a declared emergency account',
      facts: tenantWith(excluding({ excludeUsers: idsOf(6) }), { subscribedSkus: [license] }, [
        'U0',
      ]),
      verdict: 'passed',
      counts: { excluded: 5, emergencyAccounts: 1 },
    },
    {
      name: 'the partner is no person of the directory',
      facts: tenant(
        excluding({
          excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'serviceProvider' },
        }),
      ),
      verdict: 'passed',
    },
    {
      name: 'an excluded group that could not be read',
      facts: tenant(excluding({ excludeGroups: ['G'] }), { groupMembers: new Map([['g', null]]) }),
      verdict: 'notRead',
    },
    {
      name: 'groups without permission',
      facts: tenant(excluding({ excludeGroups: ['G'] }), { groupMembers: 'noPermission' }),
      verdict: 'noPermission',
    },
    {
      name: 'people were not read, and some are excluded',
      facts: tenant(excluding({ excludeUsers: ['u0'] }), { users: 'notRead' }),
      verdict: 'notRead',
    },
    { name: 'no policy', facts: tenant([]), verdict: 'failed', objects: [] },
    {
      name: 'policies that were not read',
      facts: tenant([], { policies: 'notRead' }),
      verdict: 'notRead',
    },
    {
      name: 'policies without permission',
      facts: tenant([], { policies: 'noPermission' }),
      verdict: 'noPermission',
    },
    {
      name: 'no policies, and licenses were not read',
      facts: tenant([], { subscribedSkus: 'notRead' }),
      verdict: 'notRead',
    },
    {
      name: 'security defaults without P1',
      facts: tenant([], { ...withoutP1, securityDefaults: { isEnabled: true } }),
      verdict: isMetBySecurityDefaults ? 'passed' : 'notApplicable',
    },
    {
      name: 'no policy, and security defaults were not read',
      facts: tenant([], { securityDefaults: 'notRead' }),
      verdict: isMetBySecurityDefaults ? 'notRead' : 'failed',
    },
    {
      name: 'an enabled policy that is not enough, and security defaults were not read',
      facts: tenant([forUsers(good, { includeUsers: ['None'] })], { securityDefaults: 'notRead' }),
      verdict: isMetBySecurityDefaults ? 'notRead' : 'failed',
    },
  ]
}

/** The cases of a tenant without P1 of checks other than the baseline. */
export const WITHOUT_P1: readonly CheckCase[] = [
  {
    name: 'no policies without P1',
    facts: tenantWith([], { subscribedSkus: [sku()] }),
    verdict: 'notLicensed',
  },
  {
    name: 'policies refused without P1',
    facts: tenantWith([], { subscribedSkus: [sku()], policies: 'noPermission' }),
    verdict: 'notLicensed',
  },
]
