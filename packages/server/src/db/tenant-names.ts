import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** What screens call a tenant: staff's alias, else the directory's own name; `tenants` is the name that the query gives the table. */
export function shownName(tenants: string): RawBuilder<string> {
  return sql<string>`coalesce(
    (select alias from tenant_settings where tenant_id = ${sql.ref(`${tenants}.id`)}),
    ${sql.ref(`${tenants}.displayName`)})`
}
