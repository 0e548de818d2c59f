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
    name: 'seats in the grace period',
    facts: facts({ subscribedSkus: [sku({ prepaidUnits: units(0, { warning: 5 }) })] }),
    verdict: 'failed',
    objects: ['sku'],
    counts: { seats: 5 },
  },
  {
    name: 'suspended and locked seats',
    facts: facts({
      subscribedSkus: [sku({ prepaidUnits: units(0, { suspended: 5, lockedOut: 1 }) })],
    }),
    verdict: 'failed',
    counts: { seats: 6 },
  },
  {
    name: 'a free license in the grace period',
    facts: facts({
      subscribedSkus: [
        sku({
          skuId: 'f30db892-07e9-47e9-837c-80727f46fd3d',
          skuPartNumber: 'FLOW_FREE',
          consumedUnits: 1,
          prepaidUnits: units(10_000, { warning: 5 }),
        }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'a device license in the grace period',
    facts: facts({
      subscribedSkus: [
        sku({
          skuId: '2b317a4a-77a6-4188-9437-b68a77b4e2c6',
          skuPartNumber: 'INTUNE_A_D',
          prepaidUnits: units(25, { warning: 5 }),
        }),
      ],
    }),
    verdict: 'failed',
    objects: ['2b317a4a-77a6-4188-9437-b68a77b4e2c6'],
    counts: { skus: 1, seats: 5 },
  },
  {
    name: 'a license without holders and without evidence of a cost',
    facts: facts({
      subscribedSkus: [sku({ skuPartNumber: 'A_NEW_SKU', prepaidUnits: units(0, { warning: 5 }) })],
    }),
    verdict: 'passed',
  },
  { name: 'enabled seats', facts: facts({ subscribedSkus: [sku()] }), verdict: 'passed' },
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
