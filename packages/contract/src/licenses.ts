import { z } from 'zod'

import { CurrencyCode } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { ObjectId, TenantId } from './ids.ts'
import { TENANT_USERS } from './limits.ts'
import { PartFailure } from './parts.ts'
import { LicenseSavings, Price } from './savings.ts'

/** In this order of decision: retired, context-dependent, free, paid (decisions.md, Licenses). */
export const LicenseType = z.enum(['paid', 'free', 'context-dependent', 'retired'])
export type LicenseType = z.infer<typeof LicenseType>

export const LICENSE_TYPE_NAMES = {
  paid: 'Paid',
  free: 'Free',
  'context-dependent': 'Context-dependent',
  retired: 'Retired',
} as const satisfies Record<LicenseType, string>

/** What a SKU is (docs/decisions/0051). `licenseType` is the specification's coarser division. */
export const LicenseKind = z.enum([
  'paid',
  'context-dependent',
  'retired',
  'device',
  'free',
  'trial',
  'self-service',
  'company-wide',
  'unknown',
])
export type LicenseKind = z.infer<typeof LicenseKind>

interface KindRules {
  readonly name: string
  readonly licenseType: LicenseType
  /** Its seats are assigned to users; seats of other kinds are in use without a holder. */
  readonly forUsers: boolean
  /** Its seats are in the totals of seats and in utilization. */
  readonly inSeats: boolean
  /** It is bought: its renewal, its grace period and its suspended seats are shown. */
  readonly inCost: boolean
  /** Its unused seats are waste: they are removable, in savings and in the checks of paid seats. */
  readonly inWaste: boolean
}

const BOUGHT = { forUsers: true, inSeats: true, inCost: true, inWaste: true } as const
const UNCOUNTED = { forUsers: true, inSeats: false, inCost: false, inWaste: false } as const

/** For each kind its license type, and where it counts. Every screen, file and total follows from it. */
export const LICENSE_KINDS = {
  paid: { ...BOUGHT, name: 'Paid', licenseType: 'paid' },
  'context-dependent': {
    ...BOUGHT,
    name: 'Context-dependent',
    licenseType: 'context-dependent',
  },
  retired: { ...BOUGHT, name: 'Retired', licenseType: 'retired' },
  device: {
    ...UNCOUNTED,
    name: 'Device or server',
    licenseType: 'paid',
    forUsers: false,
    inCost: true,
  },
  free: { ...UNCOUNTED, name: 'Free', licenseType: 'free' },
  trial: { ...UNCOUNTED, name: 'Trial', licenseType: 'free' },
  'self-service': { ...UNCOUNTED, name: 'Self-service', licenseType: 'free' },
  'company-wide': { ...UNCOUNTED, name: 'Company-wide', licenseType: 'paid', forUsers: false },
  unknown: { ...UNCOUNTED, name: 'Not known', licenseType: 'paid' },
} as const satisfies Record<LicenseKind, KindRules>

/** The label of assigned over usable seats; null when no seat is usable or assigned. */
export const UtilizationLabel = z.enum([
  'Overallocated',
  'Fully Utilized',
  'Well Utilized',
  'Some Waste',
  'High Waste',
  'In use without entitlement',
])
export type UtilizationLabel = z.infer<typeof UtilizationLabel>

/** A problem of a bought SKU that requires attention. */
export const LicenseIssueKind = z.enum([
  'overallocated',
  'unentitled',
  'grace',
  'suspended',
  'retired',
])
export type LicenseIssueKind = z.infer<typeof LicenseIssueKind>

/** The problems as columns, filters and rows, in the order of the screens. */
export const LICENSE_ISSUE_NAMES = {
  overallocated: 'Over-allocated seats',
  unentitled: 'Use without entitlement',
  grace: 'Seats in grace period',
  suspended: 'Suspended seats',
  retired: 'Retired licenses',
} as const satisfies Record<LicenseIssueKind, string>

export const LicenseIssue = z.object({
  kind: LicenseIssueKind,
  /** Seats beyond the usable ones, in the grace period, suspended or locked out; usable seats of a retired SKU. */
  seats: z.number().int(),
  /** The end of the grace period; null when unknown, and for other problems. */
  endsAt: z.iso.datetime().nullable(),
})
export type LicenseIssue = z.infer<typeof LicenseIssue>

/** The day on which seats renew or end; whether a subscription renews by itself is not known. */
export const LicenseRenewal = z.object({ date: z.iso.datetime(), seats: z.number().int() })
export type LicenseRenewal = z.infer<typeof LicenseRenewal>

