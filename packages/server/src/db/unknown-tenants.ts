import { sql } from 'kysely'

import type { Db } from './tables.ts'

/** Returns the ids that no tenant has, and locks the other tenants until the transaction ends. */
export async function findUnknownTenants(db: Db, tenantIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with known as (
      select id from tenants where id = any(${tenantIds}::text[]) order by id for key share
    )
    select id from unnest(${tenantIds}::text[]) as given (id)
    where not exists (select from known where known.id = given.id)`.execute(db)
  return rows.map((row) => row.id)
}
