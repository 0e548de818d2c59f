import { z } from 'zod'

import { TimeZone } from './account.ts'
import { endpoint } from './endpoint.ts'
import { SETTINGS } from './limits.ts'
import { NotificationKind } from './notifications.ts'

const Months = z
  .number('Enter a number of months')
  .int('Enter a whole number of months')
  .min(SETTINGS.leastRetentionMonths, 'Keep it for at least one month')
  .max(SETTINGS.mostRetentionMonths, 'Keep it for at most ten years')

/** The installation's settings (specification section 3, sync settings; decisions.md adds the rest). */
export const AdminSettings = z.object({
  roleSyncEnabled: z.boolean(),
  localAuthFallback: z.boolean(),
  autoImportUsers: z.boolean(),
  timezone: TimeZone,
  /** Of people who are new and no administrators. */
  defaultTenantAccess: z.enum(['none', 'all']),
  /** Every tenant is read again after this. */
  refreshHours: z
    .number('Choose how often tenants are read')
    .int()
    .refine((hours) => SETTINGS.refreshHours.some((each) => each === hours), {
      message: 'Choose how often tenants are read',
    }),
  auditRetentionMonths: Months,
  /** Of tenants that have gone: their stored data. */
  inactiveTenantRetentionMonths: Months,
  /** Which notifications are sent at all; each person chooses how they reach them. */
  notificationKinds: z.array(NotificationKind),
})
export type AdminSettings = z.infer<typeof AdminSettings>

const StoredSettings = AdminSettings.extend({
  version: z.number().int(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
})
export type StoredAdminSettings = z.infer<typeof StoredSettings>

export const getSettings = endpoint({
  name: 'getSettings',
  summary: "The installation's settings",
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  reply: StoredSettings,
})

export const saveSettings = endpoint({
  name: 'saveSettings',
  summary:
    'Replace the settings by the full object sent; 409 when somebody else changed them. What loosens security asks for a fresh sign-in',
  method: 'POST',
  path: '/api/admin/settings',
  access: 'admin',
  body: AdminSettings.extend({ version: z.number().int().optional() }),
  reply: StoredSettings,
})
