import { facts, P2_SKU, sku, user } from '../../testing/check-facts.ts'
import { assignment } from '../../testing/role-facts.ts'
import type { CheckCase } from '../cases.ts'

const EXCHANGE = '9aaf7827-d63c-4b61-89c3-182f06f82e5c'
const suite = sku({
  skuId: 'suite',
  servicePlans: [
    { servicePlanId: EXCHANGE, servicePlanName: 'EXCHANGE_S_STANDARD' },
    { servicePlanId: 'base', servicePlanName: 'EXCHANGE_S_FOUNDATION' },
  ],
})
const entra = sku({
  skuId: 'entra',
  servicePlans: [
    { servicePlanId: 'base', servicePlanName: 'EXCHANGE_S_FOUNDATION' },
    { servicePlanId: 'p2', servicePlanName: 'AAD_PREMIUM_P2' },
  ],
})
const subscribedSkus = [suite, entra]
const roleAssignments = [assignment('a')]
const holding = (...assignedLicenses: { skuId: string; disabledPlans?: string[] }[]) =>
  user('a', { assignedLicenses })

export const cases: readonly CheckCase[] = [
  {
    name: 'no license',
    facts: facts({ users: [holding()], roleAssignments, subscribedSkus }),
    verdict: 'passed',
  },
  {
    name: 'a license of Entra ID alone',
    facts: facts({ users: [holding({ skuId: 'ENTRA' })], roleAssignments, subscribedSkus }),
    verdict: 'passed',
  },
  {
    name: 'a license with a mailbox',
    facts: facts({ users: [holding({ skuId: 'suite' })], roleAssignments, subscribedSkus }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'the plan of the mailbox is switched off',
    facts: facts({
      users: [holding({ skuId: 'suite', disabledPlans: [EXCHANGE] })],
      roleAssignments,
      subscribedSkus,
    }),
    verdict: 'passed',
  },
  {
    name: 'a blocked account and an emergency account',
    facts: facts(
      {
        users: [
          { ...holding({ skuId: 'suite' }), accountEnabled: false },
          { ...holding({ skuId: 'suite' }), id: 'b' },
        ],
        roleAssignments: [...roleAssignments, assignment('b')],
        subscribedSkus,
      },
      ['b'],
    ),
    verdict: 'passed',
  },
  {
    name: 'a license whose plans are not known',
    facts: facts({ users: [holding({ skuId: 'other' })], roleAssignments, subscribedSkus }),
    verdict: 'notRead',
  },
  {
    name: 'plans without names',
    facts: facts({
      users: [holding({ skuId: 'p2' })],
      roleAssignments,
      subscribedSkus: [P2_SKU],
    }),
    verdict: 'notRead',
  },
  {
    name: 'licenses that were not read',
    facts: facts({ users: [user('a')], roleAssignments, subscribedSkus }),
    verdict: 'notRead',
  },
]
