import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { License, LicenseType, SkuParams } from './licenses.ts'

export const addLicense = endpoint({
  name: 'addLicense',
  summary: 'Add a SKU manually; 409 when it exists already',
  method: 'POST',
  path: '/api/admin/licenses',
  access: 'admin',
  body: SkuParams.extend({
    productName: z.string().trim().max(200).optional(),
    friendlyName: z.string().trim().max(200).optional(),
    isVisible: z.boolean('isVisible must be true or false').default(true),
  }),
  reply: License,
})

export const discoverLicenses = endpoint({
  name: 'discoverLicenses',
  summary: 'Read the SKUs of every consented tenant from Microsoft now',
  method: 'POST',
  path: '/api/admin/licenses/discover',
  access: 'admin',
  reply: z.object({
    /** Every SKU found; new ones are added. */
    discoveredSkus: z.array(z.object({ skuId: z.string(), skuPartNumber: z.string() })),
    added: z.number().int(),
    tenants: z.number().int(),
    /** Tenants that could not be read in time, with the reason. */
    failures: z.array(
      z.object({ tenantId: TenantId, displayName: z.string(), message: z.string() }),
    ),
  }),
})

export const setLicenseFriendlyName = endpoint({
  name: 'setLicenseFriendlyName',
  summary: 'Set the friendly name of a SKU',
  method: 'PATCH',
  path: '/api/admin/licenses/:skuId/friendly-name',
  access: 'admin',
  params: SkuParams,
  body: z.object({
    friendlyName: z
      .string('Friendly name is required')
      .trim()
      .min(1, 'Friendly name is required')
      .max(200),
  }),
  reply: License,
})

export const setLicenseType = endpoint({
  name: 'setLicenseType',
  summary: 'Set the type of a SKU; null restores the computed type',
  method: 'PUT',
  path: '/api/admin/licenses/:skuId/type',
  access: 'admin',
  params: SkuParams,
  body: z.object({ licenseType: LicenseType.nullable() }),
  reply: License,
})

/** A change of a SKU's visibility (specification section 3, license visibility log). */
export const LicenseVisibilityEntry = z.object({
  id: z.number().int(),
  skuId: z.string(),
  /** The SKU's current name; null when the SKU no longer exists. */
  displayName: z.string().nullable(),
  action: z.enum(['VISIBLE', 'HIDDEN']),
  changedBy: z.string(),
  timestamp: z.iso.datetime(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type LicenseVisibilityEntry = z.infer<typeof LicenseVisibilityEntry>

export const listLicenseVisibilityLog = endpoint({
  name: 'listLicenseVisibilityLog',
  summary: 'Changes of license visibility, newest first; a limit of 0 means all',
  method: 'GET',
  path: '/api/admin/license-visibility-log',
  access: 'admin',
  query: z.object({ limit: z.coerce.number().int().min(0).max(1_000_000).default(50) }),
  reply: z.array(LicenseVisibilityEntry),
})