/** One SKU of one tenant (specification section 3; usable seats by decisions.md, Licenses). */
export const TenantLicense = z.object({
  skuId: z.string(),
  skuPartNumber: z.string(),
  /** Microsoft's name of the product, else the part number. */
  productName: z.string(),
  /** The administrator's name for the SKU, or null. */
  friendlyName: z.string().nullable(),
  /** The name for display: the administrator's, else the product's. */
  displayName: z.string(),
  /** Always true in replies, except in the administrators' list; other replies leave out hidden licenses. */
  isVisible: z.boolean(),
  /** When the SKU was first and last seen in any tenant. */
  firstDiscovered: z.iso.datetime().nullable(),
  lastSeen: z.iso.datetime().nullable(),
  licenseType: LicenseType,
  /** 'User' or 'Company'; Microsoft may add others. */
  appliesTo: z.string().nullable(),
  capabilityStatus: z.string(),
  consumedUnits: z.number().int(),
  /** Usable seats: enabled and warning. */
  enabledUnits: z.number().int(),
  /** Usable seats without a holder, never below zero. */
  availableUnits: z.number().int(),
  prepaidUnits: z.object({
    enabled: z.number().int(),
    warning: z.number().int(),
    suspended: z.number().int(),
    lockedOut: z.number().int(),
  }),
  servicePlans: z.array(z.object({ servicePlanName: z.string() })),
  /** Where the SKU counts follows from it (LICENSE_KINDS). */
  kind: LicenseKind,
  /** True when its seats count in totals of paid seats. */
  countsAsPaid: z.boolean(),
  /** Usable seats without those of trials; null for a kind that is not bought (LICENSE_KINDS). */
  boughtSeats: z.number().int().nullable(),
  issues: z.array(LicenseIssue),
  /** Assigned over usable, in whole percent; null when nothing is usable or the SKU is not paid. */
  utilizationPercent: z.number().nullable(),
  utilization: UtilizationLabel.nullable(),
  /** When its subscriptions renew or end, earliest first; empty when Microsoft names no date. */
  renewals: z.array(LicenseRenewal),
  /** Null when the price is unknown. */
  price: Price.nullable(),
  /** Present when a price is known, but the rate into the currency of the tenant is missing. */
  missingRates: z.array(CurrencyCode).optional(),
  /** Null for SKUs that never count as waste (LICENSE_KINDS). */
  savings: LicenseSavings.nullable(),
})
export type TenantLicense = z.infer<typeof TenantLicense>

/** Totals of paid seats; the numbers of SKUs by kind add up to `totalSkus`. */
export const LicenseSummary = z.object({
  totalLicenses: z.number().int(),
  consumedLicenses: z.number().int(),
  availableLicenses: z.number().int(),
  /** Assigned seats beyond the usable ones: assigned + available - total. */
  seatsBeyond: z.number().int(),
  totalSkus: z.number().int(),
  paidSkus: z.number().int(),
  freeSkus: z.number().int(),
  trialSkus: z.number().int(),
  selfServiceSkus: z.number().int(),
  /** Licenses of devices and servers, which are not assigned to people. */
  deviceSkus: z.number().int(),
  companyWideSkus: z.number().int(),
  /** Nothing shows whether their seats cost anything. */
  unknownSkus: z.number().int(),
})
export type LicenseSummary = z.infer<typeof LicenseSummary>

const ofTenant = z.object({ tenantId: TenantId })

export const listTenantLicenses = endpoint({
  name: 'listTenantLicenses',
  summary: 'The visible licenses of one tenant',
  method: 'GET',
  path: '/api/tenants/:tenantId/licenses-with-visibility',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  reply: z.object({
    licenses: z.array(TenantLicense),
    /** The number of SKUs of this tenant that administrators have hidden. */
    hiddenLicenses: z.number().int(),
    dataAsOf: z.iso.datetime().nullable(),
    /** Why the licenses could not be read although the tenant could. */
    failure: PartFailure.nullable(),
  }),
})

/** A user of a tenant with their visible licenses (specification section 3, Licensed user). */
export const TenantUser = z.object({
  id: z.string(),
  displayName: z.string().nullable(),
  userPrincipalName: z.string().nullable(),
  /** The display name, else the sign-in name, else the id: never empty. */
  name: z.string(),
  email: z.string().nullable(),
  isADSynced: z.boolean(),
  isCloudOnly: z.boolean(),
  /** 'Member' or 'Guest'; Microsoft may add others. */
  userType: z.string().nullable(),
  /** Null when Microsoft does not return it. */
  accountEnabled: z.boolean().nullable(),
  /** Names of the visible licenses, in the order of `licenseSkuIds`. */
  licenses: z.array(z.string()),
  licenseSkuIds: z.array(z.string()),
})
export type TenantUser = z.infer<typeof TenantUser>

