import { facts, sku, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const plan = (servicePlanId: string, appliesTo = 'User') => ({ servicePlanId, appliesTo })
const SKUS = [
  sku({ skuId: 'e3', servicePlans: [plan('mail'), plan('apps'), plan('all', 'Company')] }),
  sku({ skuId: 'e1', servicePlans: [plan('MAIL'), plan('all', 'Company')] }),
  sku({ skuId: 'visio', servicePlans: [plan('visio'), plan('all', 'Company')] }),
]
const holding = (...assignedLicenses: { skuId: string; disabledPlans?: string[] }[]) => [
  user('a', { assignedLicenses }),
]

export const cases: readonly CheckCase[] = [
  {
    name: 'two licenses with a mailbox',
    facts: facts({ subscribedSkus: SKUS, users: holding({ skuId: 'E3' }, { skuId: 'e1' }) }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'switched off in one',
    facts: facts({
      subscribedSkus: SKUS,
      users: holding({ skuId: 'e3', disabledPlans: ['mail'] }, { skuId: 'e1' }),
    }),
    verdict: 'passed',
  },
  {
    name: 'plans of the company are shared by many',
    facts: facts({ subscribedSkus: SKUS, users: holding({ skuId: 'e3' }, { skuId: 'visio' }) }),
    verdict: 'passed',
  },
  {
    name: 'one license',
    facts: facts({ subscribedSkus: SKUS, users: holding({ skuId: 'e3' }) }),
    verdict: 'passed',
  },
  {
    name: 'a blocked holder never fails',
    facts: facts({
      subscribedSkus: SKUS,
      users: [
        user('a', { accountEnabled: false, assignedLicenses: [{ skuId: 'e3' }, { skuId: 'e1' }] }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'licenses of people not read',
    facts: facts({ subscribedSkus: [sku()], users: [user('a')] }),
    verdict: 'notRead',
  },
  {
    name: 'people without permission',
    facts: facts({ users: 'noPermission' }),
    verdict: 'noPermission',
  },
]
