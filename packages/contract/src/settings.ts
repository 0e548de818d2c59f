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
  /** Local accounts must set up a second factor before any other call (decision 0039). */
  secondFactorRequired: z.boolean(),
  autoImportUsers: z.boolean(),
  timezone: TimeZone,
  /** Applies to new users who are not administrators. */
  defaultTenantAccess: z.enum(['none', 'all']),
  /** Hours between refreshes of every tenant. */
  refreshHours: z
    .number('Choose how often tenants are read')
    .int()
    .refine((hours) => SETTINGS.refreshHours.some((each) => each === hours), {
      message: 'Choose how often tenants are read',
    }),
  auditRetentionMonths: Months,
  /** Retention of the stored data of inactive tenants. */
  inactiveTenantRetentionMonths: Months,
  /** Retention of verdicts of checks that have ended. */
  postureRetentionMonths: Months.min(3, 'Keep it for at least 3 months'),
  /** Retention of the ids of licensed people of frozen billing months; two months name who came and went. */
  billingPeopleMonths: Months.min(2, 'Keep it for at least 2 months'),
  /** Public DNS of the tenants' mail domains is read once a day. */
  publicDnsRead: z.boolean(),
  /** The enabled kinds of notifications; each user chooses how to receive them. */
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
    'Replace the settings with the sent object; 409 when they were changed meanwhile. Changes that reduce security require a fresh sign-in',
  method: 'POST',
  path: '/api/admin/settings',
  access: 'admin',
  body: AdminSettings.extend({ version: z.number().int().optional() }),
  reply: StoredSettings,
})
