import type { StoredReading } from './stored-tenant.ts'

export const E3 = '05e9a617-0261-4cee-bb44-138d3ef5d965'
export const E5 = '06ebc4ee-1bb5-47dd-8120-11324bc54e06'
export const VISIO = 'c5928f49-12ba-48f7-ada3-0d743a3601d5'
const FREE = 'f30db892-07e9-47e9-837c-80727f46fd3d'

const sku = (skuId: string, enabledUnits: number, consumedUnits: number) => ({
  skuId,
  skuPartNumber: `PART_${skuId.slice(0, 4)}`,
  enabledUnits,
  consumedUnits,
})

/** Unassigned, held, over-allocated, unentitled, expiring, free, company-wide and unpriced seats. */
export const FIGURES_READING: StoredReading = {
  skus: [
    sku(E3, 20, 5),
    sku(E5, 3, 5),
    sku(VISIO, 9, 0),
    sku(FREE, 1_000_000, 1),
    sku('unpriced', 4, 1),
    sku('unentitled', 0, 7),
    { ...sku('company', 5, 5), appliesTo: 'Company' },
    { ...sku('grace', 0, 1), warningUnits: 2 },
  ],
  subscriptions: [
    {
      skuId: 'grace',
      status: 'Warning',
      totalLicenses: 2,
      nextLifecycleDateTime: new Date('2027-01-05T12:00:00Z'),
    },
  ],
  people: [
    { id: 'ada', holds: [{ skuId: E3 }, { skuId: FREE }, { skuId: E5 }] },
    { id: 'ben', holds: [{ skuId: E3 }], accountEnabled: false },
    { id: 'gil', holds: [{ skuId: 'unpriced' }], userType: 'Guest' },
    { id: 'ida', holds: [{ skuId: 'unentitled' }, { skuId: 'company' }, { skuId: 'grace' }] },
  ],
}
