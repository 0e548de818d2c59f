import { z } from 'zod'

import { count, date, flag, guid, guidOrNull, id, text } from '../engine/fields.ts'

/** A purchase behind a SKU: what knows the day of renewal, and trials. */
export const Subscription = z.object({
  id,
  /** The order's number with Microsoft. */
  commerceSubscriptionId: text,
  skuId: guid,
  skuPartNumber: text,
  /** Enabled, Warning, Suspended, Deleted or LockedOut. */
  status: text,
  isTrial: flag,
  totalLicenses: count,
  createdDateTime: date,
  /** When it renews, or passes on to its next state; null for what never ends. */
  nextLifecycleDateTime: date,
  /** The partner that sold it. */
  ownerTenantId: guidOrNull,
})
export type Subscription = z.infer<typeof Subscription>

/** `/directory/subscriptions` with everything that is kept. */
export const SUBSCRIPTIONS_PATH = `/directory/subscriptions?$select=${Object.keys(Subscription.shape).join(',')}`
