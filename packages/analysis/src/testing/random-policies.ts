import fc from 'fast-check'

import type { CheckFacts, PolicyFacts } from '../checks/facts.ts'
import { facts, P2_SKU, user } from './check-facts.ts'
import { assignment, GLOBAL } from './role-facts.ts'

const pick = <Value>(...values: readonly Value[]) => fc.constantFrom(...values)
const some = (...values: readonly string[]) => fc.subarray([...values])
const rarely = <Value>(usual: Value, other: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 3 }, { arbitrary: other, weight: 1 })

const users = fc.record({
  includeUsers: pick(['All'], ['All'], ['u0', 'u1'], ['GuestsOrExternalUsers'], []),
  excludeUsers: rarely([], some('u0', 'u1', 'u2', 'gone')),
  includeGroups: rarely([], some('known', 'unread')),
  excludeGroups: rarely([], some('known', 'unread', 'gone')),
  includeRoles: rarely<string[]>([], fc.constant([GLOBAL])),
})

const conditions = fc.record({
  users,
  applications: fc.record({
    includeApplications: pick(['All'], ['All'], ['Office365'], ['MicrosoftAdminPortals']),
    excludeApplications: rarely<string[]>([], fc.constant(['Office365'])),
  }),
  clientAppTypes: pick(['all'], ['all'], ['exchangeActiveSync', 'other'], ['browser']),
  platforms: rarely(null, fc.constant({ includePlatforms: ['iOS'], excludePlatforms: [] })),
  locations: rarely(null, fc.constant({ includeLocations: ['All'], excludeLocations: ['l'] })),
  authenticationFlows: rarely(null, pick({ transferMethods: 'deviceCodeFlow' })),
})

const grantControls = fc.record({
  operator: pick('OR', 'AND'),
  builtInControls: pick(['mfa'], ['block'], ['mfa', 'compliantDevice'], ['passwordChange', 'mfa']),
})

/** A policy in force that this version can read and that no risk limits. */
export const randomPolicies: fc.Arbitrary<PolicyFacts> = fc.record({
  id: fc.uuid(),
  displayName: pick('A policy', 'Another policy'),
  state: fc.constant('enabled'),
  conditions,
  grantControls,
})

/** Tenants with P2, ten people of whom one is a guest and two are administrators, and some policies. */
export const randomTenants: fc.Arbitrary<CheckFacts> = fc
  .record({
    policies: fc.array(randomPolicies, { minLength: 1, maxLength: 4 }),
    securityDefaults: rarely<{ isEnabled: boolean } | 'notRead'>(
      { isEnabled: false },
      fc.constant('notRead'),
    ),
    emergencyAccounts: rarely<string[]>([], fc.constant(['u0'])),
  })
  .map(({ emergencyAccounts, ...changes }) =>
    facts(
      {
        subscribedSkus: [P2_SKU],
        users: Array.from({ length: 10 }, (_, at) =>
          user(`u${at}`, { userType: at === 9 ? 'Guest' : 'Member' }),
        ),
        groups: [{ id: 'known' }, { id: 'unread' }],
        groupMembers: new Map([
          ['known', ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7']],
          ['unread', null],
        ]),
        namedLocations: [{ id: 'l', kind: 'ip' }],
        roleAssignments: [assignment('u0'), assignment('u1')],
        ...changes,
      },
      emergencyAccounts,
    ),
  )
