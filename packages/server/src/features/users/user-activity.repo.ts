import type { UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import type { ActivityPlace, ChangeRow, SignInRow } from './user-activity.rules.ts'

/** The largest number that the database gives to a row. */
const ABOVE_ALL = 2_147_483_647

/** Reads the trails' entries of one user; both number their entries in order of time. */
export function createUserActivityRepo(db: Db) {
  return {
    signIns(userId: UserId, after: ActivityPlace, most: number): Promise<SignInRow[]> {
      return db
        .selectFrom('loginAuditLog')
        .select(['id', 'timestamp', 'success', 'method', 'ipAddress', 'errorMessage'])
        .where('userId', '=', userId)
        .where('id', '<', after.signIns ?? ABOVE_ALL)
        .orderBy('id', 'desc')
        .limit(most)
        .execute()
    },

    /** By the person and about the person: each side is read no further than the page reaches. */
    async changes(userId: UserId, after: ActivityPlace, most: number): Promise<ChangeRow[]> {
      const before = after.changes ?? ABOVE_ALL
      const { rows } = await sql<ChangeRow>`
        with found as (
          (select id from security_audit_log where changed_by_user_id = ${userId} and id < ${before}
            order by id desc limit ${most})
          union
          (select id from security_audit_log where target_user_id = ${userId} and id < ${before}
            order by id desc limit ${most})
        )
        select entry.id, entry.timestamp, entry.type, entry.action, entry.changed_by,
          entry.changed_by_user_id, entry.target_user, entry.target_user_id, entry.old_value,
          entry.new_value, entry.ip_address,
          case when tenants.id is null then null else ${shownName('tenants')} end as tenant_name
        from (select id from found order by id desc limit ${most}) as newest
        join security_audit_log as entry on entry.id = newest.id
        left join tenants on tenants.id = entry.tenant_id
        order by entry.id desc`.execute(db)
      return rows
    },
  }
}
