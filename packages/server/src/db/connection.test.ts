import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/database-harness.ts'
import { openDatabase } from './connection.ts'
import { DatabaseUnavailable } from './errors.ts'

const logger = pino({ level: 'silent' })
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.handle.executeSql(
    'create table fruits (id int primary key, name text, info jsonb, tags text[])',
  )
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const count = async (): Promise<unknown> => {
  const { rows } = await database.handle.executeSql('select count(*) as count from fruits')
  return rows[0]?.['count']
}

test('values have the same JavaScript types on both engines', async () => {
  const { rows } = await sql`
    select 9007199254740991::int8 as big, array[1::int8, null] as big_list, 1.50::numeric as exact,
      0.5::float8 as approximate, true as flag, '2026-03-29'::date as day,
      '2026-03-29T01:30:00.125+02:00'::timestamptz as moment, 'infinity'::timestamptz as never,
      '{"some_key": [1, null]}'::jsonb as info, array['a', null, 'c d'] as tags,
      '90 minutes'::interval as duration, null as nothing
  `.execute(database.handle.db)
  expect(rows[0]).toEqual({
    big: 9007199254740991,
    bigList: [1, null],
    exact: '1.50',
    approximate: 0.5,
    flag: true,
    day: '2026-03-29',
    moment: new Date('2026-03-28T23:30:00.125Z'),
    never: Infinity,
    info: { some_key: [1, null] },
    tags: ['a', null, 'c d'],
    duration: '01:30:00',
    nothing: null,
  })
})

test('an integer that no JavaScript number holds is refused instead of rounded', async () => {
  await expect(database.handle.executeSql('select 9007199254740993::int8')).rejects.toThrow(
    '9007199254740993',
  )
  expect(await count()).toBe(0)
})

test('what is written comes back: dates, arrays, JSON as a string, bytes', async () => {
  const moment = new Date('2026-11-20T10:00:00.001Z')
  const info = { list: [1, { a: 'x' }], none: null }
  const { rows } = await database.handle.executeSql(
    'select $1::timestamptz as moment, $2::text[] as tags, $3::jsonb as info, $4::bytea as bytes, $5::int8 as n',
    [moment, ['a"b', 'c,d', null], JSON.stringify(info), Buffer.from('å'), 12],
  )
  expect(rows[0]).toMatchObject({ moment, tags: ['a"b', 'c,d', null], info, n: 12 })
  const bytes = rows[0]?.['bytes']
  expect(bytes instanceof Uint8Array && Buffer.from(bytes).toString()).toBe('å')
})

test('a failed statement reports its SQL state and the violated constraint', async () => {
  await database.handle.executeSql('insert into fruits (id) values (1)')
  const error: unknown = await database.handle
    .executeSql('insert into fruits (id) values ($1)', [1])
    .catch((refused: unknown) => refused)
  expect(error).toMatchObject({ code: '23505', constraint: 'fruits_pkey', table: 'fruits' })
})

test('a value that cannot be sent is refused and the connection goes on', async () => {
  const values = [() => 1]
  await database.handle.executeSql('select $1::int', values).catch(() => undefined)
  expect(await count()).toBe(0)
})

test('several statements in one text run together and give all their rows', async () => {
  const { rows } = await database.handle.executeSql(
    `begin; insert into fruits (id) values (1), (2) returning id; commit; select 7 as id`,
  )
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 7])
})

test('a text whose own transaction fails leaves no transaction behind', async () => {
  const failing = 'begin; insert into fruits (id) values (1); select 1 / 0; commit'
  await expect(database.handle.executeSql(failing)).rejects.toThrow('division by zero')
  await Promise.all(
    Array.from({ length: 12 }, () => database.handle.executeSql('select count(*) from fruits')),
  )
  expect(await count()).toBe(0)
})

