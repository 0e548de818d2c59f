import { randomBytes } from 'node:crypto'

import type { BackupHead } from '@tenantscope/contract/system'

import type { Config } from '../config.ts'
import { openDatabase } from '../db/connection.ts'
import { recordFingerprints, resolveKeyRing } from '../db/key-ring.ts'
import { migrateToLatest, readApplied } from '../db/migrate.ts'
import { createBackupScheduleRepo } from '../features/system/backup-schedule.repo.ts'
import type { Restored } from '../features/system/restore.service.ts'
import { systemClock } from '../lib/clock.ts'
import { createLogger } from '../lib/logger.ts'
import { NO_SOURCE, OPERATOR } from '../lib/operator.ts'
import { createSealer } from '../lib/seal.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { composeAuditSeals } from './audit.ts'
import { composePeople } from './people.ts'
import { composeBackups } from './system.ts'

interface Given {
  readonly file: string
  readonly passphrase: string
}

/** `npm run backup`: the whole database into a new file. */
export function backUpTo(config: Config, { file, passphrase }: Given): Promise<BackupHead> {
  return withBackups(config, { mayBeEmpty: false }, async ({ backups, people, db }) => {
    const head = await backups.write(file, passphrase)
    await createBackupScheduleRepo(db).update({ lastBackupAt: systemClock.now() })
    await people.auditLog.change({
      type: 'system',
      action: 'database backup made on the host',
      changedBy: OPERATOR,
      target: null,
      oldValue: null,
      newValue: null,
      source: NO_SOURCE,
    })
    return head
  })
}

/** `npm run restore`: also into a database that has never been used. */
export function restoreFrom(config: Config, given: Given): Promise<Restored> {
  return withBackups(config, { mayBeEmpty: true }, ({ restoring }) =>
    restoring.restore(given, { actor: OPERATOR, source: NO_SOURCE }),
  )
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
    const auditSeals = composeAuditSeals({ database, config, sealer, clock, logger })
    const people = composePeople({ database, clock, random: randomBytes })
    const parts = { database, keyRing, sealer, auditSeals, clock, random: randomBytes }
    const done = await act({
      ...composeBackups({ ...parts, auditLog: people.auditLog }),
      people,
      db: database.db,
    })
    await auditSeals.sealing.seal()
    await auditSeals.sealing.keepHeads()
    return done
  } finally {
    await database.close()
  }
}
