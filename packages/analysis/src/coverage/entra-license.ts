// Microsoft's plan ids (page "Product names and service plan identifiers for licensing").
const P1 = '41781fb2-bc02-4b7c-bd55-b576c07bb09d'
const P2 = 'eec0eb4f-6444-4f95-aba0-50c24d67f998'

/** The ids of these plans by Microsoft's names for them. */
export const ENTRA_PLAN_IDS: ReadonlyMap<string, string> = new Map([
  ['AAD_PREMIUM', P1],
  ['AAD_PREMIUM_P2', P2],
])

interface Sku {
  readonly capabilityStatus: string
  readonly servicePlans: readonly { readonly servicePlanId: string }[]
}

/** Returns whether a tenant has Entra ID P1 and P2: a plan of a SKU that is enabled or in warning. */
export function entraLicenseOf(skus: readonly Sku[]): { hasP1: boolean; hasP2: boolean } {
  const plans = new Set(
    skus
      .filter(({ capabilityStatus: status }) => status === 'Enabled' || status === 'Warning')
      .flatMap(({ servicePlans }) => servicePlans.map(({ servicePlanId }) => servicePlanId)),
  )
  return { hasP1: plans.has(P1) || plans.has(P2), hasP2: plans.has(P2) }
}

/**
 * Returns whether a tenant has Entra ID P1. Null: it is not known, because no SKU that was read
 * has it, and the list was not read (null) or rows of it were left out.
 */
export function entraP1In(
  skus: readonly Sku[] | null,
  { isComplete }: { isComplete: boolean },
): boolean | null {
  if (skus !== null && entraLicenseOf(skus).hasP1) return true
  return skus !== null && isComplete ? false : null
}
