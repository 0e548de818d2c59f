import { z } from 'zod'

import { CurrencyCode, UsedRates } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { isStorable, TenantGroupId, TenantId, UserId } from './ids.ts'
import { LicenseKind } from './licenses.ts'
import { RENEWALS } from './limits.ts'
import { Price } from './savings.ts'

/** What happens to a subscription on the date that Microsoft names (docs/decisions/0059). */
export const RenewalEvent = z.enum(['renewsOrEnds', 'trialEnds', 'graceEnds', 'deleted', 'changes'])
export type RenewalEvent = z.infer<typeof RenewalEvent>

/** The events in the order of the screens. */
export const RENEWAL_EVENT_NAMES = {
  renewsOrEnds: 'Renews or ends',
  trialEnds: 'Trial ends',
  graceEnds: 'Grace period ends',
  deleted: 'Is deleted',
  changes: 'State changes',
} as const satisfies Record<RenewalEvent, string>

export const RenewalDecisionKind = z.enum(['keep', 'reduce', 'cancel', 'ask'])
export type RenewalDecisionKind = z.infer<typeof RenewalDecisionKind>

export const RENEWAL_DECISION_NAMES = {
  keep: 'Keep',
  reduce: 'Reduce',
  cancel: 'Cancel',
  ask: 'Ask the customer',
} as const satisfies Record<RenewalDecisionKind, string>

/** A decision for one date of one subscription. */
export const RenewalDecision = z.object({
  kind: RenewalDecisionKind,
  /** The seats to keep; null unless the kind is 'reduce'. */
  reduceTo: z.number().int().nullable(),
  note: z.string(),
  /** Null when the account was deleted. */
  ownerId: UserId.nullable(),
  ownerName: z.string(),
  decidedBy: z.string(),
  decidedAt: z.iso.datetime(),
  version: z.number().int(),
})
export type RenewalDecision = z.infer<typeof RenewalDecision>

const SubscriptionOfTenant = z.object({
  tenantId: TenantId,
  tenantName: z.string(),
  subscriptionId: z.string(),
  skuId: z.string(),
  displayName: z.string(),
})

/** The next date of one subscription. Several subscriptions of one SKU stay apart. */
export const Renewal = SubscriptionOfTenant.extend({
  kind: LicenseKind,
  renewsAt: z.iso.datetime(),
  event: RenewalEvent,
  /** Null when Microsoft did not return the number. */
  seats: z.number().int().nullable(),
  price: Price.nullable(),
  /** As for `TenantLicense`. */
  missingRates: z.array(CurrencyCode).optional(),
  /** In the currency of the price. Null when the price is unknown, and where nothing is paid: trials, suspended seats, kinds outside of sums. */
  monthlyCost: z.number().nullable(),
  /** The same in the currency of the sums; null also when the rate is missing. */
  monthlyCostInTotals: z.number().nullable(),
  /** The removable seats that this subscription contains; null when not known or never waste. */
  removableSeats: z.number().int().nullable(),
  dataAsOf: z.iso.datetime(),
  /** True when the data are older than two refresh intervals. */
  isOutdated: z.boolean(),
  /** Null: undecided. */
  decision: RenewalDecision.nullable(),
})
export type Renewal = z.infer<typeof Renewal>

/** A decision whose date has passed or is no longer the date of the subscription. */
export const PastRenewalDecision = SubscriptionOfTenant.extend({
  renewsAt: z.iso.datetime(),
  decision: RenewalDecision,
  /** The seats of the last reading before the date; null when Microsoft did not return the number. */
  seatsBefore: z.number().int().nullable(),
  /** By the last reading within 30 days after the date; null: not read yet. */
  after: z
    .object({
      /** Zero when the subscription is no longer listed; null when Microsoft did not return the number. */
      seats: z.number().int().nullable(),
      /** Null when the subscription is no longer listed. */
      status: z.string().nullable(),
      readAt: z.iso.datetime(),
    })
    .nullable(),
})
export type PastRenewalDecision = z.infer<typeof PastRenewalDecision>

