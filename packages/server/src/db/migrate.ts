import { readdir, readFile } from 'node:fs/promises'

import { sql } from 'kysely'

import { StartRefused } from '../lib/start-refused.ts'
import type { DatabaseHandle } from './handle.ts'
import { checksumOf } from './migration-checksum.ts'
import { RELEASED_MIGRATIONS } from './released-migrations.ts'
import type { Db } from './tables.ts'

// Kysely's own Migrator keeps no checksums and runs all pending migrations in one transaction, so a
// changed file would go unnoticed. This file adds only that.

/** The database does not match this version of the code; nothing was written. */
export class MigrationRefused extends StartRefused {
  override readonly name = 'MigrationRefused'
}

export type Migration = { name: string; checksum: string; text: string }
type AppliedMigration = Pick<Migration, 'name' | 'checksum'>

const ownMigrations = new URL('migrations/', import.meta.url)
const migrationName = /^\d{4}-[a-z0-9-]+\.sql$/
// An arbitrary number that all processes share.
const lockKey = 7_304_151_216

/** Applies pending migrations, once for all processes that start together; returns their names. */
export async function migrateToLatest(
  handle: DatabaseHandle,
  {
    directory = ownMigrations,
  }: {
    /** The directory of the `NNNN-name.sql` files. */
    directory?: URL
  } = {},
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
export async function readApplied(connection: Db): Promise<AppliedMigration[]> {
  const table = await sql<{ isThere: boolean }>`
    select to_regclass('public.schema_migrations') is not null as is_there`.execute(connection)
  if (table.rows[0]?.isThere !== true) return []
  const { rows } = await sql<AppliedMigration>`
    select name, checksum from schema_migrations order by name`.execute(connection)
  return rows
}

/**
 * Returns the files of the migrations that this database has, oldest first. Throws MigrationRefused
 * when this version does not have the same ones.
 */
export async function readAppliedFiles(connection: Db): Promise<Migration[]> {
  const migrations = await readMigrations(ownMigrations)
  const applied = await readApplied(connection)
  pendingOf(migrations, applied)
  return migrations.slice(0, applied.length)
}

/** True when this database has the newest migration of this version. */
export async function hasNewestMigration(connection: Db): Promise<boolean> {
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

function pendingOf(migrations: Migration[], applied: AppliedMigration[]): Migration[] {
  const newest = migrations.at(-1)?.name ?? ''
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations[index]
    if (name > newest) {
      throw new MigrationRefused(
        `The database is newer than this version of Tenantscope: it has the migration ${name}. Start the version that applied it, or a later one.`,
      )
    }
    if (known?.name !== name) {
      throw new MigrationRefused(
        `The database's migrations are not those of this version: it has ${name} where ${known?.name ?? 'none'} is expected.`,
      )
    }
    if (!isUnchanged(known, checksum)) {
      throw new MigrationRefused(
        `The migration ${name} has changed since it was applied to this database.`,
      )
    }
  }
  return migrations.slice(applied.length)
}

// A released checksum stays as it is in the database, so that the release still accepts it when no
// later migration was applied.
function isUnchanged({ name, checksum }: Migration, stored: string): boolean {
  const released = RELEASED_MIGRATIONS[name]
  return stored === checksum || (stored === released?.file && checksum === released.statements)
}

function apply(connection: Db, { name, checksum, text }: Migration): Promise<void> {
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
