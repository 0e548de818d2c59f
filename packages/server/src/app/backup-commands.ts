import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'

import type { BackupHead } from '@tenantscope/contract/system'

import type { Config } from '../config.ts'
import { openDatabase } from '../db/connection.ts'
import { recordFingerprints, resolveKeyRing } from '../db/key-ring.ts'
import { migrateToLatest, readApplied } from '../db/migrate.ts'
import { openBackup } from '../features/system/backup-file.ts'
import { createBackupScheduleRepo } from '../features/system/backup-schedule.repo.ts'
import { holdsData } from '../features/system/restore.repo.ts'
import type { Restored } from '../features/system/restore.service.ts'
import { systemEntry } from '../lib/audit-entry.ts'
import { systemClock } from '../lib/clock.ts'
import { addWholeFile } from '../lib/durable-file.ts'
import { createLogger } from '../lib/logger.ts'
import { BY_OPERATOR } from '../lib/operator.ts'
import { createSealer } from '../lib/seal.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { composeAuditSeals } from './audit.ts'
import { composePeople } from './people.ts'
import { composeBackups } from './system.ts'

interface Given {
  readonly file: string
  readonly passphrase: string
  /** Aborted to cancel the command; its reason is thrown. */
  readonly signal: AbortSignal
}

/** Runs `npm run backup`: writes the complete database into a new file, or no file. */
export async function backUpTo(config: Config, given: Given): Promise<BackupHead> {
  const { file, passphrase, signal } = given
  if (existsSync(file)) throw new StartRefused('The file already exists. Choose another name.')
  return withBackups(config, { mayBeEmpty: false }, async ({ backups, people, db }) => {
    const head = await addWholeFile(file, (unfinished) =>
      backups.write(unfinished, { passphrase, signal }),
    )
    await createBackupScheduleRepo(db).update({ lastBackupAt: systemClock.now() })
    await people.auditLog.change(systemEntry('database backup made on the host', BY_OPERATOR))
    return head
  })
}

/** Runs `npm run restore`, also into an unused database; a used one is replaced only as `confirm` allows. */
export async function restoreFrom(
  config: Config,
  { confirm, ...given }: Given & { readonly confirm: () => Promise<void> },
): Promise<Restored> {
  // A refused file must not create a database.
  await openBackup(given.file, given.passphrase)
  return withBackups(config, { mayBeEmpty: true }, async ({ restoring, db }) => {
    if (await holdsData(db)) await confirm()
    return restoring.restore(given, BY_OPERATOR)
  })
}

type Opened = ReturnType<typeof composeBackups> & {
  people: ReturnType<typeof composePeople>
  db: Awaited<ReturnType<typeof openDatabase>>['db']
}

async function withBackups<T>(
  config: Config,
  { mayBeEmpty }: { mayBeEmpty: boolean },
  act: (opened: Opened) => Promise<T>,
): Promise<T> {
  const logger = createLogger({ level: 'fatal' })
  const clock = systemClock
  const database = await openDatabase({ ...config, logger })
  try {
    if (!mayBeEmpty && (await readApplied(database.db)).length === 0)
      throw new StartRefused('This database is empty: there is nothing to back up.')
    const keyRing = await resolveKeyRing(database, config)
    await migrateToLatest(database)
    await recordFingerprints(database, keyRing)
    const sealer = createSealer(keyRing)
    const { db } = database
    const base = { database, db, keyRing, sealer, clock, random: randomBytes, logger }
    const auditSeals = composeAuditSeals({ ...base, dataDir: config.dataDir })
    const people = composePeople(base)
    const backups = composeBackups({ ...base, ...people, auditSeals })
    const done = await act({ ...backups, people, db })
    await auditSeals.sealing.seal()
    await auditSeals.sealing.keepHeads()
    return done
  } finally {
    await database.close()
  }
}
