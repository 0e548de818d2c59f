import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const grant = (principalId: string, permission: string | null, changes: object = {}) => ({
  appRoleId: '11111111-1111-4111-8111-111111111111',
  principalId,
  principalDisplayName: principalId,
  permission,
  ...changes,
})
const GRAPH = { id: 'graph', appId: '00000003-0000-0000-c000-000000000000' }
const OTHER = { id: 'other', appId: '22222222-2222-4222-8222-222222222222' }

export const cases: readonly CheckCase[] = [
  {
    name: 'only reading',
    facts: facts({ appRoleAssignments: [grant('p', 'User.Read.All'), grant('q', null)] }),
    verdict: 'passed',
  },
  { name: 'no permissions at all', facts: facts(), verdict: 'passed' },
  {
    name: 'one application with two such permissions',
    facts: facts({
      servicePrincipals: [GRAPH],
      appRoleAssignments: [
        grant('p', 'Directory.ReadWrite.All', { resourceId: 'graph' }),
        grant('P', 'Application.ReadWrite.All'),
        grant('q', 'User.Read.All'),
      ],
    }),
    verdict: 'failed',
    objects: ['P'],
    counts: { applications: 1, permissions: 2 },
  },
  {
    name: 'a permission by its id, without a name',
    facts: facts({
      appRoleAssignments: [grant('p', null, { appRoleId: 'DC890D15-9560-4a4c-9b7f-a736ec74ec40' })],
    }),
    verdict: 'failed',
    objects: ['p'],
  },
  {
    name: 'a permission of the same name of another application',
    facts: facts({
      servicePrincipals: [OTHER],
      appRoleAssignments: [grant('p', 'Directory.ReadWrite.All', { resourceId: 'other' })],
    }),
    verdict: 'passed',
  },
  {
    name: 'assignments that were not read',
    facts: facts({ appRoleAssignments: 'notRead' }),
    verdict: 'notRead',
  },
]
