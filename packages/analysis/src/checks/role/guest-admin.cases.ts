import { facts, user } from '../../testing/check-facts.ts'
import { assignment, groupAssignment, USER_ADMIN } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const guest = user('g1', { userType: 'Guest', externalUserState: 'Accepted' })

export const cases: readonly CheckCase[] = [
  {
    name: 'only members; an account without a type is one',
    facts: facts({
      users: [user('a', { userType: null }), guest],
      roleAssignments: [assignment('a')],
    }),
    verdict: 'passed',
  },
  {
    name: 'a guest with a privileged role',
    facts: facts({ users: [user('a'), guest], roleAssignments: [assignment('g1', USER_ADMIN)] }),
    verdict: 'failed',
    objects: ['g1'],
  },
  {
    name: 'a guest through a group',
    facts: facts({
      users: [guest],
      roleAssignments: [groupAssignment('g')],
      groupMembers: new Map([['g', ['g1']]]),
    }),
    verdict: 'failed',
    objects: ['g1'],
  },
  {
    name: 'a blocked guest',
    facts: facts({
      users: [{ ...guest, accountEnabled: false }],
      roleAssignments: [assignment('g1')],
    }),
    verdict: 'passed',
  },
  {
    name: 'a group that could not be read',
    facts: facts({
      users: [guest],
      roleAssignments: [groupAssignment('g')],
      groups: [{ id: 'g' }],
    }),
    verdict: 'notRead',
  },
  {
    name: 'assignments that were not read',
    facts: facts({ users: [guest], roleAssignments: 'notRead' }),
    verdict: 'notRead',
  },
]
