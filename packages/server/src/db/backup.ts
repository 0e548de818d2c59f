import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { sql, type RawBuilder } from 'kysely'

import { rowsOfBackup, type BackedUp } from './backup-rows.ts'
import { readTables } from './backup-tables.ts'
import { readApplied } from './migrate.ts'
import type { Db, Trx } from './tables.ts'

// A backup is gzipped lines of JSON: the keys of the installation when the file is encrypted, a header, then
// for each table a line with its name and a line for each row, then the sequences, then the end. It belongs to
// a list of migrations, not to an engine or a version of PostgreSQL. It holds no jobs: they are scheduled again.

const rowsAtOnce = 500
// These rows contain a complete report or picture: several hundred at once would exhaust the
// memory.
const hasLargeRows = /^(?:report_snapshots|shared_reports|report_looks)$/

/** The content of a backup file. */
interface BackupContent extends BackedUp {
  /** The keys of the sealed values in the rows; only for an encrypted file. */
  readonly keys?: string
  /** Encrypts the compressed lines; without it, the file is not encrypted. */
  readonly encrypt?: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<string | Uint8Array>
}

/**
 * Writes the data of one moment into a new file, which is complete or does not exist. Rejects with the
 * signal's reason when it is aborted. Returns the content.
 */
export async function writeBackup<Content extends BackupContent>(
  db: Db,
  file: string,
  given: {
    /** Decides what to write, in the transaction of that moment. */
    content: (transaction: Trx) => Content | Promise<Content>
    signal?: AbortSignal
  },
): Promise<Content> {
  const { signal } = given
  const handle = await open(file, 'wx', 0o600)
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const content = await given.content(transaction)
        await pipeline(
          Readable.from(backupLines(transaction, content)),
          createGzip(),
          content.encrypt ?? asItIs,
          handle.createWriteStream({ flush: true }),
          { ...(signal && { signal }) },
        )
        return content
      })
  } catch (error) {
    await rm(file, { force: true })
    signal?.throwIfAborted()
    throw error
  } finally {
    await handle.close()
  }
}

async function* asItIs(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes
}

/** Returns the lines of a backup, as of the transaction's moment. */
export async function* backupLines(
  transaction: Trx,
  { keys, ...backedUp }: BackedUp & { keys?: string },
): AsyncGenerator<string> {
  if (keys !== undefined) yield toLine({ keys })
  const applied = await readApplied(transaction)
  const migrations = applied.map(({ name }) => name)
  yield toLine({ format: 'tenantscope-backup', version: 1, migrations })
  let rows = 0
  for (const table of await readTables(transaction)) {
    const query = rowsOfBackup(table, backedUp)
    if (query === null) continue
    yield toLine({ table })
    const count = hasLargeRows.test(table) ? 1 : rowsAtOnce
    for await (const batch of batchesOf(transaction, query, count)) {
      rows += batch.length
      yield `${batch.join('\n')}\n`
    }
  }
  const sequences = await sql<{ sequence: string; value: string }>`
    select sequencename as sequence, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(transaction)
  yield* sequences.rows.map(toLine)
  yield toLine({ end: { rows } })
}

// PostgreSQL writes the JSON, so no value passes through a JavaScript number.
async function* batchesOf(
  transaction: Trx,
  query: RawBuilder<{ row: string }>,
  count: number,
): AsyncGenerator<string[]> {
  await sql`declare backup_rows no scroll cursor for ${query}`.execute(transaction)
  for (;;) {
    const { rows } = await sql<{ row: string }>`
      fetch ${sql.lit(count)} from backup_rows`.execute(transaction)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await sql`close backup_rows`.execute(transaction)
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
