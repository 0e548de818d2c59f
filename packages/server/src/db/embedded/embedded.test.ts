import { fsyncSync } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'

import {
  copyTemplate,
  makeDataDir,
  quietLogger,
  removeDataDir,
  type DatabaseCopy,
} from '../../testing/database-template.ts'
import { openDatabase } from '../connection.ts'
import type { DatabaseHandle } from '../handle.ts'
import { createDurableFs, durableStartParams } from './durable-fs.ts'

const template = inject('databaseTemplate')

describe.runIf(template.engine === 'pglite')('the embedded database', () => {
  let copy: DatabaseCopy
  beforeEach(async () => {
    copy = await copyTemplate(template)
  })
  afterEach(() => copy.remove())

  const openCopy = (onFatal?: (error: Error) => void): Promise<DatabaseHandle> =>
    openDatabase({
      databaseUrl: null,
      dataDir: copy.dataDir,
      logger: quietLogger,
      ...(onFatal === undefined ? {} : { onFatal }),
    })

  test('a commit reaches the disk before it is acknowledged, a read needs no disk', async () => {
    let syncs = 0
    const pglite = await PGlite.create({
      fs: createDurableFs(path.join(copy.dataDir, 'database'), {
        fsync(fileDescriptor) {
          syncs += 1
          fsyncSync(fileDescriptor)
        },
        onFailure(error) {
          throw error
        },
      }),
      startParams: durableStartParams(PGlite.defaultStartParams),
    })
    const syncsOf = async (statement: string): Promise<number> => {
      const before = syncs
      await pglite.exec(statement)
      return syncs - before
    }
    expect(await syncsOf('create table apples (id int)')).toBeGreaterThan(0)
    expect(await syncsOf('insert into apples values (1)')).toBe(1)
    expect(await syncsOf('begin; insert into apples values (2); commit')).toBe(1)
    expect(await syncsOf('select * from apples')).toBe(0)
    // The data files themselves, the WAL and pg_control.
    expect(await syncsOf('checkpoint')).toBeGreaterThan(5)
    await pglite.close()
  })

  test('the product opens it with every durability setting on', async () => {
    const handle = await openCopy()
    const { rows } = await handle.executeSql(`
      select name, setting from pg_settings where name in
        ('fsync', 'wal_sync_method', 'synchronous_commit', 'full_page_writes') order by name`)
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'fsync'])
    await handle.close()
  })

  test('when the engine stops, open and later work is refused and the process is notified', async () => {
    const errors: Error[] = []
    const handle = await openCopy((error) => errors.push(error))
    await handle.executeSql('create table apples (id int)')
    const wal = path.join(copy.dataDir, 'database', 'pg_wal')
    await rename(wal, `${wal}.gone`)
    const working = [
      handle.executeSql(
        'insert into apples values (1); select pg_switch_wal(); insert into apples values (2)',
      ),
      handle.executeSql('select 1'),
      handle.db.transaction().execute((transaction) => sql`select 1`.execute(transaction)),
    ]
    const results = await Promise.allSettled(working)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(handle.executeSql('select 1')).rejects.toThrow(
      /The embedded database has stopped: .*PANIC.*pg_wal/,
    )
    expect(errors.map(({ name }) => name)).toEqual(['EmbeddedDatabaseStopped'])
    await handle.close()
  })

  test('a database that cannot be opened is refused and the directory is free again', async () => {
    const control = path.join(copy.dataDir, 'database', 'global', 'pg_control')
    await rename(control, `${control}.away`)
    await expect(openCopy()).rejects.toThrow(/The embedded database has stopped: .*pg_control/)
    await rename(`${control}.away`, control)
    const handle = await openCopy()
    expect((await handle.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }])
    await handle.close()
  })

  test('a first start that was interrupted starts again from the beginning', async () => {
    const dataDir = await makeDataDir()
    await mkdir(path.join(dataDir, 'database.new'))
    await writeFile(path.join(dataDir, 'database.new', 'PG_VERSION'), '18')
    const handle = await openDatabase({ databaseUrl: null, dataDir, logger: quietLogger })
    expect((await handle.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(await readdir(dataDir)).not.toContain('database.new')
    await handle.close()
    await removeDataDir(dataDir)
  })
})
