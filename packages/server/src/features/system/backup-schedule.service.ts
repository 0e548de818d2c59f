import path from 'node:path'

import { isoDayIn } from '@tenantscope/analysis/iso-time'
import type { BackupSchedule, saveBackupSchedule } from '@tenantscope/contract/system'
import type { z } from 'zod'

import type { BackupFolder } from '../../db/backup-folder.ts'
import { AppError, fieldError } from '../../lib/app-error.ts'
import { systemEntry } from '../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import { errorCode } from '../../lib/error-code.ts'
import { BY_PRODUCT } from '../../lib/operator.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { BackupScheduleRepo, StoredBackupSchedule } from './backup-schedule.repo.ts'
import { nextBackupAfter } from './backup-schedule.rules.ts'
import type { DatabaseBackupsService } from './database-backups.service.ts'

export type BackupScheduleService = ReturnType<typeof createBackupSchedule>

/** Ties the sealed passphrase to its place, so that it opens nowhere else. */
const PASSPHRASE_PURPOSE = 'backup_schedule.passphrase'
const NO_PASSPHRASE = 'Enter a passphrase: without one no backup can be encrypted'

/** Creates encrypted backups on the host, by schedule. */
export function createBackupSchedule(deps: {
  repo: BackupScheduleRepo
  stored: BackupFolder
  backups: Pick<DatabaseBackupsService, 'write'>
  sealer: Sealer
  auditLog: AuditLogService
  clock: Clock
  /** Makes one soon, in the background. */
  send: () => Promise<void>
  /** True when a backup is running or queued. */
  isUnderWay: () => Promise<boolean>
}) {
  const { repo, stored, backups, sealer, auditLog, clock } = deps

  async function nextAt(schedule: StoredBackupSchedule): Promise<Date | null> {
    if (!schedule.isEnabled) return null
    const { time, lastSuccessAt, lastFailureAt, updatedAt } = schedule
    const last = Math.max(...[lastSuccessAt, lastFailureAt, updatedAt].map((at) => Number(at ?? 0)))
    return nextBackupAfter({ time, timeZone: await repo.timeZone() }, new Date(last))
  }

  async function read(): Promise<BackupSchedule> {
    const row = await repo.read()
    const { isEnabled, time, keep, version, updatedBy, lastFailure, lastFailureAt } = row
    return {
      isEnabled,
      time,
      keep,
      hasPassphrase: row.sealedPassphrase !== null,
      version,
      updatedAt: isoOf(row.updatedAt),
      updatedBy,
      lastBackupAt: isoOf(await stored.lastBackupAt(row.lastBackupAt)),
      lastSuccessAt: isoOf(row.lastSuccessAt),
      lastFailure:
        lastFailureAt === null
          ? null
          : { at: lastFailureAt.toISOString(), message: lastFailure ?? 'The backup failed' },
      nextAt: isoOf(await nextAt(row)),
      directory: stored.directory,
      backups: await stored.list(),
    }
  }

  /** Records a completed backup. */
  async function noteBackup(action: string, name: string | null, by: By): Promise<void> {
    await repo.transaction(async (trx) => {
      await repo.update({ lastBackupAt: clock.now() }, trx)
      await auditLog.change(systemEntry(action, by, { newValue: name }), trx)
    })
  }

  async function makeOne(signal: AbortSignal): Promise<void> {
    const { sealedPassphrase, keep } = await repo.read()
    if (sealedPassphrase === null) throw new Error(NO_PASSPHRASE)
    const passphrase = sealer.open(sealedPassphrase, PASSPHRASE_PURPOSE)
    const file = await stored.add({ kind: 'encrypted', at: clock.now() }, (unfinished) =>
      backups.write(unfinished, { passphrase, signal }),
    )
    await repo.update({ lastSuccessAt: clock.now(), lastFailureAt: null, lastFailure: null })
    await noteBackup('scheduled backup made', path.basename(file), BY_PRODUCT)
    await stored.rotate('encrypted', keep)
  }

  return {
    read,
    noteBackup,

    /** Today, in the installation's time zone, for names of files. */
    today: async (): Promise<string> => isoDayIn(await repo.timeZone(), clock.now()),

    /** A body without a version is taken as it is (decisions.md, Administration). */
    async save(given: z.output<typeof saveBackupSchedule.body>, by: By): Promise<BackupSchedule> {
      const { isEnabled, time, keep, passphrase } = given
      await repo.transaction(async (trx) => {
        const before = await repo.readLocked(trx)
        refuseOldVersion(given.version, before)
        if (isEnabled && passphrase === undefined && before.sealedPassphrase === null)
          throw fieldError('body.passphrase', NO_PASSPHRASE)
        await repo.update(
          {
            isEnabled,
            time,
            keep,
            ...(passphrase === undefined
              ? {}
              : { sealedPassphrase: sealer.seal(passphrase, PASSPHRASE_PURPOSE) }),
            version: before.version + 1,
            updatedAt: clock.now(),
            updatedBy: by.actor.name,
          },
          trx,
        )
        await auditLog.change(
          systemEntry('backup schedule changed', by, {
            oldValue: audited(before),
            newValue: audited(given),
            ...(passphrase === undefined ? {} : { details: 'with a new passphrase' }),
          }),
          trx,
        )
      })
      return read()
    },

    /** Starts one in the background; `read` returns the result. */
    async runNow(by: By): Promise<BackupSchedule> {
      const { sealedPassphrase } = await repo.read()
      if (sealedPassphrase === null)
        throw new AppError('CONFLICT', 'Store a passphrase for scheduled backups first')
      await auditLog.change(systemEntry('backup started by hand', by))
      await deps.send()
      return read()
    },

    async startDue(): Promise<void> {
      const due = await nextAt(await repo.read())
      if (due === null || due > clock.now() || (await deps.isUnderWay())) return
      await deps.send()
    },

    /**
     * Stores a failure for users, and throws so that the job counts as failed. An aborted backup is
     * created again by the job's next attempt, so it is not a failure.
     */
    async make(signal: AbortSignal): Promise<void> {
      try {
        await makeOne(signal)
      } catch (error) {
        signal.throwIfAborted()
        const lastFailure = reasonOf(error)
        await repo.transaction(async (trx) => {
          await repo.update({ lastFailureAt: clock.now(), lastFailure }, trx)
          const entry = systemEntry('scheduled backup failed', BY_PRODUCT, {
            newValue: lastFailure,
          })
          await auditLog.change(entry, trx)
        })
        throw new Error(lastFailure, { cause: error })
      }
    },
  }
}

const audited = ({ isEnabled, time, keep }: Pick<BackupSchedule, 'isEnabled' | 'time' | 'keep'>) =>
  JSON.stringify({ isEnabled, time, keep })

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EACCES: 'The backups directory is not writable',
  EROFS: 'The backups directory is not writable',
  ENOTDIR: 'The path of the backups directory is not a directory',
  EEXIST: 'The path of the backups directory is not a directory',
}

/** Returns a text for users, without paths or SQL. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The backup failed'
  if (error.message === NO_PASSPHRASE) return error.message
  if (error.name === 'SealError') return 'The stored passphrase cannot be opened: enter it again'
  return REASONS[errorCode(error) ?? ''] ?? 'The backup failed; see the server log'
}

function isoOf(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
