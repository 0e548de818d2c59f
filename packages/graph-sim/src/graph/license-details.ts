import { skuById } from '../world/catalog.ts'
import type { LicenseAssignment } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { derivedToken } from './derived-ids.ts'
import { answerList } from './listing.ts'
import { personOf } from './memberships.ts'
import type { EntityShape } from './projection.ts'

/** Answers all of its rows at once. */
const ONE_PAGE = { pageDefault: 1_000, pageMax: 1_000 } as const

const PROPERTIES = {
  id: ({ skuId }: LicenseAssignment, { tenant }: GraphCall) => derivedToken(tenant.id, skuId),
  skuId: ({ skuId }: LicenseAssignment) => skuId,
  skuPartNumber: ({ skuId }: LicenseAssignment) => skuById(skuId).skuPartNumber,
  servicePlans: ({ skuId, disabledPlans }: LicenseAssignment) => {
    const sku = skuById(skuId)
    return sku.servicePlans.map((plan) => ({
      servicePlanId: plan.id,
      servicePlanName: plan.name,
      provisioningStatus: disabledPlans.includes(plan.id) ? 'Disabled' : 'Success',
      appliesTo: plan.name === 'EXCHANGE_S_FOUNDATION' ? 'Company' : sku.appliesTo,
    }))
  },
}

const LICENSE_DETAILS: EntityShape<LicenseAssignment> = {
  typeName: 'microsoft.graph.licenseDetails',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

/** One row for each license, however often it is assigned. */
export function listLicenseDetails(call: GraphCall, id: string): GraphAnswer {
  const { licenses } = personOf(call, id)
  const rows = [...new Map(licenses.map((license) => [license.skuId, license])).values()]
  return answerList(call, {
    set: `users('${encodeURIComponent(id)}')/licenseDetails`,
    shape: LICENSE_DETAILS,
    rows,
    ...ONE_PAGE,
  })
}
