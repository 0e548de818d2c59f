import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/database-harness.ts'
import { quietLogger } from '../testing/database-template.ts'
import { openDatabase } from './connection.ts'
import { migrateToLatest, MigrationRefused, readApplied } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tenantscope-migrations-'))
  await database.handle.executeSql(
    'drop table if exists schema_migrations; drop table if exists pears; drop table if exists apples',
  )
})
afterEach(() => rm(folder, { recursive: true }))

const directory = (): URL => pathToFileURL(`${folder}/`)
const write = (name: string, text: string): Promise<void> =>
  writeFile(path.join(folder, name), text)
const exists = async (table: string): Promise<boolean> => {
  const { rows } = await database.handle.executeSql('select to_regclass($1) as name', [table])
  return rows[0]?.['name'] !== null
}

test('the migrations of the product are applied to every test database', async () => {
  const { rows } = await sql`select id from settings`.execute(database.handle.db)
  expect(rows).toEqual([{ id: 1 }])
})

test('pending files are applied in order and once', async () => {
  await write('0001-apples.sql', 'create table apples (id int); insert into apples values (1)')
  await write('0002-more.sql', 'insert into apples values (2)')
  expect(await migrateToLatest(database.handle, { directory: directory() })).toEqual([
    '0001-apples.sql',
    '0002-more.sql',
  ])
  expect(await migrateToLatest(database.handle, { directory: directory() })).toEqual([])
  const { rows } = await database.handle.executeSql('select id from apples order by id')
  expect(rows.map(({ id }) => id)).toEqual([1, 2])
})

test('a file that fails leaves nothing of itself and keeps those before it', async () => {
  await write('0001-apples.sql', 'create table apples (id int)')
  await write('0002-pears.sql', 'create table pears (id int); select 1 / 0')
  await expect(migrateToLatest(database.handle, { directory: directory() })).rejects.toThrow(
    'division by zero',
  )
  expect(await exists('apples')).toBe(true)
  expect(await exists('pears')).toBe(false)
  expect(await readApplied(database.handle.db)).toHaveLength(1)
})

test('a file that ran but could not be recorded leaves nothing of itself', async () => {
  await write('0001-apples.sql', 'create table apples (id int)')
  const recordedBefore = "insert into schema_migrations values ('0002-pears.sql', 'other')"
  await write('0002-pears.sql', `create table pears (id int); ${recordedBefore}`)
  await expect(migrateToLatest(database.handle, { directory: directory() })).rejects.toThrow(
    'duplicate key',
  )
  expect(await exists('pears')).toBe(false)
  expect(await readApplied(database.handle.db)).toHaveLength(1)
})

test('two processes that start together apply each migration once', async () => {
  await write('0001-apples.sql', 'create table apples (id int); select pg_sleep(0.2)')
  const second =
    database.databaseUrl === null
      ? database.handle
      : await openDatabase({ ...database, logger: quietLogger })
  const applied = await Promise.all([
    migrateToLatest(database.handle, { directory: directory() }),
    migrateToLatest(second, { directory: directory() }),
  ])
  expect(applied.flat()).toEqual(['0001-apples.sql'])
  if (second !== database.handle) await second.close()
})

test('a migration that changed after it was applied is refused', async () => {
  await write('0001-apples.sql', 'create table apples (id int)')
  await migrateToLatest(database.handle, { directory: directory() })
  await write('0001-apples.sql', 'create table apples (id bigint)')
  await expect(migrateToLatest(database.handle, { directory: directory() })).rejects.toThrow(
    'has changed since',
  )
})

test('a changed comment is no change', async () => {
  await write('0001-apples.sql', "create table apples (id int); -- Fruit's table.\nselect 'a';")
  await migrateToLatest(database.handle, { directory: directory() })
  await write('0001-apples.sql', "-- Apples.\ncreate table\n  apples (id int);\nselect 'a';\n")
  expect(await migrateToLatest(database.handle, { directory: directory() })).toEqual([])
})

test('line ends of another system are no change', async () => {
  await write('0001-apples.sql', 'create table apples\n(id int)')
  await migrateToLatest(database.handle, { directory: directory() })
  await write('0001-apples.sql', 'create table apples\r\n(id int)')
  expect(await migrateToLatest(database.handle, { directory: directory() })).toEqual([])
})

test('a database that is newer than the code is refused and nothing is written', async () => {
  await write('0001-apples.sql', 'create table apples (id int)')
  await write('0002-pears.sql', 'create table pears (id int)')
  await migrateToLatest(database.handle, { directory: directory() })
  await rm(path.join(folder, '0002-pears.sql'))
  const before = await readApplied(database.handle.db)
  await expect(migrateToLatest(database.handle, { directory: directory() })).rejects.toThrow(
    'newer than this version',
  )
  expect(await readApplied(database.handle.db)).toEqual(before)
})

test('a recorded migration that is missing from the code is refused', async () => {
  await write('0001-apples.sql', 'create table apples (id int)')
  await write('0003-last.sql', 'select 1')
  await migrateToLatest(database.handle, { directory: directory() })
  await rm(path.join(folder, '0001-apples.sql'))
  await write('0002-pears.sql', 'create table pears (id int)')
  await expect(migrateToLatest(database.handle, { directory: directory() })).rejects.toThrow(
    MigrationRefused,
  )
  expect(await exists('pears')).toBe(false)
})

test('a file that is not named NNNN-name.sql is refused', async () => {
  await write('1-apples.sql', 'create table apples (id int)')
  await expect(migrateToLatest(database.handle, { directory: directory() })).rejects.toThrow(
    'not named NNNN-name.sql',
  )
})

test('before an upgrade the handle is asked to back up, before a first migration it is not', async () => {
  const calls: number[] = []
  const handle = {
    ...database.handle,
    beforeUpgrade: async (connection: typeof database.handle.db) => {
      calls.push((await readApplied(connection)).length)
    },
  }
  await write('0001-apples.sql', 'create table apples (id int)')
  await migrateToLatest(handle, { directory: directory() })
  await migrateToLatest(handle, { directory: directory() })
  expect(calls).toEqual([])
  await write('0002-more.sql', 'select 1')
  await migrateToLatest(handle, { directory: directory() })
  expect(calls).toEqual([1])
})

test('when the backup fails, nothing is migrated', async () => {
  const handle = {
    ...database.handle,
    beforeUpgrade: () => Promise.reject(new Error('The disk is full')),
  }
  await write('0001-apples.sql', 'create table apples (id int)')
  await migrateToLatest(handle, { directory: directory() })
  await write('0002-pears.sql', 'create table pears (id int)')
  await expect(migrateToLatest(handle, { directory: directory() })).rejects.toThrow('full')
  expect(await exists('pears')).toBe(false)
})
