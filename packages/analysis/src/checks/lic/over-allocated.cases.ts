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
    name: 'more holders than seats',
    facts: facts({ subscribedSkus: [sku({ consumedUnits: 101 })] }),
    verdict: 'failed',
    objects: ['sku'],
    counts: { seats: 1 },
  },
  {
    name: 'also where the grace period covers them',
    facts: facts({
      subscribedSkus: [sku({ consumedUnits: 12, prepaidUnits: units(10, { warning: 2 }) })],
    }),
    verdict: 'failed',
    counts: { seats: 2 },
  },
  {
    name: 'seats that are suspended',
    facts: facts({
      subscribedSkus: [
        sku({
          capabilityStatus: 'Suspended',
          consumedUnits: 3,
          prepaidUnits: units(0, { suspended: 5 }),
        }),
      ],
    }),
    verdict: 'failed',
    counts: { seats: 3 },
  },
  {
    name: 'as many holders as seats',
    facts: facts({ subscribedSkus: [sku({ consumedUnits: 100 })] }),
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
