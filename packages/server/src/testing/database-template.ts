import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { pino } from 'pino'

import { openDatabase } from '../db/connection.ts'
import type { DatabaseHandle } from '../db/handle.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { createDatabase, dropDatabase, findServer, newDatabaseName } from './database-server.ts'

/** A migrated database that every test file gets its own copy of. */
export type DatabaseTemplate =
  | { engine: 'pglite'; dataDir: string }
  | { engine: 'postgres'; serverUrl: string; name: string }

export const quietLogger = pino({ level: 'silent' })

export async function buildTemplate(engine: DatabaseTemplate['engine']): Promise<DatabaseTemplate> {
  if (engine === 'pglite') {
    const dataDir = await makeDataDir()
    await prepare(await openDatabase({ databaseUrl: null, dataDir, logger: quietLogger }))
    return { engine, dataDir }
  }
  const serverUrl = await findServer()
  const name = newDatabaseName()
  const databaseUrl = await createDatabase(serverUrl, { name })
  await prepare(await openDatabase({ databaseUrl, dataDir: '', logger: quietLogger }))
  return { engine, serverUrl, name }
}

export async function dropTemplate(template: DatabaseTemplate): Promise<void> {
  if (template.engine === 'pglite') return removeDataDir(template.dataDir)
  await dropDatabase(template.serverUrl, template.name)
}

export type DatabaseCopy = {
  databaseUrl: string | null
  dataDir: string
  remove(): Promise<void>
}

export async function copyTemplate(template: DatabaseTemplate): Promise<DatabaseCopy> {
  const dataDir = await makeDataDir()
  if (template.engine === 'pglite') {
    await cp(template.dataDir, dataDir, { recursive: true })
    return { databaseUrl: null, dataDir, remove: () => removeDataDir(dataDir) }
  }
  const { serverUrl } = template
  const name = newDatabaseName()
  const databaseUrl = await createDatabase(serverUrl, { name, template: template.name })
  return {
    databaseUrl,
    dataDir,
    async remove() {
      await dropDatabase(serverUrl, name)
      await removeDataDir(dataDir)
    },
  }
}

/** An empty directory of its own for a test. */
export function makeDataDir(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'tenantscope-test-'))
}

export function removeDataDir(dataDir: string): Promise<void> {
  return rm(dataDir, { recursive: true, force: true })
}

/** Tests sign in with a password alone unless they are about the second factor (docs/TESTING.md). */
export const PASSWORD_ONLY = 'update settings set second_factor_required = false'

// Rows that the migrations themselves put in are kept aside, so that emptying the tables between
// tests can bring them back.
async function prepare(handle: DatabaseHandle): Promise<void> {
  await migrateToLatest(handle)
  await handle.executeSql(PASSWORD_ONLY)
  await handle.executeSql('create schema test_seed')
  for (const table of await tablesOf(handle)) {
    const { rows } = await handle.executeSql(`select 1 from ${table} limit 1`)
    if (rows.length > 0)
      await handle.executeSql(`create table test_seed.${table} as table ${table}`)
  }
  await handle.close()
}

async function tablesOf(handle: DatabaseHandle): Promise<string[]> {
  const { rows } = await handle.executeSql(`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations'`)
  return rows.map(({ name }) => String(name))
}
