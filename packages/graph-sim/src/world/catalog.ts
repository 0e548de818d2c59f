import rows from './data/skus.json' with { type: 'json' }
import type { Sku, Tenant } from './types.ts'

/** Service plans (page "Product names and service plan identifiers for licensing"). */
const ENTRA_P1 = '41781fb2-bc02-4b7c-bd55-b576c07bb09d'
const ENTRA_P2 = 'eec0eb4f-6444-4f95-aba0-50c24d67f998'

const SKUS: readonly Sku[] = rows.map((row) => ({
  skuId: row.skuId,
  skuPartNumber: row.skuPartNumber,
  appliesTo: row.appliesTo,
  servicePlans: row.servicePlans.map(([name = '', id = '']) => ({ name, id })),
}))

const SKU_BY_ID = new Map(SKUS.map((sku) => [sku.skuId, sku]))
const SKU_BY_PART_NUMBER = new Map(SKUS.map((sku) => [sku.skuPartNumber, sku]))

/** The license that Microsoft sells under this part number. */
export function skuNamed(partNumber: string): Sku {
  const sku = SKU_BY_PART_NUMBER.get(partNumber)
  if (!sku) throw new Error(`No SKU named ${partNumber} in world/data/skus.json`)
  return sku
}

/** True when a usable subscription of the tenant holds Entra ID P1 or P2. */
export function hasEntraPremium(tenant: Pick<Tenant, 'subscriptions'>): boolean {
  return hasUsablePlan(tenant, ENTRA_P1) || hasUsablePlan(tenant, ENTRA_P2)
}

/** True when a usable subscription holds Entra ID P2: risk detection and risk policies. */
export function hasEntraPremiumP2(tenant: Pick<Tenant, 'subscriptions'>): boolean {
  return hasUsablePlan(tenant, ENTRA_P2)
}

/** The license behind an assignment. */
export function skuById(skuId: string): Sku {
  const sku = SKU_BY_ID.get(skuId)
  if (!sku) throw new Error(`No SKU ${skuId} in world/data/skus.json`)
  return sku
}

function hasUsablePlan({ subscriptions }: Pick<Tenant, 'subscriptions'>, planId: string): boolean {
  return subscriptions.some(
    ({ sku, enabled, warning }) =>
      enabled + warning > 0 && sku.servicePlans.some((plan) => plan.id === planId),
  )
}
