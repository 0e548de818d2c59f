import { AuditTrail } from '@tenantscope/contract/audit'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The trails with all sealed fields of a record, in this order: any other order would make every
 * record appear altered. The database produces the texts, because it keeps microseconds.
 */
const TRAILS = {
  login: {
    table: 'login_audit_log',
    columns: [
      'user_id',
      'email',
      'success',
      'method',
      'ip_address',
      'user_agent',
      'error_message',
      'session_id',
    ],
  },
  changes: {
    table: 'security_audit_log',
    columns: [
      'type',
      'changed_by',
      'changed_by_user_id',
      'target_user',
      'target_user_id',
      'old_value',
      'new_value',
      'action',
      'ip_address',
      'user_agent',
      'details',
      'tenant_id',
    ],
  },
  licenses: {
    table: 'license_visibility_log',
    columns: ['sku_id', 'changed_by', 'action', 'user_agent', 'ip_address'],
  },
} as const satisfies Record<AuditTrail, { table: string; columns: readonly string[] }>

export const AUDIT_TRAILS: readonly AuditTrail[] = AuditTrail.options

export const tableOf = (trail: AuditTrail): RawBuilder<unknown> => sql.table(TRAILS[trail].table)

/** Returns a record as an array of texts: its id, its time in UTC, the other fields. */
export function recordTexts(trail: AuditTrail): RawBuilder<(string | null)[]> {
  const rest = TRAILS[trail].columns.map((column) => sql`${sql.ref(column)}::text`)
  return sql`array[
    id::text,
    to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    ${sql.join(rest)}]`
}
