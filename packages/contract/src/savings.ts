import { z } from 'zod'

import { CurrencyCode, ExchangeRate, UsedRates } from './currencies.ts'

/** 'list': the catalog's list price; 'own': the customer price for all tenants; 'tenant': the one of this tenant. */
export const PriceSource = z.enum(['list', 'own', 'tenant'])
export type PriceSource = z.infer<typeof PriceSource>

/** What the customer pays for a seat per month, in the currency of the tenant (docs/decisions/0062). */
export const Price = z.object({
  monthly: z.number().nonnegative(),
  currency: CurrencyCode,
  source: PriceSource,
  /** Present when the price was entered in another currency. */
  convertedFrom: z
    .object({
      monthly: z.number().nonnegative(),
      currency: CurrencyCode,
      rates: z.array(ExchangeRate),
    })
    .optional(),
})
export type Price = z.infer<typeof Price>

/**
 * When seats can be removed: new-commerce seats within seven days of purchase or renewal, otherwise at
 * the renewal. The three parts add up to `removableSeats`.
 */
export const SeatRemoval = z.object({
  now: z.number().int(),
  /** Sorted by date, earliest first. */
  atRenewal: z.array(z.object({ date: z.iso.datetime(), seats: z.number().int() })),
  notKnown: z.number().int(),
})
export type SeatRemoval = z.infer<typeof SeatRemoval>

/** Possible savings on one paid SKU of a tenant (decisions.md, Licenses: cost-saving opportunities). */
export const LicenseSavings = z.object({
  /** Unassigned seats, beyond spare seats. */
  unassignedSeats: z.number().int(),
  /** Spare seats, as far as unassigned seats exist. */
  keptSeats: z.number().int(),
  keptReason: z.string().nullable(),
  /** Holders who cannot sign in; null when users could not be read. */
  blockedHolders: z.number().int().nullable(),
  /** Guests among the holders who can sign in. */
  guestHolders: z.number().int().nullable(),
  /** Assigned seats beyond the usable ones; 0 when none is usable, which the utilization label shows. */
  overAllocatedSeats: z.number().int(),
  /** Seats that can be removed when blocked users and guests return theirs; over-allocation is deducted. */
  removableSeats: z.number().int(),
  /** The part of the removable seats without a holder; blocked users and guests hold the others. */
  removableUnassigned: z.number().int(),
  /** The cost of the removable seats per month; null when the price is unknown. */
  monthlyAmount: z.number().nullable(),
  removal: SeatRemoval,
})
export type LicenseSavings = z.infer<typeof LicenseSavings>

/** The sum over SKUs of a tenant, or of all tenants that the reader sees. */
export const SavingsSummary = z.object({
  currency: CurrencyCode,
  /** Per month, for seats with a known price. */
  monthlyAmount: z.number(),
  /** The part whose seats can be removed now. */
  monthlyAmountNow: z.number(),
  /** The sum of `unassignedSeats` and `heldSeats`. */
  removableSeats: z.number().int(),
  /** Removable seats without a holder. */
  unassignedSeats: z.number().int(),
  /** Removable seats that blocked users and guests hold. */
  heldSeats: z.number().int(),
  /** Unassigned seats that are not removable: kept on purpose, or of a trial. */
  keptSeats: z.number().int(),
  /** Removable seats without a known price; not included in the amounts. */
  unpricedSeats: z.number().int(),
  /** Present when amounts of other currencies are included, or left out because a rate is missing. */
  exchange: UsedRates.optional(),
})
export type SavingsSummary = z.infer<typeof SavingsSummary>
