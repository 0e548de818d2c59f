import { z } from 'zod'

import { CurrencyCode } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { PartFailure } from './parts.ts'
import { SeatRemoval } from './savings.ts'

/** Per month, in the customer prices of the tenant. */
const ProposalCost = z.object({
  before: z.number(),
  after: z.number(),
  /** No proposal costs less; equal to `after` when this is proven of it. */
  atLeast: z.number(),
})

const ProposalSku = z.object({ skuId: z.string(), name: z.string() })

const ProposalChange = z.object({
  people: z.number().int(),
  /** With a known price; other licenses stay and are not named. */
  from: z.array(ProposalSku),
  to: z.array(ProposalSku),
  /** Of all these people per month, at the renewal. */
  monthlyAmount: z.number(),
  /** Plans that the usage report shows as not used; `lower`: the lower tier that remains. */
  lost: z.array(z.object({ name: z.string(), lower: z.string().nullable() })),
  /** Plans that must be switched on in the license that contains them after the change. */
  toSwitchOn: z.array(z.object({ plan: z.string(), skuId: z.string() })),
})

/** The cheapest licenses that keep each plan that is needed (docs/decisions/0061). */
export const LicenseProposal = z.object({
  dataAsOf: z.iso.datetime(),
  currency: CurrencyCode,
  /** The date of the usage report; null: none, or concealed, so that each held plan is kept. */
  useAsOf: z.string().nullable(),
  isUseConcealed: z.boolean(),
  /** Never added to each other. */
  now: ProposalCost,
  atRenewal: ProposalCost,
  changes: z.array(ProposalChange),
  seats: z.array(
    ProposalSku.extend({
      before: z.number().int(),
      after: z.number().int(),
      toBuy: z.number().int(),
      removal: SeatRemoval,
    }),
  ),
  /** Held SKUs without a price or a list of plans; they stay. */
  keptSkus: z.array(ProposalSku),
})
export type LicenseProposal = z.infer<typeof LicenseProposal>

export const getLicenseProposal = endpoint({
  name: 'getLicenseProposal',
  summary: 'The cheapest licenses of a tenant that keep each service plan that is needed',
  method: 'GET',
  path: '/api/tenants/:tenantId/license-proposal',
  access: 'signedIn',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  reply: z.object({
    tenantName: z.string(),
    /** Why the licenses or the users of the tenant were not read. */
    failure: PartFailure.nullable(),
    /** Null: the tenant was not read, or `failure` says why not. */
    proposal: LicenseProposal.nullable(),
  }),
})
