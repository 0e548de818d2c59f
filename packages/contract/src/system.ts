import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { BACKUPS } from './limits.ts'

export const HealthCheck = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'trouble']),
  /** What was found. */
  message: z.string(),
  /** What the check looks at and why it matters. */
  explanation: z.string(),
  /** What to do; null where nothing is wrong. */
  nextStep: z.string().nullable(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

export const getSystemHealth = endpoint({
  name: 'getSystemHealth',
  summary: 'Look at everything that Tenantscope stands on',
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
  summary: 'Drop app-only tokens, permission results and derived figures; never snapshots',
  method: 'POST',
  path: '/api/admin/clear-cache',
  access: 'admin',
  reply: z.object({ message: z.string() }),
})

export const resetSessions = endpoint({
  name: 'resetSessions',
  summary: "End everybody's sessions but the caller's",
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
  hasEffect: true,
  kind: 'file',
  reply: z.unknown(),
})

/**
 * A multipart form: `file` (.json), and for a database backup `passphrase` and `confirmation`
 * (BACKUPS.confirmation typed out). The server looks what the file is.
 */
export const importData = endpoint({
  name: 'importData',
  summary: 'Merge exported data, or restore a database backup, which asks for a fresh sign-in',
  method: 'POST',
  path: '/api/admin/import-data',
  access: 'admin',
  accepts: 'multipart',
  maxBodyBytes: BACKUPS.maxUploadBytes,
  body: z.undefined(),
  reply: z.object({
    kind: z.enum(['data', 'backup']),
    recordsImported: z.number().int(),
    /** What a person should know: what was left out, what follows. */
    notes: z.array(z.string()),
  }),
})

export const Passphrase = z
  .string('Enter a passphrase of at least 12 characters')
  .min(BACKUPS.passphraseMinLength, 'Enter a passphrase of at least 12 characters')
  .max(1_000)

export const backUpDatabase = endpoint({
  name: 'backUpDatabase',
  summary: 'The whole database as a file that only the passphrase opens',
  method: 'POST',
  path: '/api/admin/database-backup',
  access: 'admin',
  needsFreshSignIn: true,
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
  /** What the embedded database copies by itself, daily and before an upgrade, is not encrypted. */
  kind: z.enum(['encrypted', 'daily-copy', 'before-upgrade']),
})

export type StoredBackup = z.infer<typeof StoredBackup>

export const BackupSchedule = z.object({
  isEnabled: z.boolean(),
  /** Of the installation's time zone, HH:MM. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/u, 'Enter a time as HH:MM'),
  /** So many are kept, older ones are removed. */
  keep: z.number('Enter a number').int().min(1, 'Keep at least one').max(90, 'Keep at most 90'),
  /** Whether a passphrase is stored; without one the schedule cannot be switched on. */
  hasPassphrase: z.boolean(),
  version: z.number().int(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastFailure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
  nextAt: z.iso.datetime().nullable(),
  /** Where the files lie on the host. */
  directory: z.string(),
  backups: z.array(StoredBackup),
})
export type BackupSchedule = z.infer<typeof BackupSchedule>

export const getBackupSchedule = endpoint({
  name: 'getBackupSchedule',
  summary: 'When backups are made by themselves, and those that are there',
  method: 'GET',
  path: '/api/admin/backup-schedule',
  access: 'admin',
  reply: BackupSchedule,
})

export const saveBackupSchedule = endpoint({
  name: 'saveBackupSchedule',
  summary: 'Change when backups are made; 409 when somebody else changed it meanwhile',
  method: 'PUT',
  path: '/api/admin/backup-schedule',
  access: 'admin',
  needsFreshSignIn: true,
  body: BackupSchedule.pick({ isEnabled: true, time: true, keep: true }).extend({
    /** Absent: the stored one stays. */
    passphrase: Passphrase.optional(),
    version: z.number().int().optional(),
  }),
  reply: BackupSchedule,
})

export const runBackup = endpoint({
  name: 'runBackup',
  summary: 'Make a scheduled backup now, on the host',
  method: 'POST',
  path: '/api/admin/backup-schedule/run',
  access: 'admin',
  reply: BackupSchedule,
})

export const BackgroundJob = z.object({
  id: z.guid(),
  name: z.string(),
  /** What the job does, in words. */
  title: z.string(),
  state: z.enum(['running', 'waiting', 'retrying', 'failed']),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  attempts: z.number().int(),
  /** Why it failed; null where it did not. */
  reason: z.string().nullable(),
  /** Whose job it is, where it is one tenant's. */
  tenantId: TenantId.nullable(),
  tenantName: z.string().nullable(),
})
export type BackgroundJob = z.infer<typeof BackgroundJob>

export const listJobs = endpoint({
  name: 'listJobs',
  summary: 'Background jobs that run, wait or failed for good',
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
  summary: 'Try a failed job again',
  method: 'POST',
  path: '/api/admin/jobs/:jobId/retry',
  access: 'admin',
  params: z.object({ jobId: z.guid() }),
  reply: z.object({ message: z.string() }),
})

export const eraseTenant = endpoint({
  name: 'eraseTenant',
  summary: 'Erase everything that is stored of a tenant; its name typed out confirms it',
  method: 'POST',
  path: '/api/admin/tenants/:tenantId/erase',
  access: 'admin',
  tenantScoped: true,
  needsFreshSignIn: true,
  params: z.object({ tenantId: TenantId }),
  body: z.object({
    name: z.string("Type the tenant's name").trim().min(1, "Type the tenant's name").max(300),
  }),
  reply: z.object({ message: z.string() }),
})
