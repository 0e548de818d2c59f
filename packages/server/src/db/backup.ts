import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { z } from 'zod'

import { rowsOfBackup, type BackedUp } from './backup-rows.ts'
import { readApplied } from './migrate.ts'
import type { Database } from './tables.ts'

// A logical backup is gzipped lines of JSON: a header, then for each table a line with its name and
// a line for each row, then the sequences, then the end. It belongs to a list of migrations, not to
// an engine or a version of PostgreSQL. Jobs are not in it: what is scheduled is scheduled again.

const Header = z.object({
  format: z.literal('tenantscope-backup'),
  version: z.literal(1),
  migrations: z.array(z.string()),
})
const TableLine = z.strictObject({ table: z.string() })
const SequenceLine = z.strictObject({ sequence: z.string(), value: z.string() })
const EndLine = z.strictObject({ end: z.object({ rows: z.int() }) })
const Line = z.union([TableLine, SequenceLine, EndLine])

const rowsAtOnce = 500
// A row of these holds a whole report or a picture: several hundred at once would fill the memory.
const hasLargeRows = /^(?:report_snapshots|shared_reports|report_looks)$/
// A longer text would not be cleared away by the short collections (features/system/backup-file.ts).
const charactersAtOnce = 65_536
// No row is nearly as long; a file that unpacks to one endless line must not fill the memory.
const longestLine = 256 * 1_024 * 1_024

/** The backup cannot be read back into this database; nothing was written. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/**
 * Writes all data as it stands at one moment into a new file, but for what refreshes read, by far
 * the most of all: the embedded database copies itself so, and has one connection for everybody.
 */
export async function writeBackup(connection: Kysely<Database>, file: string): Promise<void> {
  await connection
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((transaction) =>
      pipeline(
        Readable.from(backupLines(transaction, { withReadings: false })),
        createGzip(),
        createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
      ),
    )
}

/**
 * Replaces all data by what the backup holds, or changes nothing; the database must have the
 * backup's migrations. It is what proves that a backup before an upgrade can be read back.
 */
export async function restoreBackup(connection: Kysely<Database>, file: string): Promise<void> {
  await connection.transaction().execute((transaction) =>
    pipeline(createReadStream(file), createGunzip(), async (bytes: AsyncIterable<Buffer>) => {
      await restoreLines(transaction, linesFrom(bytes))
    }).catch((error: unknown) => {
      throw isGzipError(error)
        ? new BackupRefused('The backup is damaged', { cause: error })
        : error
    }),
  )
}

/** A logical backup as it is written, as of the transaction's moment. */
export async function* backupLines(
  transaction: Transaction<Database>,
  backedUp: BackedUp,
): AsyncGenerator<string> {
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
    where schemaname = 'public' and last_value is not null`.execute(transaction)
  yield* sequences.rows.map(toLine)
  yield toLine({ end: { rows } })
}

// PostgreSQL writes the JSON, so no value passes through a JavaScript number.
async function* batchesOf(
  transaction: Transaction<Database>,
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

/** Puts the rows of a backup in the place of all others; whoever began the transaction ends it. */
export async function restoreLines(
  transaction: Transaction<Database>,
  lines: AsyncIterable<string>,
): Promise<{ rows: number }> {
  let table: string | null = null
  let batch: string[] = []
  let characters = 0
  let restored = 0
  let expected: number | null = null
  let restoreForeignKeys: (() => Promise<void>) | null = null
  let tables: readonly string[] = []

  const flush = async (): Promise<void> => {
    if (table !== null && batch.length > 0) {
      await sql`
        insert into ${sql.table(table)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${batch.join(',')}]`}::jsonb)`.execute(
        transaction,
      )
    }
    restored += batch.length
    batch = []
    characters = 0
  }

  const isFull = (): boolean => batch.length === rowsAtOnce || characters > charactersAtOnce

  for await (const text of lines) {
    if (restoreForeignKeys === null) {
      await checkHeader(transaction, text)
      restoreForeignKeys = await setForeignKeysAside(transaction)
      tables = await emptyTables(transaction)
      continue
    }
    const line = parseLine(text)
    if (line === null) {
      batch.push(text)
      characters += text.length
      if (isFull()) await flush()
      continue
    }
    await flush()
    if ('table' in line) table = ownTable(line, tables)
    if ('sequence' in line) await setSequence(transaction, line)
    if ('end' in line) expected = line.end.rows
  }
  if (expected !== restored) throw new BackupRefused('The backup is not complete')
  await restoreForeignKeys?.()
  return { rows: restored }
}

/** Whoever knows a passphrase can write a file: it reaches what a backup holds and nothing else. */
function ownTable({ table }: z.infer<typeof TableLine>, tables: readonly string[]): string {
  if (!tables.includes(table)) throw new BackupRefused('The backup is damaged')
  return table
}

async function checkHeader(transaction: Transaction<Database>, text: string): Promise<void> {
  const header = Header.safeParse(parseJson(text))
  if (!header.success) throw new BackupRefused('The file is not a backup of Tenantscope')
  const applied = (await readApplied(transaction)).map(({ name }) => name)
  if (applied.join() !== header.data.migrations.join()) {
    throw new BackupRefused(
      `The backup belongs to the migrations up to ${header.data.migrations.at(-1) ?? 'none'}, the database has those up to ${applied.at(-1) ?? 'none'}`,
    )
  }
}

async function emptyTables(transaction: Transaction<Database>): Promise<string[]> {
  const tables = await readTables(transaction)
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(transaction)
  return tables
}

// Never back: who works on the old state, in whichever process, must not meet a new row by an old id.
async function setSequence(
  transaction: Transaction<Database>,
  { sequence, value }: z.infer<typeof SequenceLine>,
): Promise<void> {
  await sql`
    select setval(quote_ident(sequencename)::regclass, greatest(${value}::bigint, last_value))
    from pg_sequences where schemaname = 'public' and sequencename = ${sequence}`.execute(
    transaction,
  )
}

// A row is an object too; only the exact shapes of the other lines are taken for them.
function parseLine(text: string): z.infer<typeof Line> | null {
  const isShort = text.length < 300
  return (isShort ? Line.safeParse(parseJson(text)).data : undefined) ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupRefused('The backup is damaged')
  }
}

async function readTables(connection: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations' order by name`.execute(
    connection,
  )
  return rows.map(({ name }) => name)
}

// Tables may refer to each other in a circle, so no order of loading satisfies every foreign key:
// they are set aside and, by adding them again, checked over all rows at the end.
async function setForeignKeysAside(
  transaction: Transaction<Database>,
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ tableName: string; name: string; definition: string }>`
    select c.relname as table_name, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`.execute(transaction)
  for (const { tableName, name } of rows) {
    await sql`alter table ${sql.table(tableName)} drop constraint ${sql.id(name)}`.execute(
      transaction,
    )
  }
  return async () => {
    for (const { tableName, name, definition } of rows) {
      await sql`alter table ${sql.table(tableName)}
        add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(transaction)
    }
  }
}

/** The lines of a text that comes in pieces. */
export async function* linesFrom(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    // A report is one line of many pieces: cutting what is there at each would take time squared.
    if (!text.includes('\n')) {
      rest += text
      if (rest.length > longestLine) throw new BackupRefused('The backup is damaged')
      continue
    }
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  if (rest !== '') yield rest
}

/** Whether unpacking failed. */
export function isGzipError(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && code.startsWith('Z_')
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
