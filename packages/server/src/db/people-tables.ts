import type { TenantId, UserId } from '@tenantscope/contract/ids'
import type { Generated } from 'kysely'

import type { Defaulted, Id, SerialId } from './column-types.ts'

/** Users, their sessions and preferences, and their tenant grants. */
export interface PeopleTables {
  users: {
    id: SerialId<UserId>
    username: string
    password: string
    microsoftId: string | null
    email: string | null
    displayName: string | null
    tenantId: string | null
    isAdmin: Defaulted<boolean>
    adminRoles: Defaulted<string[]>
    lastMicrosoftLogin: Date | null
    authMethod: Defaulted<'traditional' | 'microsoft'>
    mustResetPassword: Defaulted<boolean>
    lastPasswordChange: Date | null
    createdAt: Defaulted<Date>
    role: Defaulted<'viewer' | 'technician' | 'admin'>
    isDisabled: Defaulted<boolean>
    /** Sealed. */
    totpSecret: string | null
    totpEnrolledAt: Date | null
    totpLastStep: number | null
    passwordRule: number | null
    hasDefaultPassword: Defaulted<boolean>
    tenantAccess: Defaulted<'all' | 'list' | 'groups'>
  }
  sessions: {
    id: string
    userId: number
    expiresAt: Date
    createdAt: Defaulted<Date>
    lastSeenAt: Defaulted<Date>
    closingAt: Date | null
    authenticatedAt: Date | null
    ipAddress: string | null
    userAgent: string | null
  }
  signInAddressFailures: { id: Generated<number>; ipAddress: string; failedAt: Defaulted<Date> }
  signInAccountFailures: { username: string; failures: number; lastFailedAt: Date }
  callBudgets: { userId: number; budget: string; fullAt: Date }
  userPreferences: {
    userId: number
    theme: Defaulted<'light' | 'dark' | 'system'>
    timezone: string
    emailNotifications: Defaulted<boolean>
    desktopNotifications: Defaulted<boolean>
    compactView: Defaulted<boolean>
    defaultView: Defaulted<'dashboard' | 'tenants' | 'licenses'>
    updatedAt: Defaulted<Date>
  }
  userViewPreferences: {
    id: Generated<number>
    userId: number
    viewType: string
    /** JSON. */
    preferences: string
    savedAt: Defaulted<Date>
  }
  tenantGroups: {
    id: Generated<number>
    name: string
    version: Defaulted<number>
    updatedAt: Defaulted<Date>
    updatedBy: string
  }
  tenantGroupMembers: { groupId: number; tenantId: Id<TenantId> }
  userGroupAccess: { userId: number; groupId: number }
  userTenantAccess: { userId: number; tenantId: Id<TenantId> }
}
