import { facts } from '../../testing/check-facts.ts'
import { assignment } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

export const cases: readonly CheckCase[] = [
  {
    name: 'active assignments are counted',
    facts: facts({ roleAssignments: [assignment('a'), assignment('b', 'another role')] }),
    verdict: 'noPermission',
    counts: { activeAssignments: 2, activePrivilegedAssignments: 1 },
  },
  {
    name: 'no assignment is no success',
    facts: facts(),
    verdict: 'noPermission',
    counts: { activeAssignments: 0 },
  },
  {
    name: 'assignments that were not read',
    facts: facts({ roleAssignments: 'notRead' }),
    verdict: 'noPermission',
  },
  {
    name: 'a tenant without a license',
    facts: facts({ subscribedSkus: [] }),
    verdict: 'noPermission',
  },
]
