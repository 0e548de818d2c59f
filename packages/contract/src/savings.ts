import { z } from 'zod'

/** The only currency of list prices (decisions.md, Licenses); every screen names it. */
export const CURRENCY = 'USD'

/** What a seat costs per month: the catalog's list price or the administrator's own. */
export const Price = z.object({
  monthly: z.number().nonnegative(),
  currency: z.literal(CURRENCY),
  source: z.enum(['list', 'own']),
})
export type Price = z.infer<typeof Price>

/**
 * When seats can go: new-commerce seats only within seven days of purchase or renewal, else at the
 * renewal. The three parts add up to `removableSeats`.
 */
export const SeatRemoval = z.object({
  now: z.number().int(),
  /** By date, earliest first. */
  atRenewal: z.array(z.object({ date: z.iso.datetime(), seats: z.number().int() })),
  notKnown: z.number().int(),
})
export type SeatRemoval = z.infer<typeof SeatRemoval>

/** What could be saved on one paid SKU of one tenant (decisions.md, Licenses: cost-saving opportunities). */
export const LicenseSavings = z.object({
  /** Seats that nobody holds, beyond those kept on purpose. */
  unassignedSeats: z.number().int(),
  /** Seats kept on purpose, as far as there are unassigned ones. */
  keptSeats: z.number().int(),
  keptReason: z.string().nullable(),
  /** Holders who cannot sign in; null where the people could not be read. */
  blockedHolders: z.number().int().nullable(),
  /** Guests among the holders who can sign in. */
  guestHolders: z.number().int().nullable(),
  /** Seats in use beyond the usable ones; 0 where none is usable, which the utilization label tells. */
  overAllocatedSeats: z.number().int(),
  /** Seats that could go if blocked people and guests gave theirs back; over-allocation is settled first. */
  removableSeats: z.number().int(),
  /** What those seats cost per month; null where no price is known. */
  monthlyAmount: z.number().nullable(),
  removal: SeatRemoval,
})
export type LicenseSavings = z.infer<typeof LicenseSavings>

/** The sum over SKUs: of a tenant, or of the reader's estate. */
export const SavingsSummary = z.object({
  currency: z.literal(CURRENCY),
  /** Per month, of the seats whose price is known. */
  monthlyAmount: z.number(),
  /** The part of it whose seats can go now. */
  monthlyAmountNow: z.number(),
  removableSeats: z.number().int(),
  /** Removable seats without a known price: they are in no amount. */
  unpricedSeats: z.number().int(),
})
export type SavingsSummary = z.infer<typeof SavingsSummary>
