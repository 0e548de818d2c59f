import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
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

/** The label of assigned over usable seats; null when nothing is usable and nothing used. */
export const UtilizationLabel = z.enum([
  'Overallocated',
  'Fully Utilized',
  'Well Utilized',
  'Some Waste',
  'High Waste',
  'In use without entitlement',
])
export type UtilizationLabel = z.infer<typeof UtilizationLabel>

/** One SKU of one tenant (specification section 3; usable seats by decisions.md, Licenses). */
export const TenantLicense = z.object({
  skuId: z.string(),
  skuPartNumber: z.string(),
  /** Microsoft's name of the product, else the part number. */
  productName: z.string(),
  /** The administrator's name for the SKU; null where none was given. */
  friendlyName: z.string().nullable(),
  /** What screens show: the administrator's name, else the product's. */
  displayName: z.string(),
  /** Always true on the wire: hidden licenses are left out of every answer but an administrator's list. */
  isVisible: z.boolean(),
  /** When any tenant was first seen with the SKU, and last. */
  firstDiscovered: z.iso.datetime().nullable(),
  lastSeen: z.iso.datetime().nullable(),
  licenseType: LicenseType,
  /** 'User' or 'Company'; Microsoft may add others. */
  appliesTo: z.string().nullable(),
  capabilityStatus: z.string(),
  consumedUnits: z.number().int(),
  /** Usable seats: enabled and warning. */
  enabledUnits: z.number().int(),
  /** Usable seats nobody holds, never below zero. */
  availableUnits: z.number().int(),
  prepaidUnits: z.object({
    enabled: z.number().int(),
    warning: z.number().int(),
    suspended: z.number().int(),
    lockedOut: z.number().int(),
  }),
  servicePlans: z.array(z.object({ servicePlanName: z.string() })),
  /** Whether its seats count in totals of paid seats. */
  countsAsPaid: z.boolean(),
  /** Assigned over usable, in whole percent; null when nothing is usable or the SKU is not paid. */
  utilizationPercent: z.number().nullable(),
  utilization: UtilizationLabel.nullable(),
  /** Null where no price is known. */
  price: Price.nullable(),
  /** Null for SKUs that never enter waste: free, trial, viral and company-wide ones. */
  savings: LicenseSavings.nullable(),
})
export type TenantLicense = z.infer<typeof TenantLicense>

/** Totals of paid seats; free, trial, viral and company-wide SKUs are counted apart. */
export const LicenseSummary = z.object({
  totalLicenses: z.number().int(),
  consumedLicenses: z.number().int(),
  availableLicenses: z.number().int(),
  totalSkus: z.number().int(),
  paidSkus: z.number().int(),
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
    /** How many SKUs of this tenant an administrator has hidden. */
    hiddenLicenses: z.number().int(),
    dataAsOf: z.iso.datetime().nullable(),
    /** Why the licenses could not be read, though the tenant could. */
    failure: PartFailure.nullable(),
  }),
})

/** A person of a tenant with their visible licenses (specification section 3, Licensed user). */
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
  /** Null where Microsoft does not tell. */
  accountEnabled: z.boolean().nullable(),
  /** Names of the visible licenses, in the order of `licenseSkuIds`. */
  licenses: z.array(z.string()),
  licenseSkuIds: z.array(z.string()),
})
export type TenantUser = z.infer<typeof TenantUser>

export const listTenantUsers = endpoint({
  name: 'listTenantUsers',
  summary: 'The people of one tenant by name, with their visible licenses',
  method: 'GET',
  path: '/api/tenants/:tenantId/users-with-licenses',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(TENANT_USERS.perPage).default(TENANT_USERS.perPage),
    /** `nextCursor` of the page before; it keeps to that page's generation. */
    cursor: z.string().max(2_000).optional(),
  }),
  reply: z.object({
    users: z.array(TenantUser),
    /** People of the tenant, on all pages. */
    total: z.number().int(),
    nextCursor: z.string().nullable(),
    dataAsOf: z.iso.datetime().nullable(),
    failure: PartFailure.nullable(),
  }),
})

/** Which holders of a license: all, those who cannot sign in, or guests. */
export const HolderKind = z.enum(['all', 'blocked', 'guests'])
export type HolderKind = z.infer<typeof HolderKind>

export const LicenseHolder = z.object({
  id: z.string(),
  name: z.string(),
  userPrincipalName: z.string().nullable(),
  accountEnabled: z.boolean().nullable(),
  userType: z.string().nullable(),
  isDirectlyAssigned: z.boolean(),
  /** Names of the groups through which the license comes. */
  groups: z.array(z.string()),
  /** Null where nobody signed in or nothing is known; `signInsAsOf` tells which. */
  lastSignInAt: z.iso.datetime().nullable(),
})
export type LicenseHolder = z.infer<typeof LicenseHolder>

export const listLicenseHolders = endpoint({
  name: 'listLicenseHolders',
  summary: 'The people behind a figure of a license: its holders, the blocked ones or the guests',
  method: 'GET',
  path: '/api/tenants/:tenantId/license-holders',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({
    skuId: z.string().trim().min(1).max(200),
    kind: HolderKind.default('all'),
  }),
  reply: z.object({
    /** By name, at most LICENSE_HOLDERS.shown. */
    holders: z.array(LicenseHolder),
    total: z.number().int(),
    dataAsOf: z.iso.datetime().nullable(),
    /** When sign-in dates were read; null where they were not: then nothing is said about them. */
    signInsAsOf: z.iso.datetime().nullable(),
  }),
})

/** The SKU that a path names. */
export const SkuParams = z.object({
  skuId: z.string('SKU ID is required').trim().min(1, 'SKU ID is required').max(200),
})

/** A SKU of the whole installation, for administrators. */
export const License = z.object({
  skuId: z.string(),
  skuPartNumber: z.string(),
  productName: z.string(),
  friendlyName: z.string().nullable(),
  displayName: z.string(),
  licenseType: LicenseType,
  isVisible: z.boolean(),
  firstDiscovered: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** The catalog's list price; null where it has none. */
  listPrice: Price.nullable(),
  /** The price that counts: the administrator's own, else the list price. */
  price: Price.nullable(),
  /** The administrator's own type; null: as judged. */
  ownType: LicenseType.nullable(),
  /** What it is judged to be, whatever an administrator says. */
  judgedType: LicenseType,
  /** Where a context-dependent or retired SKU may be free, or since when it is gone; for the tooltip. */
  contexts: z.array(z.string()),
  /** False where neither Microsoft's catalog nor an administrator knows a name. */
  isKnown: z.boolean(),
})
export type License = z.infer<typeof License>

export const listLicenses = endpoint({
  name: 'listLicenses',
  summary: 'Every SKU that was seen in any tenant, hidden ones too',
  method: 'GET',
  path: '/api/admin/licenses',
  access: 'admin',
  reply: z.array(License),
})

export const setLicenseVisibility = endpoint({
  name: 'setLicenseVisibility',
  summary: 'Show or hide a SKU everywhere; who did so is logged',
  method: 'PATCH',
  path: '/api/admin/licenses/:skuId',
  access: 'admin',
  params: SkuParams,
  body: z.object({ isVisible: z.boolean('isVisible must be true or false') }),
  reply: License,
})

export const setLicensePrice = endpoint({
  name: 'setLicensePrice',
  summary: 'Set the price of a SKU, in USD per seat and month; null returns to the list price',
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
