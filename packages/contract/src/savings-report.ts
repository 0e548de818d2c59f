import { z } from 'zod'

import { CurrencyCode } from './currencies.ts'
import { LicenseKind, LicenseRenewal } from './licenses.ts'
import { RenewalEvent } from './renewals.ts'
import { ReportHead } from './report-document.ts'
import { Price, SavingsSummary } from './savings.ts'

/** What to change, in the order of the amounts. Its sentence follows from these fields. */
export const SavingsRecommendation = z.object({
  friendlyName: z.string(),
  /** Seats that can be removed. */
  seats: z.number().int(),
  /** The part of them that blocked users and guests hold. */
  heldSeats: z.number().int(),
  /** Null: now. */
  renewsAt: z.iso.datetime().nullable(),
  /** Null when the price is unknown. */
  monthlyAmount: z.number().nullable(),
})
export type SavingsRecommendation = z.infer<typeof SavingsRecommendation>

/** A license with what is paid for it and what could be saved. */
export const SavingsLicense = z.object({
  /** Absent in shared reports. */
  skuId: z.string().optional(),
  skuPartNumber: z.string(),
  friendlyName: z.string(),
  kind: LicenseKind,
  /** Usable seats: enabled and warning. */
  enabledUnits: z.number().int(),
  consumedUnits: z.number().int(),
  availableUnits: z.number().int(),
  price: Price.nullable(),
  /** Of the bought seats; null when the price is unknown or nothing is paid. */
  monthlyCost: z.number().nullable(),
  /** Null when not known, and for licenses that never count as waste. */
  removableSeats: z.number().int().nullable(),
  /** The part of the removable seats without a holder. */
  removableUnassigned: z.number().int().nullable(),
  /** The part that can be removed now; the others at a renewal or at a date that is not known. */
  removableNow: z.number().int().nullable(),
  removableAtRenewal: z.array(LicenseRenewal),
  monthlySavings: z.number().nullable(),
})
export type SavingsLicense = z.infer<typeof SavingsLicense>

/** The next date of a subscription. */
export const SavingsRenewal = z.object({
  renewsAt: z.iso.datetime(),
  event: RenewalEvent,
  friendlyName: z.string(),
  skuPartNumber: z.string(),
  /** Null when Microsoft did not return the number. */
  seats: z.number().int().nullable(),
  monthlyCost: z.number().nullable(),
  /** The removable seats that the subscription contains; null when not known or never waste. */
  removableSeats: z.number().int().nullable(),
  monthlySavings: z.number().nullable(),
})
export type SavingsRenewal = z.infer<typeof SavingsRenewal>

/** The sums of the report's licenses, as on the tenant's page. */
export const SavingsTotals = z.object({
  seats: z.number().int(),
  assigned: z.number().int(),
  unused: z.number().int(),
  /** Of the bought seats with a known price. */
  monthlyCost: z.number(),
  /** Bought seats without a known price; not part of the cost. */
  unpricedSeats: z.number().int(),
  /** Null: not known, as for an inactive tenant. */
  savings: SavingsSummary.nullable(),
})
export type SavingsTotals = z.infer<typeof SavingsTotals>

/**
 * A stored report of what a tenant pays for licenses and what it could save: the page for owners, then the lists.
 * All amounts are in the customer price. Shared reports have no ids.
 */
export const SavingsReport = ReportHead.extend({
  reportType: z.literal('savings'),
  currency: CurrencyCode,
  /** `chosen` by a user, or `bought`: every license that costs something. */
  selection: z.enum(['chosen', 'bought']),
  /** The number of visible licenses of the tenant. */
  tenantLicenses: z.number().int(),
  /** False: how many seats blocked users and guests hold is not known. */
  arePeopleKnown: z.boolean(),
  /** False: when seats can be removed, and what renews, is not known. */
  areRenewalsKnown: z.boolean(),
  totals: SavingsTotals,
  /** At most three. */
  recommendations: z.array(SavingsRecommendation),
  /** Sorted by savings, then by cost. */
  licenses: z.array(SavingsLicense),
  /** Within 12 months, the earliest first. */
  renewals: z.array(SavingsRenewal),
})
export type SavingsReport = z.infer<typeof SavingsReport>
