import type { Subscription } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { dayFrom } from '../engine/dates.ts'
import { derivedGuid } from '../engine/derived-ids.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'

const PROPERTIES = {
  createdDateTime: (subscription: Subscription) => subscription.createdDateTime,
  commerceSubscriptionId: (subscription: Subscription) =>
    derivedGuid('commerce', subscription.subscriptionId),
  id: (subscription: Subscription) => subscription.subscriptionId,
  isTrial: (subscription: Subscription) => subscription.isTrial,
  nextLifecycleDateTime: ({ renewsInDays }: Subscription, { now }: GraphCall) =>
    renewsInDays === null ? null : dayFrom(now, renewsInDays),
  skuId: ({ sku }: Subscription) => sku.skuId,
  skuPartNumber: ({ sku }: Subscription) => sku.skuPartNumber,
  status: (subscription: Subscription) => subscription.capabilityStatus,
  totalLicenses: ({ enabled, warning, suspended, lockedOut }: Subscription) =>
    enabled + warning + suspended + lockedOut,
  // The partner that sold it; null when the directory bought it itself.
  ownerTenantId: (_: Subscription, { tenant, world }: GraphCall) =>
    tenant.kind === 'csp' ? world.partner.id : null,
}

const COMPANY_SUBSCRIPTION: EntityShape<Subscription> = {
  typeName: 'microsoft.graph.companySubscription',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

/** Lists the subscriptions of a directory with renewal dates and trials. */
export function listCompanySubscriptions(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'directory/subscriptions',
    shape: COMPANY_SUBSCRIPTION,
    rows: call.tenant.subscriptions,
    pageDefault: 100,
    pageMax: 999,
  })
}
