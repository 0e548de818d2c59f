import { BillingMonth } from '@tenantscope/contract/billing-months'
import { TenantGroupId } from '@tenantscope/contract/ids'
import { z } from 'zod'

/** The view, as the address contains it. Unknown values are ignored. */
export const BillingSearch = z.object({
  /** Absent: the tenants of one month. */
  view: z.enum(['months']).optional().catch(undefined),
  /** Absent: the latest frozen one. */
  month: BillingMonth.optional().catch(undefined),
  group: TenantGroupId.optional().catch(undefined),
})
export type BillingSearch = z.infer<typeof BillingSearch>
