import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from './database-harness.ts'
import { createDatabase, dropDatabase } from './database-server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('truncate brings back what the migrations left, identities included', async () => {
  const { db } = database.handle
  const addUser = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ id: number }>`
      insert into users (username, password) values ('someone', '-') returning id`.execute(db)
    return rows[0]?.id
  }
  const first = await addUser()
  await sql`update settings set timezone = 'Europe/Zurich'`.execute(db)
  await database.truncate()
  const { rows } = await sql`
    select (select count(*) from users) as users, timezone from settings`.execute(db)
  expect(rows).toEqual([{ users: 0, timezone: 'America/Los_Angeles' }])
  expect(await addUser()).toBe(first)
  await database.truncate()
})

test('two test databases share nothing', async () => {
  const other = await createTestDatabase()
  await sql`insert into users (username, password) values ('someone', '-')`.execute(other.handle.db)
  const { rows } = await sql`select 1 from users`.execute(database.handle.db)
  expect(rows).toEqual([])
  await other.close()
})

test.each(['postgres', 'tenantscope', 'tenantscope_test_', 'tenantscope_test_0123456789abcdeg'])(
  'the database %s is never created or dropped',
  async (name) => {
    const refusal = 'only databases of their own'
    await expect(createDatabase('postgres://127.0.0.1:1', { name })).rejects.toThrow(refusal)
    await expect(dropDatabase('postgres://127.0.0.1:1', name)).rejects.toThrow(refusal)
  },
)
