import { facts, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const having = (
  ...states: readonly { state: string | null; assignedByGroup?: string | null }[]
) => ({
  licenseAssignmentStates: states.map((state) => ({ skuId: 'SKU', ...state })),
})

export const cases: readonly CheckCase[] = [
  {
    name: 'a failed assignment',
    facts: facts({
      users: [
        user('a', having({ state: 'Active' }, { state: 'Error' })),
        user('b', having({ state: 'Active' })),
      ],
    }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'an active assignment with an error',
    facts: facts({ users: [user('a', having({ state: 'ActiveWithError' }))] }),
    verdict: 'failed',
  },
  {
    name: 'active assignments',
    facts: facts({ users: [user('a', having({ state: 'Active' }, { state: null }))] }),
    verdict: 'passed',
  },
  {
    name: 'a blocked account never fails',
    facts: facts({ users: [user('a', { accountEnabled: false, ...having({ state: 'Error' }) })] }),
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
