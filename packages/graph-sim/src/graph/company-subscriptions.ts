import type { Subscription } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { dayFrom } from './dates.ts'
import { derivedGuid } from './derived-ids.ts'
import { answerList } from './listing.ts'
import { servicePlans } from './organization.ts'
import type { EntityShape } from './projection.ts'

const PROPERTIES = {
  createdDateTime: (subscription: Subscription) => subscription.createdDateTime,
  commerceSubscriptionId: (subscription: Subscription) =>
    derivedGuid('commerce', subscription.subscriptionId),
  id: (subscription: Subscription) => subscription.subscriptionId,
  isTrial: (subscription: Subscription) => subscription.isTrial,
  nextLifecycleDateTime: ({ renewsInDays }: Subscription, { now }: GraphCall) =>
    renewsInDays === null ? null : dayFrom(now, renewsInDays),
  serviceStatus: servicePlans,
  skuId: ({ sku }: Subscription) => sku.skuId,
  skuPartNumber: ({ sku }: Subscription) => sku.skuPartNumber,
  status: (subscription: Subscription) => subscription.capabilityStatus,
  totalLicenses: ({ enabled, warning, suspended, lockedOut }: Subscription) =>
    enabled + warning + suspended + lockedOut,
  ownerId: (subscription: Subscription, { tenant, world }: GraphCall) =>
    tenant.kind === 'csp' ? derivedGuid('owner', world.partner.id, subscription.sku.skuId) : null,
  // The partner who sold it; what a directory bought itself names nobody.
  ownerTenantId: (_: Subscription, { tenant, world }: GraphCall) =>
    tenant.kind === 'csp' ? world.partner.id : null,
  ownerType: (_: Subscription, { tenant }: GraphCall) => (tenant.kind === 'csp' ? 'User' : null),
}

const COMPANY_SUBSCRIPTION: EntityShape<Subscription> = {
  typeName: 'microsoft.graph.companySubscription',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

/** What a directory bought, with renewal dates and trials, which /subscribedSkus does not tell. */
export function listCompanySubscriptions(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'directory/subscriptions',
    shape: COMPANY_SUBSCRIPTION,
    rows: call.tenant.subscriptions,
    pageDefault: 100,
    pageMax: 999,
  })
}
