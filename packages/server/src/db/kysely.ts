import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'

import type { Database } from './tables.ts'

/**
 * One dialect for both engines. Columns are snake_case in SQL and camelCase in code; keys inside
 * jsonb are unchanged.
 */
export function createKysely(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
