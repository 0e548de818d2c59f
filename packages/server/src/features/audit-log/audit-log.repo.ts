import { sql } from 'kysely'
import type { Insertable } from 'kysely'

import type { Database, Db } from '../../db/tables.ts'

export type AuditLogRepo = ReturnType<typeof createAuditLogRepo>

/** Stores the two append-only trails. */
export function createAuditLogRepo(db: Db) {
  return {
    async appendSignIn(entry: Insertable<Database['loginAuditLog']>): Promise<void> {
      await db.insertInto('loginAuditLog').values(entry).execute()
    },

    async appendChange(
      entry: Insertable<Database['securityAuditLog']>,
      within: Db = db,
    ): Promise<void> {
      await within.insertInto('securityAuditLog').values(entry).execute()
    },

    /**
     * Adds an entry for each tenant that this user has not viewed since `since`; returns true if
     * any was added.
     */
    async appendSights(sight: Sight, seen: Seen): Promise<boolean> {
      const unseen = await unseenOf(sight, seen).execute(db)
      if (unseen.rows.length === 0) return false
      return db.transaction().execute(async (trx) => {
        // A screen sends several calls at once, which are one access.
        await sql`select pg_advisory_xact_lock(
          hashtextextended(${`sight of ${sight.changedByUserId}`}, 0))`.execute(trx)
        const { numAffectedRows = 0n } = await sql`
          insert into security_audit_log
            (type, action, changed_by, changed_by_user_id, tenant_id, ip_address, user_agent, timestamp)
          select ${sight.type}, ${sight.action}, ${sight.changedBy},
            ${sight.changedByUserId}::integer, unseen.tenant_id, ${sight.ipAddress},
            ${sight.userAgent}, ${sight.timestamp}::timestamptz
          from (${unseenOf(sight, seen)}) as unseen`.execute(trx)
        return numAffectedRows > 0n
      })
    },
  }
}

interface Seen {
  readonly tenantIds: readonly string[]
  readonly since: Date
}

const unseenOf = (sight: Sight, { tenantIds, since }: Seen) => sql`
  select seen.tenant_id
  from (select distinct unnest(${tenantIds}::text[]) as tenant_id) as seen
  where not exists (
    select from security_audit_log as before
    where before.action = ${sight.action} and before.tenant_id = seen.tenant_id
      and before.changed_by_user_id = ${sight.changedByUserId}::integer
      and before.timestamp > ${since}::timestamptz)`

type Sight = Required<
  Pick<
    Insertable<Database['securityAuditLog']>,
    'type' | 'action' | 'changedBy' | 'changedByUserId' | 'ipAddress' | 'userAgent' | 'timestamp'
  >
>
