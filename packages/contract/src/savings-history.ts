import { z } from 'zod'

import { CurrencyCode, UsedRates } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { TenantGroupId, TenantId } from './ids.ts'

/** The last record of a month. All amounts are per month, in the customer prices of that time. */
export const SavingsMonth = z.object({
  /** In UTC, as in '2026-11'. */
  month: z.string(),
  /** Tenants with a record of this month, or of one of the two months before where they were not read since. */
  tenants: z.number().int(),
  monthlyCost: z.number(),
  /** What could be saved, on seats with a known price. */
  found: z.number(),
  /** Removable seats without a known price; not part of `found`. */
  unpricedSeats: z.number().int(),
  /** The part of the cost that decided reductions and cancellations end at coming renewals. */
  decided: z.number(),
  /** Decisions whose seats or price are not known; not part of `decided`. */
  unpricedDecisions: z.number().int(),
  /** What renewals of the 12 months up to this one really saved. */
  saved: z.number(),
})
export type SavingsMonth = z.infer<typeof SavingsMonth>

/** What decided renewals really saved (docs/decisions/0068). */
export const RealizedSavings = z.object({
  /** Per month, of renewals within the last 12 months. */
  monthlyAmount: z.number(),
  /** Until today: each renewal counts for every complete month since its date, for at most 12. */
  total: z.number(),
  /** Renewals after which fewer seats were read. */
  renewals: z.number().int(),
  /** Decided renewals whose effect is not known: not read since, or without a price. */
  unknown: z.number().int(),
})
export type RealizedSavings = z.infer<typeof RealizedSavings>

export const SavingsHistory = z.object({
  currency: CurrencyCode,
  /** Present when amounts of other currencies are included, or left out because a rate is missing. */
  exchange: UsedRates.optional(),
  /** The earliest first, without a gap; empty before the first record. */
  months: z.array(SavingsMonth),
  realized: RealizedSavings,
})
export type SavingsHistory = z.infer<typeof SavingsHistory>

export const getTenantSavingsHistory = endpoint({
  name: 'getTenantSavingsHistory',
  summary: 'What could be saved in a tenant, what was decided, and what was really saved, by month',
  method: 'GET',
  path: '/api/tenants/:tenantId/savings-history',
  access: 'signedIn',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  reply: SavingsHistory,
})

export const getSavingsHistory = endpoint({
  name: 'getSavingsHistory',
  summary: 'The same over all tenants that the caller may see',
  method: 'GET',
  path: '/api/savings-history',
  access: 'signedIn',
  query: z.object({
    /** Only the tenants of this group. */
    groupId: TenantGroupId.optional(),
  }),
  reply: SavingsHistory,
})
