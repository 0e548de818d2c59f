import { facts, sku, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const holder = (id: string, changes = {}) =>
  user(id, { assignedLicenses: [{ skuId: 'SKU' }], ...changes })

export const cases: readonly CheckCase[] = [
  {
    name: 'a guest who holds a license',
    facts: facts({
      subscribedSkus: [sku()],
      users: [holder('a', { userType: 'Guest' }), holder('b')],
    }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'a blocked guest never fails',
    facts: facts({
      subscribedSkus: [sku()],
      users: [holder('a', { userType: 'Guest', accountEnabled: false })],
    }),
    verdict: 'passed',
  },
  {
    name: 'members only',
    facts: facts({ subscribedSkus: [sku()], users: [holder('a')] }),
    verdict: 'passed',
  },
  {
    name: 'licenses of people not read',
    facts: facts({ subscribedSkus: [sku()], users: [user('a', { userType: 'Guest' })] }),
    verdict: 'notRead',
  },
  {
    name: 'people without permission',
    facts: facts({ users: 'noPermission' }),
    verdict: 'noPermission',
  },
]
