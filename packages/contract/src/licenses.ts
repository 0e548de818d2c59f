import { z } from 'zod'

/** In this order of decision: retired, context-dependent, free, paid (decisions.md, Licenses). */
export const LicenseType = z.enum(['paid', 'free', 'context-dependent', 'retired'])
export type LicenseType = z.infer<typeof LicenseType>

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
  productName: z.string(),
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
