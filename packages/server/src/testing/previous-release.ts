import { createReadStream } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { migrateToLatest } from '../db/migrate.ts'
import { restoreBackup } from '../db/restore-backup.ts'
import { createTestDatabase } from './database-harness.ts'
import type { TestDatabase } from './database-harness.ts'

/**
 * What the release before this one left in its database after a day's work, everything that it had
 * read of Microsoft included. Written by that release's own code.
 */
export const PREVIOUS = {
  rows: fileURLToPath(new URL('releases/0006-reports.ndjson.gz', import.meta.url)),
  newestMigration: '0006-reports.sql',
  secretKey: 'DjxAXspYbM7NN9ygmpqiJUt2X6Ewg75OQvNXr0Jh7j8=',
  administrator: { username: 'admin', password: 'Demo-Admin-2026!' },
  shareToken: 'BsJOxcZSoLS9q6FXt66n9BqaNYWK4h1HCSeVBMdJSR0',
  tenants: 7,
} as const

const migrations = fileURLToPath(new URL('../db/migrations/', import.meta.url))

/** The names of this version's migrations, oldest first. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()

/** A folder with the migrations of that release, and whatever a test adds to it. */
export async function previousMigrations(newest: string = PREVIOUS.newestMigration): Promise<{
  directory: URL
  remove: () => Promise<void>
}> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantscope-previous-'))
  const names = (await migrationNames()).filter((name) => name <= newest)
  for (const name of names) await cp(path.join(migrations, name), path.join(folder, name))
  return {
    directory: pathToFileURL(`${folder}/`),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** A database as a release with that newest migration sets it up, without any rows but its own. */
export async function openDatabaseAt(newestMigration: string): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await resetTo(database, newestMigration)
  return database
}

/** Sets the database up as a release with that newest migration did. */
export async function resetTo(database: TestDatabase, newestMigration: string): Promise<void> {
  const { directory, remove } = await previousMigrations(newestMigration)
  await database.handle.executeSql(`
    drop schema if exists test_seed cascade;
    drop schema if exists pgboss cascade;
    drop schema public cascade;
    create schema public`)
  await migrateToLatest(database.handle, { directory })
  await remove()
}

/** A database as that release left it. */
export async function openPreviousDatabase(): Promise<TestDatabase> {
  const database = await openDatabaseAt(PREVIOUS.newestMigration)
  await database.handle.db
    .transaction()
    .execute((transaction) => restoreBackup(transaction, createReadStream(PREVIOUS.rows)))
  return database
}
