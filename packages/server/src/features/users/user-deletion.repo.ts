import type { UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db } from '../../db/tables.ts'
import type { User } from './users.repo.ts'

/** The user who becomes the creator of what is handed over. */
interface Successor {
  readonly userId: UserId
  readonly name: string
}

interface HandedOver {
  readonly schedules: number
  readonly invitations: number
}

/** Removes an account and its names; `db` is the transaction of the deletion. */
export function createUserDeletionRepo(db: Db) {
  return {
    /** Scheduled reports and invitation links continue with the successor as their creator. */
    async handOver(id: UserId, { userId, name }: Successor): Promise<HandedOver> {
      const move = (table: 'report_schedules' | 'consents') =>
        sql`update ${sql.table(table)} set created_by_user_id = ${userId}, created_by = ${name}
          where created_by_user_id = ${id}`.execute(db)
      const schedules = await move('report_schedules')
      const invitations = await move('consents')
      return {
        schedules: Number(schedules.numAffectedRows ?? 0),
        invitations: Number(invitations.numAffectedRows ?? 0),
      }
    },

    /** Stored reports stay; the name in them goes. */
    async anonymizeReports(id: UserId, replacement: string): Promise<void> {
      await sql`
        update report_snapshots set created_by = ${replacement}, snapshot_data = replace(snapshot_data,
          '"createdBy":' || to_json(created_by)::text, '"createdBy":' || to_json(${replacement}::text)::text)
        where created_by_user_id = ${id}`.execute(db)
    },

    /** Replaces the user name wherever a row names who created, changed or ended it. */
    async anonymizeNames({ username }: Pick<User, 'username'>, replacement: string): Promise<void> {
      const { rows } = await sql<{ table: string; column: string }>`
        select c.table_name as table, c.column_name as column
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
          and c.column_name like '%\\_by' and c.data_type = 'text'
          and c.table_name <> all(${AUDIT_TRAILS}::text[])
        order by 1, 2`.execute(db)
      for (const { table, column } of rows)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${replacement}
          where ${sql.ref(column)} = ${username}`.execute(db)
      await db
        .updateTable('securityAuditReports')
        .set({ username: replacement })
        .where('username', '=', username)
        .execute()
      for (const table of ['postureExceptions', 'renewalDecisions'] as const)
        await db
          .updateTable(table)
          .set({ ownerName: replacement })
          .where('ownerName', '=', username)
          .execute()
      await sql`delete from sign_in_account_failures where username = lower(${username})`.execute(
        db,
      )
    },

    /** Everything that refers to the account goes with it: grants, views, preferences, sessions. */
    async remove(id: UserId): Promise<void> {
      await db.deleteFrom('users').where('id', '=', id).execute()
    },
  }
}

/** Sealed records, which never change. */
const AUDIT_TRAILS = ['security_audit_log', 'license_visibility_log', 'login_audit_log']
