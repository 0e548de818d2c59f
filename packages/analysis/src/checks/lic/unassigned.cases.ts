import type { SkuChoice } from '../../licenses.ts'
import { NO_PRICES } from '../../prices.ts'
import { facts, sku } from '../../testing/check-facts.ts'
import { customerPrice } from '../../testing/prices.ts'
import type { CheckCase } from '../cases.ts'

const units = (enabled: number, changes = {}) => ({
  enabled,
  warning: 0,
  suspended: 0,
  lockedOut: 0,
  ...changes,
})

const choice = (changes: Partial<SkuChoice>): SkuChoice => ({
  friendlyName: null,
  productName: null,
  ownType: null,
  isVisible: true,
  firstDiscovered: new Date(0).toISOString(),
  lastSeen: new Date(0).toISOString(),
  ...changes,
})

/** Facts of a tenant with one license of which 100 seats have no holder. */
const chosen = (skuPartNumber: string, changes: Partial<SkuChoice>): CheckCase['facts'] => ({
  ...facts({ subscribedSkus: [sku({ skuPartNumber })] }),
  licenseChoices: new Map([['sku', choice(changes)]]),
})

/** The same, with a customer price of the SKU for all tenants. */
const priced = (skuPartNumber: string, monthly: number): CheckCase['facts'] => ({
  ...facts({ subscribedSkus: [sku({ skuPartNumber })] }),
  prices: {
    ...NO_PRICES,
    customerPrices: [customerPrice({ skuId: 'sku', monthly })],
  },
})

export const cases: readonly CheckCase[] = [
  {
    name: 'a license without holders and without evidence of a cost',
    facts: facts({ subscribedSkus: [sku({ skuPartNumber: 'A_NEW_SKU' })] }),
    verdict: 'passed',
  },
  {
    name: 'the same license with a price of an administrator',
    facts: priced('A_NEW_SKU', 4),
    verdict: 'failed',
    objects: ['sku'],
    counts: { seats: 100 },
  },
  {
    name: 'the same license with a price of zero',
    facts: priced('A_NEW_SKU', 0),
    verdict: 'passed',
  },
  {
    name: 'a license that an administrator calls paid',
    facts: chosen('A_NEW_SKU', { ownType: 'paid' }),
    verdict: 'failed',
    counts: { seats: 100 },
  },
  {
    name: 'a license that an administrator calls free',
    facts: chosen('SPB', { ownType: 'free' }),
    verdict: 'passed',
  },
  {
    name: 'a license that an administrator has hidden',
    facts: chosen('SPB', { isVisible: false }),
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
