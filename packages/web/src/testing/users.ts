import { UserId } from '@tenantscope/contract/ids'
import type { DirectoryPerson } from '@tenantscope/contract/user-import'
import type { AdminUser, getUser, UserActivity } from '@tenantscope/contract/users'
import type { z } from 'zod'

let made = 0

/** A technician from Microsoft who sees twelve tenants, unless the test says otherwise. */
export function makeUser(changes: Partial<AdminUser> = {}): AdminUser {
  made += 1
  const id = UserId.parse(1_000 + made)
  return {
    id,
    username: `person${id}@msp.example`,
    displayName: `Person ${id}`,
    email: `person${id}@msp.example`,
    authMethod: 'microsoft',
    role: 'technician',
    isAdmin: false,
    adminRoles: [],
    isDisabled: false,
    mustResetPassword: false,
    hasSecondFactor: false,
    lastMicrosoftLogin: '2026-11-20T09:12:44.000Z',
    createdAt: '2026-01-05T08:00:00.000Z',
    access: { mode: 'list', tenants: 12 },
    ...changes,
  }
}

/** A local administrator. */
export function makeLocalAdministrator(changes: Partial<AdminUser> = {}): AdminUser {
  return makeUser({
    authMethod: 'local',
    role: 'admin',
    isAdmin: true,
    adminRoles: ['System Administrator'],
    lastMicrosoftLogin: null,
    ...changes,
  })
}

export type UserDetails = z.infer<typeof getUser.reply>

/** A user as the dialog reads it. */
export function detailsOf(user: AdminUser, changes: Partial<UserDetails> = {}): UserDetails {
  return {
    user,
    grant: { mode: user.access.mode, tenantIds: [], groupIds: [] },
    sessions: 0,
    openShares: 0,
    ...changes,
  }
}

/** A user of the own directory without an account in Tenantscope. */
export function makeDirectoryPerson(changes: Partial<DirectoryPerson> = {}): DirectoryPerson {
  made += 1
  const digits = String(made).padStart(4, '0')
  return {
    microsoftId: `bbbbbbbb-0000-4000-8000-00000000${digits}`,
    tenantId: 'cccccccc-0000-4000-8000-000000000001',
    displayName: `Directory person ${digits}`,
    username: `directory${digits}@msp.example`,
    email: `directory${digits}@msp.example`,
    isGuest: false,
    accountEnabled: true,
    userId: null,
    ...changes,
  }
}

export function makeActivity(changes: Partial<UserActivity> = {}): UserActivity {
  made += 1
  return {
    id: `activity-${made}`,
    timestamp: '2026-11-20T09:12:44.000Z',
    action: 'Signed in',
    method: 'Microsoft 365',
    details: 'From 192.0.2.1',
    success: true,
    ...changes,
  }
}