test('an error in a transaction undoes all of it', async () => {
  const failing = database.handle.db.transaction().execute(async (transaction) => {
    await sql`insert into fruits (id) values (1)`.execute(transaction)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await count()).toBe(0)
})

test('a transaction whose statement failed cannot be committed', async () => {
  const swallowing = database.handle.db.transaction().execute(async (transaction) => {
    await sql`insert into fruits (id) values (1)`.execute(transaction)
    await sql`select 1 / 0`.execute(transaction).catch(() => undefined)
  })
  await expect(swallowing).rejects.toThrow(/rolled back|abort/i)
  expect(await count()).toBe(0)
})

test('statements of others never enter an open transaction', async () => {
  const opened = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const failing = database.handle.db.transaction().execute(async (transaction) => {
    await sql`insert into fruits (id) values (1)`.execute(transaction)
    opened.resolve()
    await mayEnd.promise
    throw new Error('undo')
  })
  await opened.promise
  const others = [
    database.handle.executeSql('insert into fruits (id) values (2)'),
    sql`insert into fruits (id) values (3)`.execute(database.handle.db),
    database.handle.db
      .transaction()
      .execute((transaction) => sql`insert into fruits (id) values (4)`.execute(transaction)),
  ]
  mayEnd.resolve()
  await expect(failing).rejects.toThrow('undo')
  await Promise.all(others)
  expect(await count()).toBe(3)
})

test('forty transactions at once that read and then write lose no update', async () => {
  await database.handle.executeSql(`insert into fruits (id, info) values (1, '0')`)
  const addOne = (): Promise<void> =>
    database.handle.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ info: number }>`
        select info from fruits where id = 1 for update`.execute(transaction)
      await sql`update fruits set info = ${String((rows[0]?.info ?? 0) + 1)}::jsonb
        where id = 1`.execute(transaction)
    })
  await Promise.all(Array.from({ length: 40 }, addOne))
  const { rows } = await database.handle.executeSql('select info from fruits')
  expect(rows).toEqual([{ info: 40 }])
})

test('a listener hears what is sent on its channel until it is closed', async () => {
  const heard: string[] = []
  let connections = 0
  const subscription = await database.handle.listen({
    channel: 'Fruit "news"',
    onPayload: (payload) => heard.push(payload),
    onConnected: () => (connections += 1),
  })
  const send = (payload: string): Promise<unknown> =>
    database.handle.executeSql('select pg_notify($1, $2)', ['Fruit "news"', payload])
  await send('first')
  await database.handle.executeSql(`select pg_notify('other', 'x')`)
  await expect.poll(() => heard).toEqual(['first'])
  await subscription.close()
  await send('second')
  await database.handle.executeSql('select 1')
  expect(heard).toEqual(['first'])
  expect(connections).toBe(1)
})

test('a listener hears nothing of a transaction that is undone', async () => {
  const heard: string[] = []
  const subscription = await database.handle.listen({
    channel: 'fruit',
    onPayload: (payload) => heard.push(payload),
    onConnected: () => undefined,
  })
  await database.handle.db
    .transaction()
    .execute(async (transaction) => {
      await sql`select pg_notify('fruit', 'undone')`.execute(transaction)
      throw new Error('undo')
    })
    .catch(() => undefined)
  await database.handle.executeSql(`select pg_notify('fruit', 'done')`)
  await expect.poll(() => heard).toEqual(['done'])
  await subscription.close()
})

test('after closing, every statement is refused', async () => {
  const other = await createTestDatabase()
  await other.handle.close()
  await expect(other.handle.executeSql('select 1')).rejects.toThrow(/clos|end/)
  await expect(sql`select 1`.execute(other.handle.db)).rejects.toThrow(/clos|end|destroy/)
  await other.close()
})

test('a server that is not there is named without its password', async () => {
  const opening = openDatabase({
    databaseUrl: 'postgres://someone:s3cret@127.0.0.1:1/shop',
    dataDir: '',
    logger,
  })
  await expect(opening).rejects.toThrow(DatabaseUnavailable)
  await expect(opening).rejects.toThrow('127.0.0.1:1/shop')
  await expect(opening).rejects.not.toThrow('s3cret')
})

test('a DATABASE_URL that is no address is refused without repeating it', async () => {
  const opening = openDatabase({ databaseUrl: 'pass:word@nowhere', dataDir: '', logger })
  await expect(opening).rejects.toThrow(DatabaseUnavailable)
  await expect(opening).rejects.not.toThrow('pass:word')
})
