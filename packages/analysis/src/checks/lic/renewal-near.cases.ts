import { facts, sku } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const subscription = (nextLifecycleDateTime: string | null, changes = {}) => [
  {
    id: 's',
    skuId: 'SKU',
    status: 'Enabled',
    isTrial: false,
    totalLicenses: 100,
    nextLifecycleDateTime,
    ...changes,
  },
]
const SOON = '2026-12-20T00:00:00Z'
const FULL = sku({ consumedUnits: 100 })

export const cases: readonly CheckCase[] = [
  {
    name: 'free seats before the renewal',
    facts: facts({ subscribedSkus: [sku()], subscriptions: subscription(SOON) }),
    verdict: 'failed',
    objects: ['s'],
    counts: { subscriptions: 1, withinSevenDays: 0 },
  },
  {
    name: 'within a week',
    facts: facts({ subscribedSkus: [sku()], subscriptions: subscription('2026-11-30T00:00:00Z') }),
    verdict: 'failed',
    counts: { withinSevenDays: 1 },
  },
  {
    name: 'all seats assigned',
    facts: facts({ subscribedSkus: [FULL], subscriptions: subscription(SOON) }),
    verdict: 'passed',
  },
  {
    name: 'a renewal far away',
    facts: facts({ subscribedSkus: [sku()], subscriptions: subscription('2027-06-01T00:00:00Z') }),
    verdict: 'passed',
  },
  {
    name: 'a trial and what never ends',
    facts: facts({
      subscribedSkus: [sku()],
      subscriptions: [...subscription(SOON, { isTrial: true }), ...subscription(null)],
    }),
    verdict: 'passed',
  },
  {
    name: 'no numbers of seats',
    facts: facts({
      subscribedSkus: [sku({ prepaidUnits: null })],
      subscriptions: subscription(SOON),
    }),
    verdict: 'notRead',
  },
  { name: 'subscriptions not read', facts: facts({ subscriptions: 'failed' }), verdict: 'notRead' },
]
