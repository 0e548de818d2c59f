import type { Generated } from 'kysely'

/** People, their sessions and preferences, and which tenants they were granted. */
export interface PeopleTables {
  users: UsersTable
  sessions: SessionsTable
  signInAddressFailures: SignInAddressFailuresTable
  signInAccountFailures: SignInAccountFailuresTable
  userPreferences: UserPreferencesTable
  userViewPreferences: UserViewPreferencesTable
  tenantGroups: TenantGroupsTable
  tenantGroupMembers: TenantGroupMembersTable
  userGroupAccess: UserGroupAccessTable
  userTenantAccess: UserTenantAccessTable
}

type Defaulted<Value> = Generated<Value>

interface UsersTable {
  id: Generated<number>
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

interface SessionsTable {
  id: string
  userId: number
  expiresAt: Date
  createdAt: Defaulted<Date>
  lastSeenAt: Defaulted<Date>
  closingAt: Date | null
  ipAddress: string | null
  userAgent: string | null
}

interface SignInAddressFailuresTable {
  id: Generated<number>
  ipAddress: string
  failedAt: Defaulted<Date>
}

interface SignInAccountFailuresTable {
  username: string
  failures: number
  lastFailedAt: Date
}

interface UserViewPreferencesTable {
  id: Generated<number>
  userId: number
  viewType: string
  /** JSON. */
  preferences: string
  savedAt: Defaulted<Date>
}

interface UserPreferencesTable {
  userId: number
  theme: Defaulted<'light' | 'dark' | 'system'>
  timezone: string
  emailNotifications: Defaulted<boolean>
  desktopNotifications: Defaulted<boolean>
  compactView: Defaulted<boolean>
  defaultView: Defaulted<'dashboard' | 'tenants' | 'licenses'>
  updatedAt: Defaulted<Date>
}

interface TenantGroupsTable {
  id: Generated<number>
  name: string
  version: Defaulted<number>
  updatedAt: Defaulted<Date>
  updatedBy: string
}

interface TenantGroupMembersTable {
  groupId: number
  tenantId: string
}

interface UserGroupAccessTable {
  userId: number
  groupId: number
}

interface UserTenantAccessTable {
  userId: number
  tenantId: string
}
