import { z } from 'zod'

import { count, guid, id, list, text, texts } from '../engine/fields.ts'

const ServicePlan = z.object({
  servicePlanId: guid,
  servicePlanName: text,
  provisioningStatus: text,
  appliesTo: text,
})

// A new subscription may come without units.
const NO_UNITS = { enabled: 0, suspended: 0, warning: 0, lockedOut: 0 }

const PrepaidUnits = z
  .object({ enabled: count, suspended: count, warning: count, lockedOut: count })
  .nullish()
  .transform((units) => units ?? NO_UNITS)

/** A product that the tenant subscribed to, with its seats. */
export const SubscribedSku = z.object({
  /** `{tenantId}_{skuId}`. */
  id,
  skuId: guid,
  /** Microsoft's own list has names with blanks at the end. */
  skuPartNumber: id.transform((name) => name.trim()),
  /** Enabled, Warning, Suspended, Deleted or LockedOut. */
  capabilityStatus: text,
  /** `Company` for capacity that is not assigned to users. */
  appliesTo: text,
  consumedUnits: count,
  prepaidUnits: PrepaidUnits,
  subscriptionIds: texts,
  servicePlans: list(ServicePlan),
})
export type SubscribedSku = z.infer<typeof SubscribedSku>

/** `/subscribedSkus`; $select is the only option of this path, and saves one of its three units. */
export const SUBSCRIBED_SKUS_PATH = `/subscribedSkus?$select=${Object.keys(SubscribedSku.shape).join(',')}`
