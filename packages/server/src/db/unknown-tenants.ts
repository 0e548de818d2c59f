import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from './tables.ts'

/** Those of the ids that no tenant has. */
export async function findUnknownTenants(
  db: Kysely<Database>,
  tenantIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${tenantIds}::text[]) as given (id)
    where not exists (select from tenants where tenants.id = given.id)`.execute(db)
  return rows.map((row) => row.id)
}
