import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from './tables.ts'

/**
 * Lets this transaction change records of the audit trails, which the database refuses otherwise:
 * for sealing, retention and a restore.
 */
export async function allowAuditChanges(within: Kysely<Database>): Promise<void> {
  await sql`select set_config('tenantscope.audit_change', 'allowed', true)`.execute(within)
}
