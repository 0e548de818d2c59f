import type { Generated } from 'kysely'

import type { ActivityTables } from './activity-tables.ts'
import type { DirectoryTables } from './directory-tables.ts'

/**
 * The tables as code sees them: the specification's names (section 3) in camelCase, mapped to
 * snake_case columns by Kysely's CamelCasePlugin with maintainNestedObjectKeys, so that keys inside
 * jsonb stay as they are. timestamptz arrives as Date, bigint as number, jsonb parsed; jsonb is
 * written as a JSON string.
 */
export interface Database extends DirectoryTables, ActivityTables {
  installation: InstallationTable
  settings: SettingsTable
  microsoftConnection: MicrosoftConnectionTable
  users: UsersTable
  sessions: SessionsTable
  signInAddressFailures: SignInAddressFailuresTable
  signInAccountFailures: SignInAccountFailuresTable
  userPreferences: UserPreferencesTable
  tenants: TenantsTable
  userTenantAccess: UserTenantAccessTable
  generations: GenerationsTable
  generationPartFailures: GenerationPartFailuresTable
  tenantDeltaLinks: TenantDeltaLinksTable
  tenantDailyCounts: TenantDailyCountsTable
  tenantDailySeats: TenantDailySeatsTable
  syncRuns: SyncRunsTable
  syncRunTenants: SyncRunTenantsTable
  securityAuditLog: SecurityAuditLogTable
  loginAuditLog: LoginAuditLogTable
}

type Defaulted<Value> = Generated<Value>

interface InstallationTable {
  id: Defaulted<number>
  createdAt: Defaulted<Date>
  secretKeyFingerprints: Defaulted<string[]>
}

interface SettingsTable {
  id: Defaulted<number>
  roleSyncEnabled: Defaulted<boolean>
  localAuthFallback: Defaulted<boolean>
  autoImportUsers: Defaulted<boolean>
  timezone: Defaulted<string>
  defaultTenantAccess: Defaulted<'none' | 'all'>
  version: Defaulted<number>
  updatedAt: Defaulted<Date>
  updatedBy: string | null
}

interface MicrosoftConnectionTable {
  id: Defaulted<number>
  clientId: string
  tenantId: string
  cloud: 'global' | 'usgov' | 'usgovdod' | 'china'
  sealedClientSecret: string | null
  version: Defaulted<number>
  updatedAt: Defaulted<Date>
  updatedBy: string
  lastSuccessAt: Date | null
  lastSignInAt: Date | null
}

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
  totpSecret: string | null
  tenantAccess: Defaulted<'all' | 'list'>
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

interface TenantsTable {
  id: string
  displayName: string
  defaultDomainName: string | null
  createdDateTime: Date | null
  contractType: string | null
  status: Defaulted<'Active' | 'Inactive' | 'Pending'>
  isPartnerTenant: Defaulted<boolean>
  accessMethod: Defaulted<'csp' | 'direct' | 'unknown'>
  relationship: Defaulted<'none' | 'active' | 'ended'>
  isConsented: Defaulted<boolean>
  goneAt: Date | null
  firstSeenAt: Defaulted<Date>
  lastSeenAt: Defaulted<Date>
  grantedPermissions: string[] | null
  currentGenerationId: number | null
  readingGenerationId: number | null
  hasContract: Defaulted<boolean>
  hasDelegatedRelationship: Defaulted<boolean>
  dataAsOf: Date | null
  failureCode: string | null
  failureMessage: string | null
  failureAt: Date | null
  failureMicrosoftCode: string | null
  failureRequestId: string | null
  failureCorrelationId: string | null
}

interface UserTenantAccessTable {
  userId: number
  tenantId: string
}

interface GenerationsTable {
  id: Generated<number>
  tenantId: string
  startedAt: Defaulted<Date>
  completedAt: Date | null
  people: number | null
  licensedPeople: number | null
  paidSeats: number | null
  assignedPaidSeats: number | null
  unassignedPaidSeats: number | null
  mfa: string | null
  hasEntraP1: boolean | null
}

interface GenerationPartFailuresTable {
  generationId: number
  part: string
  code: string
  message: string
}

interface TenantDeltaLinksTable {
  tenantId: string
  resource: 'users' | 'groups'
  link: string
  selected: string
  clientId: string
  takenAt: Date
  fullReadAt: Date
}

interface TenantDailyCountsTable {
  tenantId: string
  day: string
  people: number | null
  licensedPeople: number | null
  policiesEnabled: number | null
  policiesReportOnly: number | null
  policiesDisabled: number | null
  readAt: Date
}

interface TenantDailySeatsTable {
  tenantId: string
  day: string
  skuId: string
  skuPartNumber: string
  consumedUnits: number
  enabledUnits: number
  warningUnits: number
  suspendedUnits: number
  lockedOutUnits: number
}

interface SyncRunsTable {
  id: string
  state: 'queued' | 'running' | 'succeeded' | 'partial' | 'failed'
  requestedBy: string
  coversAll: Defaulted<boolean>
  isDiscovering: Defaulted<boolean>
  createdAt: Defaulted<Date>
  startedAt: Date | null
  finishedAt: Date | null
}

interface SyncRunTenantsTable {
  runId: string
  tenantId: string
  state: 'queued' | 'running' | 'succeeded' | 'failed'
  attempts: Defaulted<number>
  code: string | null
  message: string | null
  startedAt: Date | null
  finishedAt: Date | null
}

interface SecurityAuditLogTable {
  id: Generated<number>
  type: string
  changedBy: string
  changedByUserId: number | null
  targetUser: string | null
  targetUserId: number | null
  oldValue: string | null
  newValue: string | null
  action: string
  timestamp: Defaulted<Date>
  ipAddress: string | null
  userAgent: string | null
  details: string | null
}

interface LoginAuditLogTable {
  id: Generated<number>
  userId: number | null
  email: string
  timestamp: Defaulted<Date>
  success: boolean
  method: string
  ipAddress: string | null
  userAgent: string | null
  errorMessage: string | null
  sessionId: string | null
}
