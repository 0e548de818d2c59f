import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

import { sql, type Kysely } from 'kysely'

import type { DatabaseHandle } from './connection.ts'
import type { Database } from './tables.ts'

// Kysely's own Migrator keeps no checksums and runs all that is pending in one transaction, so a
// changed file would go unnoticed; this is what it lacks and nothing more.

/** The database and this version of the code do not belong together; nothing was written. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

type Migration = { name: string; checksum: string; text: string }
type AppliedMigration = Pick<Migration, 'name' | 'checksum'>

export type MigrateOptions = {
  /** Where the `NNNN-name.sql` files are. */
  directory?: URL
}

const ownMigrations = new URL('migrations/', import.meta.url)
const migrationName = /^\d{4}-[a-z0-9-]+\.sql$/
// Any number will do, as long as all processes use the same one.
const lockKey = 7_304_151_216

/** Brings the database to the newest migration, once, however many processes start together; returns what it applied. */
export async function migrateToLatest(
  handle: DatabaseHandle,
  { directory = ownMigrations }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  return handle.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(lockKey)})`.execute(connection)
    try {
      const applied = await readApplied(connection)
      const pending = pendingOf(migrations, applied)
      if (applied.length > 0 && pending.length > 0) await handle.beforeUpgrade(connection)
      for (const migration of pending) await apply(connection, migration)
      return pending.map(({ name }) => name)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lockKey)})`.execute(connection)
    }
  })
}

/** The migrations that this database has, oldest first. */
export async function readApplied(connection: Kysely<Database>): Promise<AppliedMigration[]> {
  const table = await sql<{ isThere: boolean }>`
    select to_regclass('public.schema_migrations') is not null as is_there`.execute(connection)
  if (table.rows[0]?.isThere !== true) return []
  const { rows } = await sql<AppliedMigration>`
    select name, checksum from schema_migrations order by name`.execute(connection)
  return rows
}

/** Whether this database has the newest migration that this version knows. */
export async function hasNewestMigration(connection: Kysely<Database>): Promise<boolean> {
  const known = (await readdir(ownMigrations)).filter((name) => migrationName.test(name))
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (
      select 1 from schema_migrations where name = ${known.toSorted().at(-1)}
    ) as is_there`.execute(connection)
  return rows[0]?.isThere === true
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  const misnamed = names.find((name) => !migrationName.test(name))
  if (misnamed !== undefined) throw new MigrationRefused(`${misnamed} is not named NNNN-name.sql`)
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8')
      return { name, checksum: checksumOf(text), text }
    }),
  )
}

// A checkout on Windows may turn line ends into CRLF; that changes nothing.
function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

function pendingOf(migrations: Migration[], applied: AppliedMigration[]): Migration[] {
  const newest = migrations.at(-1)?.name ?? ''
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations[index]
    if (name > newest) {
      throw new MigrationRefused(
        `The database is newer than this version of Tenantscope: it has the migration ${name}. Start the version that made it, or a later one.`,
      )
    }
    if (known?.name !== name) {
      throw new MigrationRefused(
        `The database's migrations are not those of this version: it has ${name} where ${known?.name ?? 'none'} is expected.`,
      )
    }
    if (known.checksum !== checksum) {
      throw new MigrationRefused(
        `The migration ${name} has changed since it was applied to this database.`,
      )
    }
  }
  return migrations.slice(applied.length)
}

function apply(connection: Kysely<Database>, { name, checksum, text }: Migration): Promise<void> {
  return connection.transaction().execute(async (transaction) => {
    await sql`
      create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`.execute(transaction)
    await sql.raw(text).execute(transaction)
    await sql`
      insert into schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(
      transaction,
    )
  })
}
