import { facts, user } from '../../testing/check-facts.ts'
import { assignment, groupAssignment, USER_ADMIN } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const users = ['a', 'b', 'c'].map((id) => user(id))
const TEAMS_READER = '1076ac91-f3d9-41a7-a339-dcdf5f480acc'

export const cases: readonly CheckCase[] = [
  {
    name: 'one Global Administrator and one other',
    facts: facts({ users, roleAssignments: [assignment('a'), assignment('b', USER_ADMIN)] }),
    verdict: 'passed',
    counts: { globalAdministrators: 1, otherAdministrators: 1 },
  },
  {
    name: 'two Global Administrators and one other',
    facts: facts({
      users,
      roleAssignments: [assignment('a'), assignment('b'), assignment('c', USER_ADMIN)],
    }),
    verdict: 'failed',
    objects: ['a', 'b'],
  },
  {
    name: 'a person with both roles counts as a Global Administrator',
    facts: facts({ users, roleAssignments: [assignment('a'), assignment('a', USER_ADMIN)] }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'a role without privileges does not count',
    facts: facts({ users, roleAssignments: [assignment('a'), assignment('b', TEAMS_READER)] }),
    verdict: 'failed',
  },
  {
    name: 'emergency accounts and blocked people do not count',
    facts: facts(
      {
        users: [...users, user('d', { accountEnabled: false })],
        roleAssignments: [
          assignment('a'),
          assignment('b'),
          assignment('d'),
          assignment('c', USER_ADMIN),
        ],
      },
      ['b'],
    ),
    verdict: 'passed',
  },
  {
    name: 'a group that could not be read',
    facts: facts({
      users,
      roleAssignments: [assignment('a'), groupAssignment('g', USER_ADMIN)],
      groupMembers: 'noPermission',
      groups: [{ id: 'g' }],
    }),
    verdict: 'noPermission',
  },
  {
    name: 'people that were not read',
    facts: facts({ users: 'failed' }),
    verdict: 'notRead',
  },
]
