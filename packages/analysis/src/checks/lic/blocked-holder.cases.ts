import { facts, sku, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const holder = (id: string, changes = {}) =>
  user(id, { assignedLicenses: [{ skuId: 'SKU' }], ...changes })

export const cases: readonly CheckCase[] = [
  {
    name: 'a blocked holder',
    facts: facts({
      subscribedSkus: [sku()],
      users: [holder('a', { accountEnabled: false }), holder('b')],
    }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'a blocked account with a free license',
    facts: facts({
      subscribedSkus: [
        sku({ skuId: 'f30db892-07e9-47e9-837c-80727f46fd3d', skuPartNumber: 'FLOW_FREE' }),
      ],
      users: [
        user('a', {
          accountEnabled: false,
          assignedLicenses: [{ skuId: 'f30db892-07e9-47e9-837c-80727f46fd3d' }],
        }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'holders who can sign in',
    facts: facts({
      subscribedSkus: [sku()],
      users: [holder('a'), holder('b', { accountEnabled: null })],
    }),
    verdict: 'passed',
  },
  {
    name: 'a blocked account without licenses',
    facts: facts({ users: [user('a', { accountEnabled: false, assignedLicenses: [] })] }),
    verdict: 'passed',
  },
  {
    name: 'licenses of people not read',
    facts: facts({ subscribedSkus: [sku()], users: [user('a', { accountEnabled: false })] }),
    verdict: 'notRead',
  },
  {
    name: 'people without permission',
    facts: facts({ users: 'noPermission' }),
    verdict: 'noPermission',
  },
]
