import { facts, sku } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const units = (enabled: number, changes = {}) => ({
  enabled,
  warning: 0,
  suspended: 0,
  lockedOut: 0,
  ...changes,
})

export const cases: readonly CheckCase[] = [
  {
    name: 'a license without holders and without evidence of a cost',
    facts: facts({ subscribedSkus: [sku({ skuPartNumber: 'A_NEW_SKU' })] }),
    verdict: 'passed',
  },
  {
    name: 'a license of devices',
    facts: facts({ subscribedSkus: [sku({ skuPartNumber: 'INTUNE_A_D' })] }),
    verdict: 'passed',
  },
  {
    name: 'free seats',
    facts: facts({ subscribedSkus: [sku({ consumedUnits: 90 })] }),
    verdict: 'failed',
    objects: ['sku'],
    counts: { seats: 10 },
  },
  {
    name: 'seats in the grace period count',
    facts: facts({
      subscribedSkus: [sku({ consumedUnits: 10, prepaidUnits: units(10, { warning: 2 }) })],
    }),
    verdict: 'failed',
    counts: { seats: 2 },
  },
  {
    name: 'all seats assigned',
    facts: facts({ subscribedSkus: [sku({ consumedUnits: 100 })] }),
    verdict: 'passed',
  },
  {
    name: 'free licenses and capacity for the company do not count',
    facts: facts({
      subscribedSkus: [
        sku({
          skuId: 'f30db892-07e9-47e9-837c-80727f46fd3d',
          skuPartNumber: 'FLOW_FREE',
          consumedUnits: 1,
          prepaidUnits: units(10_000, { warning: 5 }),
        }),
        sku({ skuId: 'c', appliesTo: 'Company', prepaidUnits: units(10) }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'a trial costs nothing',
    facts: facts({
      subscribedSkus: [sku()],
      subscriptions: [
        { id: 's', skuId: 'SKU', status: 'Enabled', isTrial: true, totalLicenses: 100 },
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'no numbers of seats',
    facts: facts({ subscribedSkus: [sku({ consumedUnits: null })] }),
    verdict: 'notRead',
  },
  {
    name: 'licenses that were not read',
    facts: facts({ subscribedSkus: 'noPermission' }),
    verdict: 'noPermission',
  },
  { name: 'no licenses', facts: facts({ subscribedSkus: [] }), verdict: 'passed' },
]
