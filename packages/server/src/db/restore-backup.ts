import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { sql } from 'kysely'
import { z } from 'zod'

import { errorCode } from '../lib/error-code.ts'
import { jsonOf } from '../lib/json.ts'
import { BackupRefused } from './backup-refused.ts'
import { emptyTables, setForeignKeysAside, setSequence } from './backup-tables.ts'
import { loadEarlierRows, planRestore } from './earlier-schema.ts'
import type { Trx } from './tables.ts'

// The format is described in backup.ts.

const KeysLine = z.strictObject({ keys: z.string() })
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
// Longer texts would outlive minor garbage collections (features/system/backup-file.ts).
const charactersAtOnce = 65_536
// Longer than any row; a file that unpacks to one endless line must not exhaust the memory.
const longestLine = 256 * 1_024 * 1_024

/**
 * Replaces all data with the data of a backup of this version or an earlier one, given as compressed
 * lines. When this rejects, the caller's transaction rolls everything back.
 */
export async function restoreBackup(
  transaction: Trx,
  bytes: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<{ rows: number; keys: string | null }> {
  const restored: { rows: number; keys: string | null }[] = []
  const restore = async (unpacked: AsyncIterable<Buffer>): Promise<void> => {
    restored.push(await restoreLines(transaction, linesFrom(unpacked)))
  }
  await pipeline(bytes, createGunzip(), restore, { ...(signal && { signal }) }).catch(
    (error: unknown) => {
      signal?.throwIfAborted()
      throw isGzipError(error) ? damaged(error) : error
    },
  )
  const [result] = restored
  if (result === undefined) throw damaged()
  return result
}

/** Replaces all rows by those of a backup. */
export async function restoreLines(
  transaction: Trx,
  lines: AsyncGenerator<string, void>,
): Promise<{ rows: number; keys: string | null }> {
  const { keys, migrations } = await readBeginning(lines)
  const plan = await planRestore(transaction, migrations)
  const load = (): Promise<number> => loadRows(transaction, lines)
  const rows = plan === null ? await load() : await loadEarlierRows(transaction, plan, load)
  return { rows, keys }
}

/** Replaces all rows of the current schema, which has the backup's migrations; returns their number. */
async function loadRows(transaction: Trx, lines: AsyncGenerator<string, void>): Promise<number> {
  let table: string | null = null
  let batch: string[] = []
  let characters = 0
  let restored = 0
  let expected: number | null = null

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

  const restoreForeignKeys = await setForeignKeysAside(transaction)
  const tables = await emptyTables(transaction)
  for await (const text of lines) {
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
  if (expected !== restored) throw new BackupRefused('The backup is incomplete')
  await restoreForeignKeys()
  return restored
}

/** Accepts only tables of a backup: a user who knows a passphrase can write a file with any table name. */
function ownTable({ table }: z.infer<typeof TableLine>, tables: readonly string[]): string {
  if (!tables.includes(table)) throw damaged()
  return table
}

/** Reads the lines before the first table: the keys, if any, and the backup's migrations. */
async function readBeginning(
  lines: AsyncGenerator<string, void>,
): Promise<{ keys: string | null; migrations: string[] }> {
  const nextLine = async (): Promise<unknown> => {
    const { done, value } = await lines.next()
    return parseJson(done === true ? '' : value)
  }
  const first = await nextLine()
  const keys = KeysLine.safeParse(first).data?.keys ?? null
  const header = Header.safeParse(keys === null ? first : await nextLine())
  if (!header.success) throw new BackupRefused('The file is not a backup of Tenantscope')
  return { keys, migrations: header.data.migrations }
}

// A row is an object too, so only the exact shapes of other lines are recognized.
function parseLine(text: string): z.infer<typeof Line> | null {
  const isShort = text.length < 300
  return (isShort ? Line.safeParse(parseJson(text)).data : undefined) ?? null
}

function parseJson(text: string): unknown {
  const value = jsonOf(text)
  if (value === undefined) throw damaged()
  return value
}

/** Splits a stream of text into lines. */
export async function* linesFrom(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    // A report is one line of many chunks: searching all of it at each chunk would take quadratic
    // time.
    if (!text.includes('\n')) {
      rest += text
      if (rest.length > longestLine) throw damaged()
      continue
    }
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  if (rest !== '') yield rest
}

const damaged = (cause?: unknown): BackupRefused =>
  new BackupRefused('The backup is damaged', { cause })

const isGzipError = (error: unknown): boolean => errorCode(error)?.startsWith('Z_') === true
