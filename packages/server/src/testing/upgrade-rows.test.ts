import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { migrateToLatest } from '../db/migrate.ts'
import type { TestDatabase } from './database-harness.ts'
import { openPreviousDatabase } from './previous-release.ts'

/** Columns whose values a migration after the previous release changes on purpose. */
const CHANGED_ON_PURPOSE: readonly string[] = [
  // 0009: verdicts by earlier rules are not known until the next refresh.
  'generations.mfa',
  // 0029: prices of licenses have a table of their own.
  'license_visibility.monthly_price_cents',
]

interface Column {
  readonly table: string
  readonly column: string
}

test('a migration keeps every row and every column that the previous release stored', async () => {
  const database = await openPreviousDatabase()
  try {
    const columns = await columnsOf(database)
    const before = await digestsOf(database, columns)
    await migrateToLatest(database.handle)
    expect(await digestsOf(database, columns)).toEqual(before)
  } finally {
    await database.close()
  }
})

/** The columns of each table with rows. */
async function columnsOf({ handle }: TestDatabase): Promise<Map<string, string[]>> {
  const { rows } = await sql<Column>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'
    order by table_name, column_name`.execute(handle.db)
  const kept = rows.filter(
    ({ table, column }) => !CHANGED_ON_PURPOSE.includes(`${table}.${column}`),
  )
  return new Map(
    [...Map.groupBy(kept, ({ table }) => table)].map(([table, of]) => [
      table,
      of.map(({ column }) => column),
    ]),
  )
}

/** By table, the number of rows and a digest of these columns. */
async function digestsOf({ handle }: TestDatabase, columns: ReadonlyMap<string, string[]>) {
  const digests: Record<string, string> = {}
  for (const [table, names] of columns) {
    const row = sql`row(${sql.join(names.map((name) => sql.raw(`"${name}"`)))})::text`
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(${row}, '' order by ${row}), '')) as digest
      from ${sql.raw(`"${table}"`)}`.execute(handle.db)
    digests[table] = rows[0]?.digest ?? ''
  }
  return digests
}
