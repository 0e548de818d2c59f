import { sql } from 'kysely'
import type { Insertable, Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type AuditLogRepo = ReturnType<typeof createAuditLogRepo>

/** The two trails that are only ever added to. */
export function createAuditLogRepo(db: Kysely<Database>) {
  return {
    async appendSignIn(entry: Insertable<Database['loginAuditLog']>): Promise<void> {
      await db.insertInto('loginAuditLog').values(entry).execute()
    },

    async appendChange(
      entry: Insertable<Database['securityAuditLog']>,
      within: Kysely<Database> = db,
    ): Promise<void> {
      await within.insertInto('securityAuditLog').values(entry).execute()
    },

    /** Nothing when the same person did the same with the same tenant since then. */
    async appendUnlessSince(entry: OpenedEntry, since: Date): Promise<void> {
      await sql`
        insert into security_audit_log
          (type, action, changed_by, changed_by_user_id, tenant_id, details, ip_address, user_agent,
           timestamp)
        select ${entry.type}, ${entry.action}, ${entry.changedBy}, ${entry.changedByUserId}::integer,
          ${entry.tenantId}, ${entry.details}, ${entry.ipAddress}, ${entry.userAgent},
          ${entry.timestamp}::timestamptz
        where not exists (
          select from security_audit_log
          where action = ${entry.action} and tenant_id = ${entry.tenantId}
            and changed_by_user_id = ${entry.changedByUserId}::integer and timestamp > ${since}::timestamptz)`.execute(
        db,
      )
    },
  }
}

type OpenedEntry = Required<
  Omit<
    Insertable<Database['securityAuditLog']>,
    'id' | 'targetUser' | 'targetUserId' | 'oldValue' | 'newValue' | 'number' | 'mac'
  >
>
