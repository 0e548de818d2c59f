import { facts, user } from '../../testing/check-facts.ts'
import { assignment, groupAssignment, USER_ADMIN } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const cloud = user('a', { onPremisesSyncEnabled: null })
const synced = user('b', { onPremisesSyncEnabled: true })

export const cases: readonly CheckCase[] = [
  {
    name: 'an account that was never synchronized',
    facts: facts({
      users: [cloud, synced],
      roleAssignments: [assignment('a'), assignment('b', 'an unprivileged role')],
    }),
    verdict: 'passed',
    counts: { administrators: 1 },
  },
  {
    name: 'a synchronized administrator',
    facts: facts({
      users: [cloud, synced],
      roleAssignments: [assignment('a'), assignment('B', USER_ADMIN)],
    }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'through a group',
    facts: facts({
      users: [cloud, synced],
      roleAssignments: [groupAssignment('g')],
      groupMembers: new Map([['g', ['b']]]),
    }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'a blocked account never fails',
    facts: facts({
      users: [cloud, { ...synced, accountEnabled: false }],
      roleAssignments: [assignment('b')],
    }),
    verdict: 'passed',
  },
  {
    name: 'an emergency account',
    facts: facts({ users: [synced], roleAssignments: [assignment('b')] }, ['b']),
    verdict: 'passed',
    counts: { emergencyAccounts: 1 },
  },
  {
    name: 'an assignment of a unit is not known',
    facts: facts({
      users: [synced],
      roleAssignments: [assignment('b', USER_ADMIN, { scope: '/administrativeUnits/u' })],
    }),
    verdict: 'passed',
    counts: { scopedAssignments: 1 },
  },
  {
    name: 'the property is absent',
    facts: facts({ users: [user('a')], roleAssignments: [assignment('a')] }),
    verdict: 'notRead',
    objects: ['a'],
  },
  {
    name: 'a group that could not be read',
    facts: facts({
      users: [cloud],
      roleAssignments: [groupAssignment('g')],
      groupMembers: new Map([['g', null]]),
    }),
    verdict: 'notRead',
  },
]
