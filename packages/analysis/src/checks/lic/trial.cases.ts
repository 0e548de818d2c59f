import { facts, sku } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const trial = (nextLifecycleDateTime: string | null, changes = {}) => [
  {
    id: 's',
    skuId: 'SKU',
    skuPartNumber: 'SKU',
    status: 'Enabled',
    isTrial: true,
    nextLifecycleDateTime,
    ...changes,
  },
]
const USED = sku({ consumedUnits: 1 })

export const cases: readonly CheckCase[] = [
  {
    name: 'a trial that ends soon',
    facts: facts({ subscribedSkus: [sku()], subscriptions: trial('2026-12-01T00:00:00Z') }),
    verdict: 'failed',
    objects: ['s'],
    counts: { endingSoon: 1, inUse: 0 },
  },
  {
    name: 'a trial in use',
    facts: facts({ subscribedSkus: [USED], subscriptions: trial(null) }),
    verdict: 'failed',
    counts: { endingSoon: 0, inUse: 1 },
  },
  {
    name: 'seats that were bought besides',
    facts: facts({
      subscribedSkus: [USED],
      subscriptions: [...trial(null), ...trial(null, { isTrial: false })],
    }),
    verdict: 'passed',
  },
  {
    name: 'a trial that has ended',
    facts: facts({ subscribedSkus: [USED], subscriptions: trial(null, { status: 'Suspended' }) }),
    verdict: 'passed',
  },
  {
    name: 'it is not known whether it is a trial',
    facts: facts({ subscribedSkus: [sku()], subscriptions: trial(null, { isTrial: null }) }),
    verdict: 'notRead',
  },
  {
    name: 'subscriptions not read',
    facts: facts({ subscriptions: 'notRead' }),
    verdict: 'notRead',
  },
]
