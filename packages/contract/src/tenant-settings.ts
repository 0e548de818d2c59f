import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { isStorable, TenantId } from './ids.ts'
import { TENANT_SETTINGS } from './limits.ts'

/** Spare seats of one SKU: the tenant keeps them unassigned on purpose, so they are not waste. */
const SpareSeats = z.object({
  skuId: z
    .string('SKU ID is required')
    .trim()
    .min(1, 'SKU ID is required')
    .max(200)
    .refine(isStorable),
  seats: z
    .number('Enter a whole number of seats')
    .int('Enter a whole number of seats')
    .min(1, 'Enter at least 1 seat')
    .max(1_000_000, 'Enter at most 1,000,000 seats'),
  reason: z
    .string('Enter a reason for keeping these seats')
    .trim()
    .min(1, 'Enter a reason for keeping these seats')
    .max(TENANT_SETTINGS.reasonLength, 'Keep the reason under 200 characters'),
})
type SpareSeats = z.infer<typeof SpareSeats>

const Tag = z
  .string()
  .trim()
  .min(1, 'A tag cannot be empty')
  .max(TENANT_SETTINGS.tagLength, 'Keep a tag under 40 characters')

/** The settings of a tenant, entered by technicians and administrators. */
export const TenantSettings = z.object({
  /** Shown in place of the directory's own name, or null. */
  alias: z
    .string()
    .trim()
    .min(1, 'An alias cannot be empty')
    .max(TENANT_SETTINGS.aliasLength, 'Keep the alias under 120 characters')
    .nullable(),
  tags: z.array(Tag).max(TENANT_SETTINGS.tags, 'Give a tenant at most 20 tags'),
  spareSeats: z.array(SpareSeats).max(500),
})
export type TenantSettings = z.infer<typeof TenantSettings>

const ofTenant = z.object({ tenantId: TenantId })

const StoredSettings = z.object({
  settings: TenantSettings,
  /** Required with the next change; a change with an outdated version is refused. */
  version: z.number().int(),
  updatedBy: z.string().nullable(),
  updatedAt: z.iso.datetime().nullable(),
  isReadingStopped: z.boolean(),
})
export type StoredTenantSettings = z.infer<typeof StoredSettings>

export const getTenantSettings = endpoint({
  name: 'getTenantSettings',
  summary: 'Alias, tags and spare seats of one tenant',
  method: 'GET',
  path: '/api/tenants/:tenantId/settings',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  reply: StoredSettings,
})

export const saveTenantSettings = endpoint({
  name: 'saveTenantSettings',
  summary: 'Replace alias, tags and spare seats; 409 when they were changed meanwhile',
  method: 'PUT',
  path: '/api/tenants/:tenantId/settings',
  access: 'technician',
  tenantScoped: true,
  params: ofTenant,
  body: z.object({ settings: TenantSettings, version: z.number().int().optional() }),
  reply: StoredSettings,
})

export const setTenantReading = endpoint({
  name: 'setTenantReading',
  summary: 'Stop or resume reading a tenant; its last good data are kept',
  method: 'PUT',
  path: '/api/tenants/:tenantId/reading',
  access: 'admin',
  tenantScoped: true,
  params: ofTenant,
  body: z.object({ isStopped: z.boolean('isStopped must be true or false') }),
  reply: z.object({ isReadingStopped: z.boolean() }),
})
