import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { BACKUPS } from './limits.ts'

export const HealthCheck = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'trouble']),
  /** The result. */
  message: z.string(),
  /** What the check covers and why it matters. */
  explanation: z.string(),
  /** What to do, or null when the check passed. */
  nextStep: z.string().nullable(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

export const getSystemHealth = endpoint({
  name: 'getSystemHealth',
  summary: 'Check the components that Tenantscope depends on',
  method: 'GET',
  path: '/api/admin/system-health',
  access: 'admin',
  hasEffect: true,
  reply: z.object({
    status: z.enum(['healthy', 'degraded', 'unhealthy']),
    checkedAt: z.iso.datetime(),
    checks: z.array(HealthCheck),
  }),
})

export const clearCache = endpoint({
  name: 'clearCache',
  summary: 'Delete app-only tokens, permission results and derived figures; snapshots are kept',
  method: 'POST',
  path: '/api/admin/clear-cache',
  access: 'admin',
  reply: z.object({ message: z.string() }),
})

export const resetSessions = endpoint({
  name: 'resetSessions',
  summary: 'End the sessions of all other users',
  method: 'POST',
  path: '/api/admin/reset-sessions',
  access: 'admin',
  reply: z.object({ message: z.string(), ended: z.number().int() }),
})

export const exportData = endpoint({
  name: 'exportData',
  summary: 'Settings, role mappings, license names and users without hashes, as a file',
  method: 'GET',
  path: '/api/admin/export-data',
  access: 'admin',
  budget: 'exports',
  hasEffect: true,
  kind: 'file',
  reply: z.unknown(),
})

/**
 * A multipart form: `file` (.json), and for a database backup `passphrase` and `confirmation`
 * (the text BACKUPS.confirmation). The server detects the kind of file.
 */
export const importData = endpoint({
  name: 'importData',
  summary: 'Merge exported data, or restore a database backup, which requires a fresh sign-in',
  method: 'POST',
  path: '/api/admin/import-data',
  access: 'admin',
  accepts: 'multipart',
  maxBodyBytes: BACKUPS.maxUploadBytes,
  body: z.undefined(),
  reply: z.object({
    kind: z.enum(['data', 'backup']),
    recordsImported: z.number().int(),
    /** Notes for the user: what was left out and what to do next. */
    notes: z.array(z.string()),
  }),
})

export const Passphrase = z
  .string('Enter a passphrase of at least 12 characters')
  .min(BACKUPS.passphraseMinLength, 'Enter a passphrase of at least 12 characters')
  .max(1_000)

export const backUpDatabase = endpoint({
  name: 'backUpDatabase',
  summary: 'The complete database as a file that is encrypted with the passphrase',
  method: 'POST',
  path: '/api/admin/database-backup',
  access: 'admin',
  budget: 'exports',
  kind: 'file',
  body: z.object({ passphrase: Passphrase }),
  reply: z.unknown(),
})

/** The first members of a backup file, readable without the passphrase. */
export const BackupHead = z.object({
  format: z.literal('tenantscope-database-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  stats: z.object({ totalUsers: z.number().int(), totalTenants: z.number().int() }),
})
export type BackupHead = z.infer<typeof BackupHead>

export const StoredBackup = z.object({
  name: z.string(),
  createdAt: z.iso.datetime(),
  bytes: z.number().int(),
  /** False for copies of the embedded database, made daily and before an upgrade. */
  kind: z.enum(['encrypted', 'daily-copy', 'before-upgrade']),
})

export type StoredBackup = z.infer<typeof StoredBackup>

export const BackupSchedule = z.object({
  isEnabled: z.boolean(),
  /** In the installation's time zone, HH:MM. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/u, 'Enter a time as HH:MM'),
  /** The number of backups to keep; older ones are removed. */
  keep: z.number('Enter a number').int().min(1, 'Keep at least one').max(90, 'Keep at most 90'),
  /** True when a passphrase is stored, which the schedule requires. */
  hasPassphrase: z.boolean(),
  version: z.number().int(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
  /** The last backup of any kind; null: there is none. */
  lastBackupAt: z.iso.datetime().nullable(),
  /** The last scheduled one. */
  lastSuccessAt: z.iso.datetime().nullable(),
  lastFailure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
  nextAt: z.iso.datetime().nullable(),
  /** The directory of the files on the host. */
  directory: z.string(),
  backups: z.array(StoredBackup),
})
export type BackupSchedule = z.infer<typeof BackupSchedule>

export const getBackupSchedule = endpoint({
  name: 'getBackupSchedule',
  summary: 'The backup schedule and the stored backups',
  method: 'GET',
  path: '/api/admin/backup-schedule',
  access: 'admin',
  reply: BackupSchedule,
})

export const saveBackupSchedule = endpoint({
  name: 'saveBackupSchedule',
  summary: 'Change the backup schedule; 409 when it was changed meanwhile',
  method: 'PUT',
  path: '/api/admin/backup-schedule',
  access: 'admin',
  body: BackupSchedule.pick({ isEnabled: true, time: true, keep: true }).extend({
    /** When absent, the stored passphrase is kept. */
    passphrase: Passphrase.optional(),
    version: z.number().int().optional(),
  }),
  reply: BackupSchedule,
})

export const runBackup = endpoint({
  name: 'runBackup',
  summary: 'Run the scheduled backup now, on the host',
  method: 'POST',
  path: '/api/admin/backup-schedule/run',
  access: 'admin',
  reply: BackupSchedule,
})

export const BackgroundJob = z.object({
  id: z.guid(),
  name: z.string(),
  /** The purpose of the job, for display. */
  title: z.string(),
  state: z.enum(['running', 'waiting', 'retrying', 'failed']),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  attempts: z.number().int(),
  /** Why it failed, or null. */
  reason: z.string().nullable(),
  /** The tenant of the job, or null. */
  tenantId: TenantId.nullable(),
  tenantName: z.string().nullable(),
})
export type BackgroundJob = z.infer<typeof BackgroundJob>

export const listJobs = endpoint({
  name: 'listJobs',
  summary: 'Background jobs that are running, waiting, or failed without further retries',
  method: 'GET',
  path: '/api/admin/jobs',
  access: 'admin',
  reply: z.object({
    jobs: z.array(BackgroundJob),
    counts: z.object({
      running: z.number().int(),
      waiting: z.number().int(),
      retrying: z.number().int(),
      failed: z.number().int(),
      /** Completed within the last day. */
      completed: z.number().int(),
    }),
  }),
})

export const retryJob = endpoint({
  name: 'retryJob',
  summary: 'Retry a failed job',
  method: 'POST',
  path: '/api/admin/jobs/:jobId/retry',
  access: 'admin',
  params: z.object({ jobId: z.guid() }),
  reply: z.object({ message: z.string() }),
})

export const eraseTenant = endpoint({
  name: 'eraseTenant',
  summary: 'Erase all stored data of a tenant; its name must be typed to confirm',
  method: 'POST',
  path: '/api/admin/tenants/:tenantId/erase',
  access: 'admin',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  body: z.object({
    name: z.string("Type the tenant's name").trim().min(1, "Type the tenant's name").max(300),
  }),
  reply: z.object({ message: z.string() }),
})

export const getAdminStats = endpoint({
  name: 'getAdminStats',
  summary: 'Counts of users, sessions and tenants, and when the last backup was made',
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  reply: z.object({
    totalUsers: z.number().int(),
    adminUsers: z.number().int(),
    microsoftUsers: z.number().int(),
    disabledUsers: z.number().int(),
    /** Enabled users whose password was set by another user. */
    adminUsersToChoosePassword: z.number().int(),
    activeSessions: z.number().int(),
    totalTenants: z.number().int(),
    lastBackup: z.iso.datetime().nullable(),
  }),
})
export type AdminStats = z.infer<typeof getAdminStats.reply>
