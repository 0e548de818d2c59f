import { z } from 'zod'

import { CurrencyCode, UsedRates } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { TenantGroupId, TenantId } from './ids.ts'
import { LicenseKind, LicenseRenewal, LicenseType, SkuParams } from './licenses.ts'
import { Price, SavingsSummary } from './savings.ts'

/** The figures of a SKU, of one tenant or summed over several (docs/decisions/0058). */
export const SkuFigures = z.object({
  /** Usable seats: enabled and warning. */
  seats: z.number().int(),
  assigned: z.number().int(),
  /** Usable seats without a holder; null for a kind whose seats are in no total. */
  unused: z.number().int().nullable(),
  /** Seats by problem, as in the license issues of a tenant. */
  overAllocated: z.number().int(),
  unentitled: z.number().int(),
  inGrace: z.number().int(),
  suspended: z.number().int(),
  /** Null for a kind whose seats are never waste. */
  removableSeats: z.number().int().nullable(),
  /** Of the bought seats, without trials; null when the price is unknown or the kind is not bought. */
  monthlyCost: z.number().nullable(),
  /** Of the removable seats; null when the price is unknown or the kind is never waste. */
  monthlyWaste: z.number().nullable(),
})
export type SkuFigures = z.infer<typeof SkuFigures>

const NamedSku = z.object({
  skuId: z.string(),
  skuPartNumber: z.string(),
  displayName: z.string(),
})

/**
 * One SKU over all tenants of the reader. The figures are those of the tenants where it has `kind`; their
 * amounts are in the currency of the sums.
 */
export const EstateLicense = NamedSku.extend({
  ...SkuFigures.shape,
  /** What it is in the tenants that count; a kind that is in sums comes before one that is in none. */
  kind: LicenseKind,
  licenseType: LicenseType,
  /** Null when it is unknown, and when the tenants do not have one price. */
  price: Price.nullable(),
  /** True when the tenants do not have one price. */
  hasSeveralPrices: z.boolean(),
  /** Tenants whose price is unknown, or whose currency has no rate; their amounts are left out. */
  tenantsWithoutPrice: z.number().int(),
  /** All tenants that list it, of whatever kind. */
  tenants: z.number().int(),
  /** The tenants where it is something else, such as a trial. The figures leave them out. */
  otherKinds: z.array(z.object({ kind: LicenseKind, tenants: z.number().int() })),
  /** The earliest renewal, with the seats of that day; null when none is named or read. */
  nextRenewal: LicenseRenewal.nullable(),
  /** Tenants whose subscriptions could not be read: then their renewals are not known. */
  tenantsWithoutRenewals: z.number().int(),
})
export type EstateLicense = z.infer<typeof EstateLicense>

/** The sums over SKUs and tenants. Free, trial, self-service and company-wide SKUs are in none. */
export const EstateLicenseTotals = z.object({
  skus: z.number().int(),
  seats: z.number().int(),
  assigned: z.number().int(),
  unused: z.number().int(),
  overAllocated: z.number().int(),
  unentitled: z.number().int(),
  inGrace: z.number().int(),
  suspended: z.number().int(),
  currency: CurrencyCode,
  /** Of the bought seats with a known price. */
  monthlyCost: z.number(),
  /** Bought seats without a known price; not included in the cost. */
  unpricedSeats: z.number().int(),
  /** As on All Tenants, of the same tenants. */
  savings: SavingsSummary,
  /** Present when amounts of other currencies are included, or left out because a rate is missing. */
  exchange: UsedRates.optional(),
})
export type EstateLicenseTotals = z.infer<typeof EstateLicenseTotals>

/** Which tenants the figures count. The three numbers add up to all tenants of the reader. */
export const CountedTenants = z.object({
  /** Tenants whose users and licenses were read. */
  counted: z.number().int(),
  /** Tenants of which something needed was never read; unknown, not zero. */
  notRead: z.number().int(),
  inactive: z.number().int(),
})
export type CountedTenants = z.infer<typeof CountedTenants>

