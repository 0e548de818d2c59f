import rows from './data/skus.json' with { type: 'json' }
import type { Sku, Tenant } from './types.ts'

const AAD_PREMIUM_PLANS = new Set([
  '41781fb2-bc02-4b7c-bd55-b576c07bb09d', // Entra ID P1
  'eec0eb4f-6444-4f95-aba0-50c24d67f998', // Entra ID P2
])

const SKUS: readonly Sku[] = rows.map((row) => ({
  skuId: row.skuId,
  skuPartNumber: row.skuPartNumber,
  appliesTo: row.appliesTo,
  servicePlans: row.servicePlans.map(([name = '', id = '']) => ({ name, id })),
}))

/** The license that Microsoft sells under this part number. */
export function skuNamed(partNumber: string): Sku {
  const sku = SKUS.find((each) => each.skuPartNumber === partNumber)
  if (!sku) throw new Error(`No SKU named ${partNumber} in world/data/skus.json`)
  return sku
}

/** True when a usable subscription of the tenant holds Entra ID P1 or P2. */
export function hasEntraPremium(tenant: Tenant): boolean {
  return tenant.subscriptions.some(
    ({ sku, enabled, warning }) =>
      enabled + warning > 0 && sku.servicePlans.some((plan) => AAD_PREMIUM_PLANS.has(plan.id)),
  )
}

/** The license behind an assignment. */
export function skuById(skuId: string): Sku {
  const sku = SKUS.find((each) => each.skuId === skuId)
  if (!sku) throw new Error(`No SKU ${skuId} in world/data/skus.json`)
  return sku
}
