import { facts, user } from '../../testing/check-facts.ts'
import { assignment, groupAssignment } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const users = ids.map((id) => user(id))
const held = (count: number) => ids.slice(0, count).map((id) => assignment(id))

export const cases: readonly CheckCase[] = [
  {
    name: 'two people',
    facts: facts({ users, roleAssignments: held(2) }),
    verdict: 'passed',
    objects: ['a', 'b'],
    counts: { globalAdministrators: 2 },
  },
  {
    name: 'one person',
    facts: facts({ users, roleAssignments: held(1) }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'five people',
    facts: facts({ users, roleAssignments: held(5) }),
    verdict: 'failed',
    objects: ['a', 'b', 'c', 'd', 'e'],
  },
  {
    name: 'five people, two of them emergency accounts',
    facts: facts({ users, roleAssignments: held(5) }, ['A', 'B']),
    verdict: 'passed',
    counts: { globalAdministrators: 5, emergencyAccounts: 2 },
  },
  {
    name: 'five through a group',
    facts: facts({
      users,
      roleAssignments: [groupAssignment('G')],
      groupMembers: new Map([['g', ['A', 'b', 'c', 'd', 'e']]]),
    }),
    verdict: 'failed',
    objects: ['a', 'b', 'c', 'd', 'e'],
  },
  {
    name: 'a person who holds it directly and through a group counts once',
    facts: facts({
      users,
      roleAssignments: [...held(4), groupAssignment('g')],
      groupMembers: new Map([['g', ['a']]]),
    }),
    verdict: 'passed',
    counts: { globalAdministrators: 4 },
  },
  {
    name: 'blocked people do not count',
    facts: facts({
      users: [...users.slice(0, 4), user('e', { accountEnabled: false })],
      roleAssignments: held(5),
    }),
    verdict: 'passed',
  },
  {
    name: 'an assignment of a unit does not count',
    facts: facts({
      users,
      roleAssignments: [
        ...held(1),
        assignment('b', undefined, { scope: '/administrativeUnits/u' }),
      ],
    }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'a group that could not be read',
    facts: facts({
      users,
      groups: [{ id: 'g' }],
      roleAssignments: [...held(3), groupAssignment('g')],
      groupMembers: new Map([['g', null]]),
    }),
    verdict: 'notRead',
  },
  {
    name: 'too many already, with a group that could not be read',
    facts: facts({
      users,
      roleAssignments: [...held(5), groupAssignment('g')],
      groupMembers: new Map([['g', null]]),
    }),
    verdict: 'failed',
  },
  {
    name: 'a holder that may be a group',
    facts: facts({
      users,
      groups: 'notRead',
      roleAssignments: [...held(3), assignment('x', undefined, { principalKind: null })],
    }),
    verdict: 'notRead',
  },
  {
    name: 'a deleted group has no members',
    facts: facts({
      users,
      roleAssignments: [...held(3), groupAssignment('gone')],
      deletedObjects: new Set(['gone']),
    }),
    verdict: 'passed',
  },
  {
    name: 'assignments without permission',
    facts: facts({ users, roleAssignments: 'noPermission' }),
    verdict: 'noPermission',
  },
]