const OfGroup = z.object({
  /** Only the tenants of this group. */
  groupId: TenantGroupId.optional(),
})

export const EstateLicenses = z.object({
  /** By name. */
  licenses: z.array(EstateLicense),
  totals: EstateLicenseTotals,
  tenants: CountedTenants,
  /** The oldest and the newest reading of the counted tenants. */
  dataAge: z.object({
    oldest: z.iso.datetime().nullable(),
    newest: z.iso.datetime().nullable(),
  }),
})
export type EstateLicenses = z.infer<typeof EstateLicenses>

export const listEstateLicenses = endpoint({
  name: 'listEstateLicenses',
  summary: 'Every visible SKU over all tenants that the caller may see, with its figures',
  method: 'GET',
  path: '/api/licenses',
  access: 'signedIn',
  query: OfGroup,
  reply: EstateLicenses,
})

/** A subscription of a SKU, with the end of its present state as Microsoft names it. */
export const SkuSubscription = z.object({
  seats: z.number().int(),
  /** Enabled, Warning, Suspended, Deleted or LockedOut; Microsoft may add others. */
  status: z.string().nullable(),
  isTrial: z.boolean(),
  /** Null: it has no end. */
  endsAt: z.iso.datetime().nullable(),
})
export type SkuSubscription = z.infer<typeof SkuSubscription>

/** One tenant with the SKU. The amounts are in the currency of the tenant. */
export const LicensedTenant = SkuFigures.extend({
  tenantId: TenantId,
  displayName: z.string(),
  kind: LicenseKind,
  currency: CurrencyCode,
  price: Price.nullable(),
  /** As for `TenantLicense`. */
  missingRates: z.array(CurrencyCode).optional(),
  /** The same amounts in the currency of the sums, as they are added up. */
  inTotals: SkuFigures.pick({ monthlyCost: true, monthlyWaste: true }),
  dataAsOf: z.iso.datetime(),
  /** True when the data are older than two refresh intervals. */
  isOutdated: z.boolean(),
  /** The earliest end first; null when they could not be read. */
  subscriptions: z.array(SkuSubscription).nullable(),
})
export type LicensedTenant = z.infer<typeof LicensedTenant>

export const EstateLicenseDetails = z.object({
  license: EstateLicense,
  /** By name. */
  licensedTenants: z.array(LicensedTenant),
  tenants: CountedTenants,
  /** Of the amounts of the license. */
  currency: CurrencyCode,
  exchange: UsedRates.optional(),
})
export type EstateLicenseDetails = z.infer<typeof EstateLicenseDetails>

export const getEstateLicense = endpoint({
  name: 'getEstateLicense',
  summary: 'One SKU with the tenants of the caller that have it; 404 when none has',
  method: 'GET',
  path: '/api/licenses/:skuId',
  access: 'signedIn',
  params: SkuParams,
  query: OfGroup,
  reply: EstateLicenseDetails,
})

/** The seats of a SKU day by day. Each tenant counts with its last reading up to that day. */
export const LicenseTrend = z.object({
  days: z.array(
    z.object({
      /** In UTC. */
      day: z.iso.date(),
      /** Tenants whose licenses were read by the end of the day. */
      tenants: z.number().int(),
      seats: z.number().int(),
      assigned: z.number().int(),
    }),
  ),
})
export type LicenseTrend = z.infer<typeof LicenseTrend>

export const getEstateLicenseTrend = endpoint({
  name: 'getEstateLicenseTrend',
  summary: 'The usable and assigned seats of one SKU over the tenants of the caller, day by day',
  method: 'GET',
  path: '/api/licenses/:skuId/trend',
  access: 'signedIn',
  params: SkuParams,
  query: OfGroup.extend({ days: z.coerce.number().int().min(2).max(400).default(90) }),
  reply: LicenseTrend,
})
