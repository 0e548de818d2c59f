import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from './tables.ts'

/** Returns the name of the partner's own directory; null before it is known. */
export async function nameOfOwnDirectory(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('tenants')
    .select('displayName')
    .where('isPartnerTenant', '=', true)
    .executeTakeFirst()
  return row?.displayName ?? null
}

/**
 * The tenant's name on screens: the alias, else the directory's name; `tenants` is the table's
 * alias in the query.
 */
export function shownName(tenants: string): RawBuilder<string> {
  return sql<string>`coalesce(
    (select alias from tenant_settings where tenant_id = ${sql.ref(`${tenants}.id`)}),
    ${sql.ref(`${tenants}.displayName`)})`
}
