import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import type { BackupHead } from '@tenantscope/contract/system'
import type { Kysely, Transaction } from 'kysely'

import { backupLines } from '../../db/backup.ts'
import { readApplied } from '../../db/migrate.ts'
import type { Database } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { keyRingText } from '../../lib/secret-key.ts'
import type { KeyRing } from '../../lib/secret-key.ts'
import { encryptBackup } from './backup-file.ts'

export type DatabaseBackupsService = ReturnType<typeof createDatabaseBackups>

interface WrittenBackup {
  readonly passphrase: string
  /** Aborted when nobody wants it any more, or the process stops. */
  readonly signal: AbortSignal
}

/** Writes the whole database, and the keys of what is sealed in it, into a file that a passphrase opens. */
export function createDatabaseBackups(deps: {
  db: Kysely<Database>
  keyRing: KeyRing
  /** Where the audit trails end, sealed. */
  auditHeads: (signal: AbortSignal) => Promise<string>
  clock: Clock
  random: (bytes: number) => Buffer
  /** scrypt's; tests take a cheap one. */
  cost?: number | undefined
}) {
  const { db, keyRing, clock, random, cost } = deps

  async function headOf(trx: Transaction<Database>): Promise<BackupHead> {
    const count = async (table: 'users' | 'tenants'): Promise<number> => {
      const row = await trx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return row.count
    }
    return {
      format: 'tenantscope-database-backup',
      version: 1,
      createdAt: clock.now().toISOString(),
      migrations: (await readApplied(trx)).map(({ name }) => name),
      stats: { totalUsers: await count('users'), totalTenants: await count('tenants') },
    }
  }

  async function* contentOf(trx: Transaction<Database>): AsyncGenerator<string> {
    // What belongs to the installation and stands in no table.
    yield `${JSON.stringify({ keys: keyRingText(keyRing) })}\n`
    yield* backupLines(trx, { withReadings: true })
  }

  async function writeTo(
    handle: FileHandle,
    { passphrase, signal }: { passphrase: string; signal: AbortSignal },
  ): Promise<BackupHead> {
    // Before the moment of the backup: it must hold every record that they name.
    const auditHeads = await deps.auditHeads(signal)
    signal.throwIfAborted()
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const head = await headOf(trx)
        await pipeline(
          Readable.from(contentOf(trx)),
          createGzip(),
          (bytes: AsyncIterable<Uint8Array>) =>
            encryptBackup(bytes, { head: { ...head, auditHeads }, passphrase, random, cost }),
          handle.createWriteStream({ flush: true }),
          { signal },
        )
        return head
      })
  }

  return {
    /**
     * The state of one moment in a new file, which is whole or not there. It goes to the disk and not to
     * a client: one that reads slowly would hold a transaction open, and the embedded database's only
     * connection.
     */
    async write(file: string, given: WrittenBackup): Promise<BackupHead> {
      const handle = await open(file, 'wx', 0o600)
      try {
        return await writeTo(handle, given)
      } catch (error) {
        await rm(file, { force: true })
        given.signal.throwIfAborted()
        throw error
      } finally {
        await handle.close()
      }
    },
  }
}
