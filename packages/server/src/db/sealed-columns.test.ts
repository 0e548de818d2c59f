import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '../testing/database-harness.ts'
import type { TestDatabase } from '../testing/database-harness.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('every column with sealed values is in the table of sealed columns, so that a restore reseals it', async () => {
  const { rows } = await database.handle.executeSql(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (column_name like 'sealed\\_%' or column_name = 'totp_secret')`)
  const named = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  expect(named.toSorted()).toEqual(rows.map(({ name }) => String(name)).toSorted())
})
