import { sql } from 'kysely'

import type { Db } from './tables.ts'

/**
 * Allows this transaction to change audit records, which the database otherwise refuses: for
 * sealing, retention and a restore.
 */
export async function allowAuditChanges(within: Db): Promise<void> {
  await sql`select set_config('tenantscope.audit_change', 'allowed', true)`.execute(within)
}
