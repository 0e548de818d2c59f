import type { Generated } from 'kysely'

/** Reports that were made, how they look, their schedules, and the links by which they are shared. */
export interface ReportTables {
  reportLooks: ReportLooksTable
  reportSettings: ReportSettingsTable
  reportSnapshots: ReportSnapshotsTable
  reportProgress: ReportProgressTable
  reportSchedules: ReportSchedulesTable
  reportScheduleRecipients: ReportScheduleRecipientsTable
  reportScheduleRuns: ReportScheduleRunsTable
  reportScheduleRunTenants: ReportScheduleRunTenantsTable
  reportScheduleRunMails: ReportScheduleRunMailsTable
  sharedReports: SharedReportsTable
  sharedReportAccess: SharedReportAccessTable
  shareMisses: ShareMissesTable
  sharePassphraseFailures: SharePassphraseFailuresTable
  mailSettings: MailSettingsTable
}

type Defaulted<Value> = Generated<Value>
type Format = 'pdf' | 'csv' | 'json' | 'xlsx'
type Type = 'user-license'

interface ReportLooksTable {
  id: Generated<number>
  name: string | null
  accentColor: string
  footer: string | null
  logoPng: Uint8Array | null
  createdAt: Defaulted<Date>
}

interface ReportSettingsTable {
  id: Defaulted<number>
  lookId: number | null
  retentionMonths: Defaulted<number>
  version: Defaulted<number>
  updatedAt: Date | null
  updatedBy: string | null
}

interface ReportSnapshotsTable {
  id: string
  tenantId: string
  reportType: Type
  /** JSON of a ReportDocument. */
  snapshotData: string
  createdAt: Defaulted<Date>
  createdBy: string
  licenseCount: Defaulted<number>
  userCount: Defaulted<number>
  assignmentCount: Defaulted<number>
  createdByUserId: number | null
  format: Format
  dataAsOf: Date
  lookId: number | null
  isScheduled: Defaulted<boolean>
  scheduleRunId: string | null
}

interface ReportProgressTable {
  id: string
  userId: number
  state: 'reading' | 'queued' | 'writing' | 'finished' | 'failed'
  position: number | null
  usersWritten: Defaulted<number>
  usersTotal: number | null
  updatedAt: Defaulted<Date>
}

interface ReportSchedulesTable {
  id: Generated<number>
  tenantId: string | null
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
  createdByUserId: number
  version: Defaulted<number>
  updatedAt: Defaulted<Date>
  updatedBy: string
}

interface ReportScheduleRecipientsTable {
  scheduleId: number
  userId: number
}

interface ReportScheduleRunsTable {
  id: string
  scheduleId: number
  startedAt: Date
  finishedAt: Date | null
  state: Defaulted<'running' | 'succeeded' | 'partial' | 'failed'>
  problem: string | null
  mailState: Defaulted<'pending' | 'sent' | 'failed' | 'not-configured' | 'nobody'>
  mailMessage: string | null
}

interface ReportScheduleRunTenantsTable {
  runId: string
  tenantId: string
  snapshotId: string | null
  problem: string | null
}

interface ReportScheduleRunMailsTable {
  runId: string
  userId: number
  state: Defaulted<'pending' | 'sent' | 'failed' | 'skipped'>
  message: string | null
}

interface SharedReportsTable {
  id: string
  /** SHA-256 of the token, hexadecimal. */
  shareToken: string
  sealedToken: string
  tenantId: string
  reportType: Type
  /** JSON of a redacted ReportDocument. */
  reportData: string
  createdBy: string
  createdByUserId: number
  createdAt: Defaulted<Date>
  expiresAt: Date
  isActive: Defaulted<boolean>
  maxAccess: number | null
  accessCount: Defaulted<number>
  masksNames: Defaulted<boolean>
  passphraseHash: string | null
  dataAsOf: Date
  userCount: number
  licenseCount: number
  assignmentCount: number
  lastViewedAt: Date | null
  isKept: Defaulted<boolean>
  endedAt: Date | null
  endedBy: string | null
  endReason: 'deactivated' | 'maker-disabled' | 'tenant-lost' | null
}

interface SharedReportAccessTable {
  id: Generated<number>
  /** The row's, never the token itself. */
  shareToken: string
  accessedAt: Defaulted<Date>
  ipAddress: string | null
  userAgent: string | null
  accessType: 'view' | 'download'
  format: Format | null
}

interface ShareMissesTable {
  id: Generated<number>
  ipAddress: string
  missedAt: Date
}

interface SharePassphraseFailuresTable {
  id: Generated<number>
  shareToken: string
  failedAt: Date
}

interface MailSettingsTable {
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
