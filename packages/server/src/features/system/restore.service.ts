import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'

import type { BackupHead } from '@tenantscope/contract/system'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'

import { BackupRefused, isGzipError, linesFrom, restoreLines } from '../../db/backup.ts'
import { readApplied } from '../../db/migrate.ts'
import { resealAll } from '../../db/sealed-columns.ts'
import type { Database } from '../../db/tables.ts'
import { createSealer } from '../../lib/seal.ts'
import type { Sealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import type { KeyRing } from '../../lib/secret-key.ts'
import type { AuditActor, AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import { openBackup } from './backup-file.ts'
import type { OpenedBackup } from './backup-file.ts'
import { createRestoreRepo } from './restore.repo.ts'

export type RestoreService = ReturnType<typeof createRestore>

/** The trails of the audit, which are chained under the keys of one installation. */
export interface RestoredTrails {
  /** Before anything is written: what keeps trails from being changed lets this transaction. */
  unlock(trx: Transaction<Database>): Promise<void>
  /** Verifies them with the keys that they were chained with, and chains them anew. */
  rechain(
    trx: Transaction<Database>,
    before: { sealer: Sealer; auditHeads: string; signal: AbortSignal },
  ): Promise<{ isIntact: boolean }>
}

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

const Keys = z.object({ keys: z.string() })

/** Puts a backup in the place of everything that is stored, or changes nothing. */
export function createRestore(deps: {
  db: Kysely<Database>
  keyRing: KeyRing
  trails: RestoredTrails
  auditLog: Pick<AuditLogService, 'change'>
}) {
  const { db, keyRing, trails, auditLog } = deps

  /** All of it is proven before anybody has to wait for a table. */
  async function prove({ file, passphrase, signal }: RestoredFile): Promise<OpenedBackup> {
    const opened = await openBackup(file, passphrase)
    refuseOtherVersion(opened.head.migrations, await namesOfApplied(db))
    const content = opened.content()
    let next = await content.next()
    while (next.done !== true) {
      signal.throwIfAborted()
      // What is read ahead comes without a pause: whoever else is served gets a turn in between.
      await nextTurn()
      next = await content.next()
    }
    return opened
  }

  return {
    /**
     * Throws BackupRefused, whose message is for people, before anything is written; the signal's reason
     * when it is broken off, with all as it was.
     */
    async restore(
      given: RestoredFile,
      by: { actor: AuditActor; source: AuditSource },
    ): Promise<Restored> {
      const { signal } = given
      const opened = await prove(given)
      return db.transaction().execute(async (trx) => {
        const repo = createRestoreRepo(trx)
        await trails.unlock(trx)
        await repo.announceSessionEnds()
        const connectionVersion = await repo.connectionVersion()
        const { keys, rows } = await fill(trx, { opened, signal })
        const sealer = createSealer(parseKeyRing(keys.keys))
        const { unopened } = await resealAll(trx, { from: sealer, to: createSealer(keyRing) })
        await repo.settle({
          fingerprints: keyRing.map(({ fingerprint }) => fingerprint),
          connectionVersion,
        })
        const { auditHeads } = opened
        const { isIntact } = await trails.rechain(trx, { sealer, auditHeads, signal })
        await auditLog.change(
          {
            type: 'system',
            action: 'backup restored',
            // The number belonged to somebody of the state before.
            changedBy: { name: by.actor.name, userId: null },
            target: null,
            oldValue: null,
            newValue: opened.head.createdAt,
            details: isIntact
              ? 'its audit trails were intact'
              : 'its audit trails were NOT intact: they had been changed before the backup was made',
            source: by.source,
          },
          trx,
        )
        await sql`select pg_notify(${RESTORED_CHANNEL}, '')`.execute(trx)
        return { head: opened.head, rows, areTrailsIntact: isIntact, unopened }
      })
    },
  }
}

async function fill(
  trx: Transaction<Database>,
  { opened, signal }: { opened: OpenedBackup; signal: AbortSignal },
) {
  let filled: { keys: z.infer<typeof Keys>; rows: number } | null = null
  const takeIn = async (bytes: AsyncIterable<Buffer>): Promise<void> => {
    const lines = linesFrom(bytes)
    const first = await lines.next()
    const keys = Keys.parse(JSON.parse(first.done === true ? '' : first.value))
    filled = { keys, rows: (await restoreLines(trx, lines)).rows }
  }
  await pipeline(opened.content(), createGunzip(), takeIn, { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw isGzipError(error) || error instanceof SyntaxError || error instanceof z.ZodError
      ? new BackupRefused('The backup is damaged', { cause: error })
      : error
  })
  if (filled === null) throw new BackupRefused('The backup is damaged')
  return filled as { keys: z.infer<typeof Keys>; rows: number }
}

/** Every process hears on this channel that all is different now. */
export const RESTORED_CHANNEL = 'tenantscope_restored'

const namesOfApplied = async (db: Kysely<Database>): Promise<string[]> =>
  (await readApplied(db)).map(({ name }) => name)

function refuseOtherVersion(theirs: readonly string[], ours: readonly string[]): void {
  if (theirs.join() === ours.join()) return
  const [last = 'none', own = 'none'] = [theirs.at(-1), ours.at(-1)]
  const isNewer = theirs.some((name) => !ours.includes(name))
  throw new BackupRefused(
    isNewer
      ? `The backup was made by a newer version of Tenantscope (with ${last}; this one knows up to ${own}). Install that version, then restore it.`
      : `The backup was made by an older version of Tenantscope (up to ${last}; this one has ${own}). Restore it with that version, then upgrade.`,
  )
}
