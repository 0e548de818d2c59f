import { sql } from 'kysely'

import { BackupRefused } from './backup-refused.ts'
import { emptyTables, setForeignKeysAside } from './backup-tables.ts'
import { MigrationRefused, readApplied, readAppliedFiles } from './migrate.ts'
import type { Migration } from './migrate.ts'
import type { Db, Trx } from './tables.ts'

// A backup of an earlier version is loaded into a second schema, which is created by the migrations
// of that version. The later migrations then change its rows as an upgrade would. At the end the rows
// are copied, so the tables of the product, and what is granted on them, stay the same.

const SCHEMA = 'tenantscope_restore'

interface RestorePlan {
  /** The migrations of the backup. */
  readonly earlier: readonly Migration[]
  /** The migrations that this database has besides. */
  readonly later: readonly Migration[]
}

/**
 * Compares the migrations of a backup with those of the database. Returns null when they are equal.
 * Throws BackupRefused for a backup of a newer version.
 */
export async function planRestore(db: Db, theirs: readonly string[]): Promise<RestorePlan | null> {
  const ours = (await readApplied(db)).map(({ name }) => name)
  if (theirs.join() === ours.join()) return null
  refuseOthers(theirs, ours)
  await refuseMissingRight(db)
  const files = await readAppliedFiles(db).catch((error: unknown) => {
    throw error instanceof MigrationRefused
      ? new BackupRefused(error.message.replace(/\.$/, ''))
      : error
  })
  return { earlier: files.slice(0, theirs.length), later: files.slice(theirs.length) }
}

function refuseOthers(theirs: readonly string[], ours: readonly string[]): void {
  const [last = 'none', own = 'none'] = [theirs.at(-1), ours.at(-1)]
  if (theirs.some((name) => !ours.includes(name)))
    throw new BackupRefused(
      `The backup was created by a newer version of Tenantscope (migration ${last}; this version has ${own}). Install that version, then restore it`,
    )
  if (theirs.length === 0 || theirs.some((name, index) => name !== ours[index]))
    throw new BackupRefused('The list of migrations in the backup is damaged')
}

async function refuseMissingRight(db: Db): Promise<void> {
  const { rows } = await sql<{ mayCreate: boolean }>`
    select has_database_privilege(current_database(), 'create') as may_create`.execute(db)
  if (rows[0]?.mayCreate === true) return
  throw new BackupRefused(
    'The backup was created by an older version of Tenantscope. To restore it, the database role needs the right to create a schema (GRANT CREATE ON DATABASE)',
  )
}

/**
 * Lets `load` fill the tables of the backup's version, applies the later migrations to them, and
 * replaces all rows of the current schema. Returns the result of `load`.
 */
export async function loadEarlierRows<Loaded>(
  transaction: Trx,
  { earlier, later }: RestorePlan,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const searchPath = await readSearchPath(transaction)
  await sql`create schema ${sql.id(SCHEMA)}`.execute(transaction)
  await setSearchPath(transaction, SCHEMA)
  await applyTo(transaction, earlier)
  const loaded = await load()
  await applyTo(transaction, later)
  await setSearchPath(transaction, searchPath)
  await replaceRows(transaction)
  await sql`drop schema ${sql.id(SCHEMA)} cascade`.execute(transaction)
  return loaded
}

async function applyTo(transaction: Trx, migrations: readonly Migration[]): Promise<void> {
  for (const { text } of migrations) await sql.raw(text).execute(transaction)
}

async function readSearchPath(transaction: Trx): Promise<string> {
  const { rows } = await sql<{ path: string }>`
    select current_setting('search_path') as path`.execute(transaction)
  return rows[0]?.path ?? 'public'
}

/** Ends with the transaction at the latest. */
async function setSearchPath(transaction: Trx, searchPath: string): Promise<void> {
  await sql`select set_config('search_path', ${searchPath}, true)`.execute(transaction)
}

async function replaceRows(transaction: Trx): Promise<void> {
  const restoreForeignKeys = await setForeignKeysAside(transaction)
  const tables = await emptyTables(transaction)
  const columns = await readColumns(transaction)
  for (const table of tables) {
    const list = sql.raw(columns.get(table) ?? '')
    await sql`
      insert into ${sql.table(table)} (${list}) overriding system value
      select ${list} from ${sql.table(`${SCHEMA}.${table}`)}`.execute(transaction)
  }
  await sql`
    select setval(
      format('%I.%I', ours.schemaname, ours.sequencename)::regclass,
      greatest(restored.last_value, ours.last_value))
    from pg_sequences as restored join pg_sequences as ours using (sequencename)
    where restored.schemaname = ${SCHEMA} and ours.schemaname = current_schema()
      and restored.last_value is not null`.execute(transaction)
  await restoreForeignKeys()
}

/** Returns the quoted columns of each table of the current schema. */
async function readColumns(transaction: Trx): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_attribute join pg_class c on c.oid = attrelid
    where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by c.relname`.execute(transaction)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}