/** The tenants of the reader. The numbers add up, and a tenant without renewals is in `read`. */
const RenewalTenants = z.object({
  read: z.number().int(),
  /** Their renewals are not known; never 'none due'. */
  notRead: z.array(z.object({ tenantId: TenantId, displayName: z.string() })),
  inactive: z.number().int(),
})

const OfGroup = z.object({
  /** Only the tenants of this group. */
  groupId: TenantGroupId.optional(),
})

export const Renewals = z.object({
  /** The earliest first. */
  renewals: z.array(Renewal),
  /** The latest first. */
  pastDecisions: z.array(PastRenewalDecision),
  tenants: RenewalTenants,
  /** Of sums over tenants. */
  currency: CurrencyCode,
  /** Present when costs of other currencies are included, or left out because a rate is missing. */
  exchange: UsedRates.optional(),
})
export type Renewals = z.infer<typeof Renewals>

export const listRenewals = endpoint({
  name: 'listRenewals',
  summary: 'The renewals of all tenants that the caller may see, with the decision of each',
  method: 'GET',
  path: '/api/renewals',
  access: 'signedIn',
  query: OfGroup.extend({
    /** The first day, in UTC; today by default. */
    from: z.iso.date().optional(),
    /** The last day, in UTC; in 12 months by default. */
    to: z.iso.date().optional(),
  }),
  reply: Renewals,
})

export const countDueRenewals = endpoint({
  name: 'countDueRenewals',
  summary: 'How many renewals are due within 30, 60 and 90 days, of which how many are undecided',
  method: 'GET',
  path: '/api/renewals/due',
  access: 'signedIn',
  query: OfGroup,
  reply: z.object({
    /** Each number contains those of the shorter times. */
    due: z.array(
      z.object({
        withinDays: z.number().int(),
        renewals: z.number().int(),
        undecided: z.number().int(),
      }),
    ),
    tenants: RenewalTenants,
  }),
})

const ofSubscription = z.object({
  tenantId: TenantId,
  subscriptionId: z.string().min(1).max(200).refine(isStorable),
})

const SEATS_TEXT = 'Enter a whole number of seats'

export const decideRenewal = endpoint({
  name: 'decideRenewal',
  summary:
    'Store the decision for the next date of a subscription; 409 when it was changed meanwhile',
  method: 'PUT',
  path: '/api/tenants/:tenantId/renewals/:subscriptionId/decision',
  access: 'technician',
  tenantScoped: true,
  params: ofSubscription,
  body: z
    .object({
      /** The date that the caller saw; refused when Microsoft has moved it. */
      renewsAt: z.iso.datetime(),
      kind: RenewalDecisionKind,
      reduceTo: z
        .number(SEATS_TEXT)
        .int(SEATS_TEXT)
        .min(1, 'Enter at least 1 seat')
        .max(10_000_000)
        .nullable(),
      note: z.string().trim().max(RENEWALS.noteLength, 'Keep the note under 500 characters'),
      ownerId: UserId,
      /** Null when the caller saw no decision. */
      version: z.number().int().nullable(),
    })
    .refine(({ kind, reduceTo }) => (kind === 'reduce') === (reduceTo !== null), {
      path: ['reduceTo'],
      error: 'Enter the number of seats to keep',
    }),
  reply: RenewalDecision,
})

export const removeRenewalDecision = endpoint({
  name: 'removeRenewalDecision',
  summary: 'Remove the decision for a date that has not passed; 409 when it was changed meanwhile',
  method: 'DELETE',
  path: '/api/tenants/:tenantId/renewals/:subscriptionId/decision',
  access: 'technician',
  tenantScoped: true,
  params: ofSubscription,
  query: z.object({ renewsAt: z.iso.datetime(), version: z.coerce.number().int() }),
  reply: z.object({}),
})

export const listRenewalOwners = endpoint({
  name: 'listRenewalOwners',
  summary:
    'The users who can own a decision: the caller; for administrators, all staff with access to the tenant',
  method: 'GET',
  path: '/api/tenants/:tenantId/renewal-owners',
  access: 'technician',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  reply: z.object({ owners: z.array(z.object({ userId: UserId, name: z.string() })) }),
})
