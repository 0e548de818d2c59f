import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { RunId, TenantId } from '@tenantscope/contract/ids'
import type { MfaCoverage, MfaVerdict } from '@tenantscope/contract/mfa'
import type {
  MalformedPart,
  MalformedRows,
  PartFailureCode,
  TenantPart,
} from '@tenantscope/contract/parts'
import type { Generated, Kysely, Transaction } from 'kysely'

import type { ActivityTables } from './activity-tables.ts'
import type { AdministrationTables } from './administration-tables.ts'
import type { BillingTables } from './billing-tables.ts'
import type { Defaulted, Id, Json } from './column-types.ts'
import type { ConnectionTables } from './connection-tables.ts'
import type { DirectoryTables } from './directory-tables.ts'
import type { PeopleTables } from './people-tables.ts'
import type { PostureTables } from './posture-tables.ts'
import type { PriceTables } from './price-tables.ts'
import type { RenewalTables } from './renewal-tables.ts'
import type { ReportTables } from './report-tables.ts'

/**
 * The tables in code: the specification's names (section 3) in camelCase, mapped to snake_case
 * columns by Kysely's CamelCasePlugin with maintainNestedObjectKeys, which leaves keys inside jsonb
 * unchanged. timestamptz is read as Date, bigint as number, jsonb parsed; jsonb is written as a
 * JSON string.
 */
export interface Database
  extends
    AdministrationTables,
    DirectoryTables,
    ActivityTables,
    BillingTables,
    ConnectionTables,
    PeopleTables,
    PostureTables,
    PriceTables,
    RenewalTables,
    ReportTables {
  installation: {
    id: Defaulted<number>
    createdAt: Defaulted<Date>
    secretKeyFingerprints: Defaulted<string[]>
  }
  settings: {
    id: Defaulted<number>
    roleSyncEnabled: Defaulted<boolean>
    localAuthFallback: Defaulted<boolean>
    secondFactorRequired: Defaulted<boolean>
    autoImportUsers: Defaulted<boolean>
    timezone: Defaulted<string>
    defaultTenantAccess: Defaulted<'none' | 'all'>
    refreshHours: Defaulted<number>
    auditRetentionMonths: Defaulted<number>
    inactiveTenantRetentionMonths: Defaulted<number>
    postureRetentionMonths: Defaulted<number>
    billingPeopleMonths: Defaulted<number>
    publicDnsRead: Defaulted<boolean>
    notificationKinds: Defaulted<string[]>
    version: Defaulted<number>
    updatedAt: Defaulted<Date>
    updatedBy: string | null
  }
  tenants: {
    id: Id<TenantId>
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
    failureCode: TenantFailureCode | null
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
    emergencyAccountsVersion: Defaulted<number>
  }
  tenantSettings: {
    tenantId: Id<TenantId>
    alias: string | null
    tags: Defaulted<string[]>
    version: Defaulted<number>
    updatedAt: Defaulted<Date>
    updatedBy: string
  }
  tenantSpareSeats: { tenantId: Id<TenantId>; skuId: string; seats: number; reason: string }
  generations: {
    id: Generated<number>
    tenantId: Id<TenantId>
    startedAt: Defaulted<Date>
    completedAt: Date | null
    people: number | null
    licensedPeople: number | null
    mfa: MfaVerdict | null
    /** With counts and reasons. */
    mfaCoverage: Json<MfaCoverage> | null
    hasEntraP1: boolean | null
  }
  generationPartFailures: {
    generationId: number
    part: TenantPart
    code: PartFailureCode
    message: string
  }
  generationMalformedRows: {
    generationId: number
    part: MalformedPart
    malformed: number
    named: Json<MalformedRows['named']>
  }
  generationSkuHolders: {
    generationId: number
    tenantId: Id<TenantId>
    /** Lower case. */
    skuId: string
    holders: number
    /** Holders who cannot sign in. */
    blockedHolders: number
    /** Guests among the holders who can sign in. */
    guestHolders: number
  }
  tenantDeltaLinks: {
    tenantId: Id<TenantId>
    resource: 'users' | 'groups'
    link: string
    /** The selected properties; another version of the product may select more. */
    selected: string
    clientId: string
    takenAt: Date
    fullReadAt: Date
  }
  tenantDailyCounts: {
    tenantId: Id<TenantId>
    day: string
    people: number | null
    licensedPeople: number | null
    policiesEnabled: number | null
    policiesReportOnly: number | null
    policiesDisabled: number | null
    readAt: Date
    /** True when the day's seats were read; a tenant may have none. */
    hasLicenses: Defaulted<boolean>
  }
  tenantDailySeats: {
    tenantId: Id<TenantId>
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
  syncRuns: {
    id: Id<RunId>
    state: 'queued' | 'running' | 'succeeded' | 'partial' | 'failed'
    requestedBy: string
    coversAll: Defaulted<boolean>
    isDiscovering: Defaulted<boolean>
    createdAt: Defaulted<Date>
    startedAt: Date | null
    finishedAt: Date | null
  }
  syncRunTenants: {
    runId: Id<RunId>
    tenantId: Id<TenantId>
    state: 'queued' | 'running' | 'succeeded' | 'failed'
    attempts: Defaulted<number>
    code: string | null
    message: string | null
    startedAt: Date | null
    finishedAt: Date | null
  }
  licenseVisibility: {
    /** Lower case. */
    skuId: string
    skuPartNumber: string | null
    productName: string | null
    friendlyName: string | null
    isVisible: Defaulted<boolean>
    firstDiscovered: Defaulted<Date>
    lastSeen: Defaulted<Date>
    ownType: 'paid' | 'free' | 'context-dependent' | 'retired' | null
  }
  licenseVisibilityLog: {
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
  securityAuditLog: {
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
  loginAuditLog: {
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
}

/** The database: a connection of the pool, or a transaction. */
export type Db = Kysely<Database>
export type Trx = Transaction<Database>
