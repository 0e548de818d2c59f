import type {
  ReportScheduleId,
  ReportSnapshotId,
  RunId,
  ShareId,
  TenantId,
  UserId,
} from '@tenantscope/contract/ids'
import type { Generated } from 'kysely'

import type { Defaulted, Id, SerialId } from './column-types.ts'

/** Reports, their looks, their schedules, and the share links. */
export interface ReportTables {
  reportLooks: {
    id: Generated<number>
    name: string | null
    accentColor: string
    footer: string | null
    logoPng: Uint8Array | null
    createdAt: Defaulted<Date>
  }
  reportSettings: {
    id: Defaulted<number>
    lookId: number | null
    retentionMonths: Defaulted<number>
    version: Defaulted<number>
    updatedAt: Date | null
    updatedBy: string | null
  }
  reportSnapshots: {
    id: Id<ReportSnapshotId>
    tenantId: Id<TenantId>
    reportType: Type
    /** JSON of a ReportDocument. */
    snapshotData: string
    createdAt: Defaulted<Date>
    createdBy: string
    licenseCount: number | null
    userCount: number | null
    assignmentCount: number | null
    score: number | null
    failedChecks: number | null
    savingsCents: number | null
    savingsCurrency: string | null
    createdByUserId: number | null
    format: Format
    dataAsOf: Date
    lookId: number | null
    isScheduled: Defaulted<boolean>
    scheduleRunId: string | null
  }
  reportProgress: {
    id: string
    userId: number
    state: 'reading' | 'queued' | 'writing' | 'finished' | 'failed'
    position: number | null
    usersWritten: Defaulted<number>
    usersTotal: number | null
    updatedAt: Defaulted<Date>
  }
  reportSchedules: {
    id: SerialId<ReportScheduleId>
    tenantId: Id<TenantId | null>
    reportType: Type
    format: Format
    frequency: 'weekly' | 'monthly'
    weekday: number | null
    dayOfMonth: number | null
    timeOfDay: string
    timeZone: string
    isEnabled: Defaulted<boolean>
    nextRunAt: Date | null
    createdBy: string
    createdByUserId: Id<UserId>
    version: Defaulted<number>
    updatedAt: Defaulted<Date>
    updatedBy: string
  }
  reportScheduleRecipients: { scheduleId: number; userId: number }
  reportScheduleRuns: {
    id: Id<RunId>
    scheduleId: Id<ReportScheduleId>
    startedAt: Date
    finishedAt: Date | null
    state: Defaulted<'running' | 'succeeded' | 'partial' | 'failed'>
    problem: string | null
    mailState: Defaulted<'pending' | 'sent' | 'failed' | 'not-configured' | 'no-recipients'>
    mailMessage: string | null
  }
  reportScheduleRunTenants: {
    runId: Id<RunId>
    tenantId: Id<TenantId>
    snapshotId: Id<ReportSnapshotId | null>
    problem: string | null
  }
  reportScheduleRunMails: {
    runId: Id<RunId>
    userId: Id<UserId>
    state: Defaulted<'pending' | 'sent' | 'failed' | 'skipped'>
    message: string | null
  }
  sharedReports: {
    id: Id<ShareId>
    /** SHA-256 of the token, hexadecimal. */
    shareToken: string
    sealedToken: string
    tenantId: Id<TenantId>
    reportType: Type
    /** JSON of a redacted ReportDocument. */
    reportData: string
    createdBy: string
    createdByUserId: Id<UserId>
    createdAt: Defaulted<Date>
    expiresAt: Date
    isActive: Defaulted<boolean>
    maxAccess: number | null
    accessCount: Defaulted<number>
    masksNames: Defaulted<boolean>
    passphraseHash: string | null
    dataAsOf: Date
    licenseCount: number | null
    userCount: number | null
    assignmentCount: number | null
    score: number | null
    failedChecks: number | null
    savingsCents: number | null
    savingsCurrency: string | null
    lastViewedAt: Date | null
    isKept: Defaulted<boolean>
    endedAt: Date | null
    endedBy: string | null
    endReason: 'deactivated' | 'maker-disabled' | 'tenant-lost' | null
  }
  sharedReportAccess: {
    id: Generated<number>
    /** The token of the row as stored, never the token itself. */
    shareToken: string
    accessedAt: Defaulted<Date>
    ipAddress: string | null
    userAgent: string | null
    accessType: 'view' | 'download'
    format: Format | null
  }
  shareMisses: { id: Generated<number>; ipAddress: string; missedAt: Date }
  sharePassphraseFailures: {
    id: Generated<number>
    shareToken: string
    ipAddress: string
    failedAt: Date
  }
  mailSettings: {
    id: Defaulted<number>
    host: string | null
    port: number | null
    security: 'tls' | 'starttls' | 'none' | null
    username: string | null
    sealedPassword: string | null
    fromAddress: string | null
    fromName: string | null
    version: Defaulted<number>
    updatedAt: Date | null
    updatedBy: string | null
  }
}

type Format = 'pdf' | 'csv' | 'json' | 'xlsx'
type Type = 'user-license' | 'posture' | 'savings'
