import type { Generated } from 'kysely'

import type { ActivityTables } from './activity-tables.ts'
import type { AdministrationTables } from './administration-tables.ts'
import type { ConnectionTables } from './connection-tables.ts'
import type { DirectoryTables } from './directory-tables.ts'
import type { PeopleTables } from './people-tables.ts'
import type { ReportTables } from './report-tables.ts'

/**
 * The tables as code sees them: the specification's names (section 3) in camelCase, mapped to
 * snake_case columns by Kysely's CamelCasePlugin with maintainNestedObjectKeys, so that keys inside
 * jsonb stay as they are. timestamptz arrives as Date, bigint as number, jsonb parsed; jsonb is
 * written as a JSON string.
 */
export interface Database
  extends
    AdministrationTables,
    DirectoryTables,
    ActivityTables,
    ConnectionTables,
    PeopleTables,
    ReportTables {
  installation: InstallationTable
  settings: SettingsTable
  tenants: TenantsTable
  tenantSettings: TenantSettingsTable
  tenantSpareSeats: TenantSpareSeatsTable
  generations: GenerationsTable
  generationPartFailures: GenerationPartFailuresTable
  generationSkuHolders: GenerationSkuHoldersTable
  tenantDeltaLinks: TenantDeltaLinksTable
  tenantDailyCounts: TenantDailyCountsTable
  tenantDailySeats: TenantDailySeatsTable
  syncRuns: SyncRunsTable
  syncRunTenants: SyncRunTenantsTable
  licenseVisibility: LicenseVisibilityTable
  licenseVisibilityLog: LicenseVisibilityLogTable
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
  refreshHours: Defaulted<number>
  auditRetentionMonths: Defaulted<number>
  inactiveTenantRetentionMonths: Defaulted<number>
  notificationKinds: Defaulted<string[]>
  version: Defaulted<number>
  updatedAt: Defaulted<Date>
  updatedBy: string | null
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
  readingStoppedAt: Date | null
  readingStoppedBy: string | null
  consentedAt: Date | null
  consentLostAt: Date | null
  awaitingApprovalSince: Date | null
}

interface TenantSettingsTable {
  tenantId: string
  alias: string | null
  tags: Defaulted<string[]>
  version: Defaulted<number>
  updatedAt: Defaulted<Date>
  updatedBy: string
}

interface TenantSpareSeatsTable {
  tenantId: string
  skuId: string
  seats: number
  reason: string
}

interface GenerationsTable {
  id: Generated<number>
  tenantId: string
  startedAt: Defaulted<Date>
  completedAt: Date | null
  people: number | null
  licensedPeople: number | null
  mfa: string | null
  hasEntraP1: boolean | null
}

interface GenerationPartFailuresTable {
  generationId: number
  part: string
  code: string
  message: string
}

interface GenerationSkuHoldersTable {
  generationId: number
  tenantId: string
  /** Lower case. */
  skuId: string
  holders: number
  /** Holders who cannot sign in. */
  blockedHolders: number
  /** Guests among the others. */
  guestHolders: number
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
  /** Whether the day's seats were read; a tenant may have none. */
  hasLicenses: Defaulted<boolean>
}

interface TenantDailySeatsTable {
  tenantId: string
  day: string
  skuId: string
  skuPartNumber: string
  appliesTo: string | null
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

interface LicenseVisibilityTable {
  /** Lower case. */
  skuId: string
  skuPartNumber: string | null
  productName: string | null
  friendlyName: string | null
  isVisible: Defaulted<boolean>
  firstDiscovered: Defaulted<Date>
  lastSeen: Defaulted<Date>
  monthlyPriceCents: number | null
  ownType: 'paid' | 'free' | 'context-dependent' | 'retired' | null
}

interface LicenseVisibilityLogTable {
  id: Generated<number>
  skuId: string
  changedBy: string
  action: 'VISIBLE' | 'HIDDEN'
  timestamp: Defaulted<Date>
  userAgent: string | null
  ipAddress: string | null
  number: number | null
  mac: string | null
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
  tenantId: string | null
  number: number | null
  mac: string | null
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
  number: number | null
  mac: string | null
}
