import { sql } from 'kysely'

import type { TestDatabase } from './database-harness.ts'

/** Returns a digest of the rows of each table. */
export async function contentsOf({ handle }: TestDatabase): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
    handle.db,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(each::text, '' order by each::text), '')) as digest
        from ${sql.table(name)} as each`.execute(handle.db)
    contents[name] = rows[0]?.digest ?? ''
  }
  return contents
}
