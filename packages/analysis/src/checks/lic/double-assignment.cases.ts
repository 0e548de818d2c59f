import { facts, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const having = (
  ...states: readonly { state: string | null; assignedByGroup?: string | null }[]
) => ({
  licenseAssignmentStates: states.map((state) => ({ skuId: 'SKU', ...state })),
})

export const cases: readonly CheckCase[] = [
  {
    name: 'directly and by a group',
    facts: facts({
      users: [user('a', having({ state: 'Active' }, { state: 'Active', assignedByGroup: 'g' }))],
    }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'by two groups',
    facts: facts({
      users: [
        user(
          'a',
          having(
            { state: 'Active', assignedByGroup: 'h' },
            { state: 'Active', assignedByGroup: 'g' },
          ),
        ),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'the one by the group failed',
    facts: facts({
      users: [user('a', having({ state: 'Active' }, { state: 'Error', assignedByGroup: 'g' }))],
    }),
    verdict: 'passed',
  },
  {
    name: 'a blocked account never fails',
    facts: facts({
      users: [
        user('a', {
          accountEnabled: false,
          ...having({ state: 'Active' }, { state: 'Active', assignedByGroup: 'g' }),
        }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'licenses of people not read',
    facts: facts({ users: [user('a')] }),
    verdict: 'notRead',
  },
  {
    name: 'people without permission',
    facts: facts({ users: 'noPermission' }),
    verdict: 'noPermission',
  },
]
