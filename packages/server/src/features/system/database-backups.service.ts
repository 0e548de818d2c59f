import path from 'node:path'

import type { BackupHead } from '@tenantscope/contract/system'

import type { BackupFolder } from '../../db/backup-folder.ts'
import { writeBackup } from '../../db/backup.ts'
import { readApplied } from '../../db/migrate.ts'
import type { Db, Trx } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { keyRingText } from '../../lib/secret-key.ts'
import type { KeyRing } from '../../lib/secret-key.ts'
import { encryptBackup, readHead } from './backup-file.ts'

export type DatabaseBackupsService = ReturnType<typeof createDatabaseBackups>

/** Writes the complete database and the keys of its sealed values into a file encrypted with a passphrase. */
export function createDatabaseBackups(deps: {
  db: Db
  keyRing: KeyRing
  /** The heads of the audit trails, sealed. */
  auditHeads: (signal: AbortSignal) => Promise<string>
  clock: Clock
  random: (bytes: number) => Buffer
  /** scrypt's; tests take a cheap one. */
  cost?: number | undefined
}) {
  const { db, keyRing, clock, random, cost } = deps

  async function headOf(trx: Trx): Promise<BackupHead> {
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

  return {
    /**
     * Writes the state of one moment into a new file, which is complete or does not exist. It goes to the
     * disk and not to a client: a slow client would hold a transaction open, and the embedded database's
     * only connection.
     */
    async write(
      file: string,
      { passphrase, signal }: { passphrase: string; signal: AbortSignal },
    ): Promise<BackupHead> {
      // Before the moment of the backup: it must hold every record that they name.
      const auditHeads = await deps.auditHeads(signal)
      signal.throwIfAborted()
      const { head } = await writeBackup(db, file, {
        signal,
        async content(trx) {
          const head = await headOf(trx)
          const opening = { head: { ...head, auditHeads }, passphrase, random, cost }
          return {
            head,
            withReadings: true,
            // They belong to the installation and are in no table.
            keys: keyRingText(keyRing),
            encrypt: (bytes: AsyncIterable<Uint8Array>) => encryptBackup(bytes, opening),
          }
        },
      })
      return head
    },
  }
}

/** Returns the sealed heads of the audit trails in each stored backup, empty for an unreadable file. */
export async function* auditHeadsOf(
  stored: BackupFolder,
): AsyncGenerator<{ name: string; sealed: string }> {
  for (const { name } of await stored.list('encrypted'))
    yield await readHead(path.join(stored.directory, name)).then(
      ({ head, auditHeads }) => ({ name: `the backup of ${head.createdAt}`, sealed: auditHeads }),
      () => ({ name, sealed: '' }),
    )
}
