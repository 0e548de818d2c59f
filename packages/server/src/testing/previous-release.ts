import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { restoreBackup } from '../db/backup.ts'
import { migrateToLatest } from '../db/migrate.ts'
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

/** A folder with the migrations of that release, and whatever a test adds to it. */
export async function previousMigrations(): Promise<{
  directory: URL
  remove: () => Promise<void>
}> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantscope-previous-'))
  const names = (await readdir(migrations)).filter((name) => name <= PREVIOUS.newestMigration)
  for (const name of names) await cp(path.join(migrations, name), path.join(folder, name))
  return {
    directory: pathToFileURL(`${folder}/`),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** A database as that release left it. */
export async function openPreviousDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const { directory, remove } = await previousMigrations()
  await database.handle.executeSql(`
    drop schema if exists test_seed cascade;
    drop schema if exists pgboss cascade;
    drop schema public cascade;
    create schema public`)
  await migrateToLatest(database.handle, { directory })
  await database.handle.db
    .connection()
    .execute((connection) => restoreBackup(connection, PREVIOUS.rows))
  await remove()
  return database
}
