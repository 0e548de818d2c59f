import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { NewPassword } from './password-rule.ts'

/** An IANA time zone that the runtime supports (decisions.md, Administration: Preferences). */
export const TimeZone = z
  .string()
  .max(100)
  .refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format() !== ''
    } catch {
      return false
    }
  }, 'Unknown time zone')

/** A user's own preferences (specification section 3). */
export const Preferences = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  timezone: TimeZone,
  emailNotifications: z.boolean(),
  desktopNotifications: z.boolean(),
  compactView: z.boolean(),
  defaultView: z.enum(['dashboard', 'tenants', 'licenses']),
})
export type Preferences = z.infer<typeof Preferences>

const VIEW_ADDRESSES = {
  dashboard: '/dashboard',
  tenants: '/overview',
  licenses: '/enhanced-dashboard',
} as const satisfies Record<Preferences['defaultView'], string>

/** Returns the address of a user's default view; License Management is for administrators only. */
export function viewAddressOf(
  view: Preferences['defaultView'],
  { isAdmin }: { isAdmin: boolean },
): string {
  return view === 'licenses' && isAdmin ? '/admin-licenses' : VIEW_ADDRESSES[view]
}

export const getPreferences = endpoint({
  name: 'getPreferences',
  summary: 'The preferences of the signed-in user',
  method: 'GET',
  path: '/api/user/preferences',
  access: 'signedIn',
  reply: z.object({ preferences: Preferences }),
})

export const savePreferences = endpoint({
  name: 'savePreferences',
  summary: 'Replace the preferences with the sent object',
  method: 'POST',
  path: '/api/user/preferences',
  access: 'signedIn',
  body: Preferences,
  reply: z.object({ preferences: Preferences }),
})

export const changePassword = endpoint({
  name: 'changePassword',
  summary: "Change the caller's local password; the caller's other sessions end",
  method: 'POST',
  path: '/api/user/change-password',
  access: 'signedIn',
  duringPasswordReset: true,
  body: z.object({
    currentPassword: z
      .string('Current password is required')
      .min(1, 'Current password is required')
      .max(1_000),
    newPassword: NewPassword,
  }),
  reply: z.object({ message: z.string() }),
})
