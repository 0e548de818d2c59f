import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../testing/database-harness.ts'
import { makeDataDir, removeDataDir } from '../../testing/database-template.ts'
import { createBackupFolder } from '../backup-folder.ts'
import type { SqlRows } from '../handle.ts'
import { migrateToLatest } from '../migrate.ts'
import { runUpkeepPass } from './upkeep.ts'

const isEmbedded = inject('databaseTemplate').engine === 'pglite'

describe.runIf(isEmbedded)('upkeep of the embedded database', () => {
  let database: TestDatabase
  let dataDir: string
  const backUpFrom = new Date('2026-11-20T10:00:00.000Z')
  const beforeBackups = new Date('2026-11-20T09:59:59.000Z')
  let now = beforeBackups
  const clock = { now: () => now }

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    dataDir = await makeDataDir()
    now = beforeBackups
  })
  afterEach(() => removeDataDir(dataDir))
  afterAll(() => database.close())

  const executeSql = (text: string): Promise<SqlRows> => database.handle.executeSql(text)
  const pass = (): Promise<void> =>
    runUpkeepPass({ ...database.handle, backups: createBackupFolder(dataDir), clock, backUpFrom })
  const backupNames = (): Promise<string[]> => readdir(path.join(dataDir, 'backups'))
  const passDays = async (count: number): Promise<void> => {
    for (let day = 0; day < count; day += 1) {
      now = new Date(now.getTime() + 24 * 60 * 60 * 1000)
      await pass()
    }
  }

  test('the first backup comes when it may, the next one only a day later, and seven are kept', async () => {
    await pass()
    expect(await readdir(dataDir)).toEqual([])
    now = backUpFrom
    await pass()
    expect(await backupNames()).toEqual(['2026-11-20T10-00-00-000Z-scheduled.ndjson.gz'])
    now = new Date('2026-11-21T09:59:59.000Z')
    await pass()
    expect(await backupNames()).toHaveLength(1)
    now = new Date('2026-11-21T10:00:00.000Z')
    await passDays(8)
    const names = await backupNames()
    expect(names).toHaveLength(7)
    expect(names).not.toContain('2026-11-20T10-00-00-000Z-scheduled.ndjson.gz')
  })

  test('backups are for their owner alone and whole', async () => {
    now = backUpFrom
    await pass()
    const [name = ''] = await backupNames()
    const file = path.join(dataDir, 'backups', name)
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const lines = gunzipSync(await readFile(file))
      .toString('utf8')
      .trimEnd()
      .split('\n')
    expect(lines.at(0)).toContain('tenantscope-backup')
    expect(lines.at(-1)).toContain('"end"')
  })

  test('the WAL is cut back after much writing', async () => {
    const walBytes = async (): Promise<number> => {
      const { rows } = await executeSql(`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes
        from pg_control_checkpoint()`)
      return Number(rows[0]?.['bytes'])
    }
    await executeSql(`
      create table filler as select g as id, repeat('x', 200) as text from generate_series(1, 100000) g`)
    expect(await walBytes()).toBeGreaterThan(16 * 1024 * 1024)
    await pass()
    expect(await walBytes()).toBeLessThan(16 * 1024 * 1024)
    await executeSql('drop table filler')
  })

  test('a table with many dead rows is vacuumed', async () => {
    await executeSql(
      'create table churn (id int); insert into churn select generate_series(1, 5000)',
    )
    await executeSql('delete from churn')
    await executeSql('select pg_stat_force_next_flush()')
    const sizeBefore = await executeSql(`select pg_relation_size('churn') as bytes`)
    expect(Number(sizeBefore.rows[0]?.['bytes'])).toBeGreaterThan(0)
    for (let round = 0; round < 6; round += 1) await pass()
    const sizeAfter = await executeSql(`select pg_relation_size('churn') as bytes`)
    expect(sizeAfter.rows).toEqual([{ bytes: 0 }])
  })

  test('before an upgrade the data are backed up in the data directory', async () => {
    const folder = await makeDataDir()
    const migrations = new URL('../migrations/', import.meta.url)
    for (const name of await readdir(migrations)) {
      await writeFile(path.join(folder, name), await readFile(new URL(name, migrations)))
    }
    await writeFile(path.join(folder, '9999-last.sql'), 'select 1')
    await migrateToLatest(database.handle, { directory: pathToFileURL(`${folder}/`) })
    const names = await readdir(path.join(database.dataDir, 'backups'))
    expect(names.filter((name) => name.endsWith('before-upgrade.ndjson.gz'))).toHaveLength(1)
    await removeDataDir(folder)
  })
})
