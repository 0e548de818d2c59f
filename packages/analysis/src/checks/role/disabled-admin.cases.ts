import { facts, user } from '../../testing/check-facts.ts'
import { assignment, groupAssignment } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const blocked = user('b', { accountEnabled: false })

export const cases: readonly CheckCase[] = [
  {
    name: 'enabled administrators and blocked people without a role',
    facts: facts({ users: [user('a'), blocked], roleAssignments: [assignment('a')] }),
    verdict: 'passed',
  },
  {
    name: 'a blocked administrator',
    facts: facts({ users: [user('a'), blocked], roleAssignments: [assignment('b')] }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'through a group',
    facts: facts({
      users: [blocked],
      roleAssignments: [groupAssignment('g')],
      groupMembers: new Map([['g', ['b']]]),
    }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'a declared emergency account',
    facts: facts({ users: [blocked], roleAssignments: [assignment('b')] }, ['b']),
    verdict: 'passed',
  },
  {
    name: 'a deleted person has no account',
    facts: facts({
      users: [user('a')],
      roleAssignments: [assignment('a'), assignment('gone', undefined, { principalKind: null })],
      deletedObjects: new Set(['gone']),
    }),
    verdict: 'passed',
  },
  {
    name: 'Microsoft did not say',
    facts: facts({
      users: [user('a', { accountEnabled: null })],
      roleAssignments: [assignment('a')],
    }),
    verdict: 'notRead',
  },
  {
    name: 'people without permission',
    facts: facts({ users: 'noPermission' }),
    verdict: 'noPermission',
  },
]