export const listTenantUsers = endpoint({
  name: 'listTenantUsers',
  summary: 'The users of one tenant by name, with their visible licenses',
  method: 'GET',
  path: '/api/tenants/:tenantId/users-with-licenses',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(TENANT_USERS.perPage).default(TENANT_USERS.perPage),
    /** `nextCursor` of the previous page; pages belong to the same generation. */
    cursor: z.string().max(2_000).optional(),
  }),
  reply: z.object({
    users: z.array(TenantUser),
    /** Users of the tenant on all pages. */
    total: z.number().int(),
    nextCursor: z.string().nullable(),
    dataAsOf: z.iso.datetime().nullable(),
    failure: PartFailure.nullable(),
  }),
})

/** The group of holders of a license: all, blocked ones, or guests. */
export const HolderKind = z.enum(['all', 'blocked', 'guests'])
export type HolderKind = z.infer<typeof HolderKind>

export const LicenseHolder = z.object({
  id: z.string(),
  name: z.string(),
  userPrincipalName: z.string().nullable(),
  accountEnabled: z.boolean().nullable(),
  userType: z.string().nullable(),
  isDirectlyAssigned: z.boolean(),
  /** Names of the groups that assign the license. */
  groups: z.array(z.string()),
  /** Null without a sign-in, or when unknown; `signInsAsOf` shows which. */
  lastSignInAt: z.iso.datetime().nullable(),
  /** False when the reading has no readable row of this user. */
  isSignInKnown: z.boolean(),
})
export type LicenseHolder = z.infer<typeof LicenseHolder>

export const listLicenseHolders = endpoint({
  name: 'listLicenseHolders',
  summary:
    'The users counted in a figure of a license: its holders, the blocked ones or the guests',
  method: 'GET',
  path: '/api/tenants/:tenantId/license-holders',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({
    skuId: z.string().trim().pipe(ObjectId),
    kind: HolderKind.default('all'),
  }),
  reply: z.object({
    /** By name, at most LICENSE_HOLDERS.shown. */
    holders: z.array(LicenseHolder),
    total: z.number().int(),
    dataAsOf: z.iso.datetime().nullable(),
    /** When sign-in dates were read; null when they were not, so that they are unknown. */
    signInsAsOf: z.iso.datetime().nullable(),
  }),
})

/** The SKU in a path. */
export const SkuParams = z.object({
  skuId: z.string('SKU ID is required').trim().min(1, 'SKU ID is required').max(200),
})

/** A SKU of the installation, for administrators. */
export const License = z.object({
  skuId: z.string(),
  skuPartNumber: z.string(),
  productName: z.string(),
  friendlyName: z.string().nullable(),
  displayName: z.string(),
  licenseType: LicenseType,
  /** Without a tenant's facts: a trial of a paid SKU is a trial in its tenant only. */
  kind: LicenseKind,
  isVisible: z.boolean(),
  firstDiscovered: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** The catalog's list price, or null. */
  listPrice: Price.nullable(),
  /** The price of tenants without one of their own: the customer price for all tenants, else the list price. */
  price: Price.nullable(),
  /** The administrator's own type; null uses the computed one. */
  ownType: LicenseType.nullable(),
  /** The kind that applies without an own type. */
  judgedKind: LicenseKind,
  /** Tooltip: contexts in which a context-dependent SKU may be free, or when a SKU was retired. */
  contexts: z.array(z.string()),
  /** False when neither Microsoft's catalog nor an administrator has named it. */
  isKnown: z.boolean(),
})
export type License = z.infer<typeof License>

export const listLicenses = endpoint({
  name: 'listLicenses',
  summary: 'Every SKU seen in any tenant, including hidden ones',
  method: 'GET',
  path: '/api/admin/licenses',
  access: 'admin',
  reply: z.array(License),
})

export const setLicenseVisibility = endpoint({
  name: 'setLicenseVisibility',
  summary: 'Show or hide a SKU everywhere; the change is logged',
  method: 'PATCH',
  path: '/api/admin/licenses/:skuId',
  access: 'admin',
  params: SkuParams,
  body: z.object({ isVisible: z.boolean('isVisible must be true or false') }),
  reply: License,
})

export const setLicensePrice = endpoint({
  name: 'setLicensePrice',
  summary:
    'Set the customer price of a SKU for all tenants from today, in USD per seat and month; null restores the list price',
  method: 'PUT',
  path: '/api/admin/licenses/:skuId/price',
  access: 'admin',
  params: SkuParams,
  body: z.object({
    monthlyPrice: z
      .number('Enter a price of 0 or more')
      .min(0, 'Enter a price of 0 or more')
      .max(100_000, 'Enter a price of at most 100,000')
      .multipleOf(0.01, 'Enter a price with at most two decimals')
      .nullable(),
  }),
  reply: License,
})
