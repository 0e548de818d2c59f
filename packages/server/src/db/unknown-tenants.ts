import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from './tables.ts'

/** Those of the ids that no tenant has; nobody erases the others before the transaction ends. */
export async function findUnknownTenants(
  db: Kysely<Database>,
  tenantIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with known as (
      select id from tenants where id = any(${tenantIds}::text[]) order by id for key share
    )
    select id from unnest(${tenantIds}::text[]) as given (id)
    where not exists (select from known where known.id = given.id)`.execute(db)
  return rows.map((row) => row.id)
}
