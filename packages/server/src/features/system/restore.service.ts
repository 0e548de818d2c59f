import { setImmediate as nextTurn } from 'node:timers/promises'

import type { BackupHead } from '@tenantscope/contract/system'
import { sql } from 'kysely'

import { BackupRefused } from '../../db/backup-refused.ts'
import { planRestore } from '../../db/earlier-schema.ts'
import { renewPriceRevision } from '../../db/price-facts.ts'
import { restoreBackup } from '../../db/restore-backup.ts'
import { resealAll } from '../../db/sealed-columns.ts'
import type { Db } from '../../db/tables.ts'
import { systemEntry } from '../../lib/audit-entry.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import type { KeyRing } from '../../lib/secret-key.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { TrailRestoring } from '../audit-log/trail-restoring.service.ts'
import { openBackup } from './backup-file.ts'
import type { OpenedBackup } from './backup-file.ts'
import { createRestoreRepo } from './restore.repo.ts'

export type RestoreService = ReturnType<typeof createRestore>

export interface Restored {
  readonly head: BackupHead
  readonly rows: number
  readonly areTrailsIntact: boolean
  /** Sealed values that did not open with the backup's own keys. */
  readonly unopened: number
}

export interface RestoredFile {
  readonly file: string
  readonly passphrase: string
  /** Aborted when the process stops. */
  readonly signal: AbortSignal
}

/** Replaces all stored data by a backup, or changes nothing. */
export function createRestore(deps: {
  db: Db
  keyRing: KeyRing
  trails: TrailRestoring
  auditLog: Pick<AuditLogService, 'change'>
}) {
  const { db, keyRing, trails, auditLog } = deps

  /** The complete file is verified before any table is locked. */
  async function prove({ file, passphrase, signal }: RestoredFile): Promise<OpenedBackup> {
    const opened = await openBackup(file, passphrase)
    await planRestore(db, opened.head.migrations)
    const content = opened.content()
    let next = await content.next()
    while (next.done !== true) {
      signal.throwIfAborted()
      // Buffered data arrives without pauses, so this yields to other requests.
      await nextTurn()
      next = await content.next()
    }
    return opened
  }

  return {
    /**
     * Throws BackupRefused, with a message for users, before anything is written. When aborted,
     * throws the signal's reason and leaves all data unchanged.
     */
    async restore(given: RestoredFile, by: By): Promise<Restored> {
      const { signal } = given
      const opened = await prove(given)
      return db.transaction().execute(async (trx) => {
        const repo = createRestoreRepo(trx)
        await trails.unlock(trx)
        await repo.announceSessionEnds()
        const connectionVersion = await repo.connectionVersion()
        const { keys, rows } = await restoreBackup(trx, opened.content(), signal)
        if (keys === null) throw new BackupRefused('The backup is damaged')
        await renewPriceRevision(trx)
        const sealer = createSealer(parseKeyRing(keys))
        const { unopened } = await resealAll(trx, { from: sealer, to: createSealer(keyRing) })
        await repo.settle({
          fingerprints: keyRing.map(({ fingerprint }) => fingerprint),
          connectionVersion,
        })
        const { auditHeads } = opened
        const { isIntact } = await trails.rechain(trx, { sealer, auditHeads, signal })
        await auditLog.change(
          systemEntry('backup restored', by, {
            // The user ID is of the state before.
            changedBy: { name: by.actor.name, userId: null },
            newValue: opened.head.createdAt,
            details: isIntact
              ? 'its audit trails were intact'
              : 'its audit trails were NOT intact: they were changed before the backup was created',
          }),
          trx,
        )
        await sql`select pg_notify(${RESTORED_CHANNEL}, '')`.execute(trx)
        return { head: opened.head, rows, areTrailsIntact: isIntact, unopened }
      })
    },
  }
}

/** On this channel every process learns that the whole database was replaced. */
export const RESTORED_CHANNEL = 'tenantscope_restored'
