import { sql } from 'kysely'
import type { Insertable } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Database, Db } from '../../db/tables.ts'

export type SecurityAuditRepo = ReturnType<typeof createSecurityAuditRepo>

type Report = Insertable<Database['securityAuditReports']>

/** Stores audits, and finds users with default credentials. */
export function createSecurityAuditRepo(db: Db) {
  return {
    transaction: <Result>(work: (within: Db) => Promise<Result>): Promise<Result> =>
      db.transaction().execute(work),

    async insert(within: Db, report: Report): Promise<number> {
      const { id } = await within
        .insertInto('securityAuditReports')
        .values(report)
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** Lets go of all but the newest. */
    async keepNewest(within: Db, kept: number): Promise<void> {
      await sql`
        delete from security_audit_reports where id <= (
          select id from security_audit_reports order by id desc offset ${kept} limit 1
        )`.execute(within)
    },

    list: (limit: number) =>
      db
        .selectFrom('securityAuditReports')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** Returns local users who can sign in with a well-known password. */
    async withDefaultPassword(): Promise<string[]> {
      const rows = await db
        .selectFrom('users')
        .select('username')
        .where('hasDefaultPassword', '=', true)
        .where('authMethod', '=', 'traditional')
        .where('isDisabled', '=', false)
        .orderBy(byAlphabet(sql.ref('username')))
        .execute()
      return rows.map(({ username }) => username)
    },

    demandNewPasswords: (within: Db) =>
      within
        .updateTable('users')
        .set({ mustResetPassword: true })
        .where('hasDefaultPassword', '=', true)
        .where('authMethod', '=', 'traditional')
        .returning(['id', 'username'])
        .execute(),

    async sessionExpiry(sessionId: string): Promise<Date | undefined> {
      const row = await db
        .selectFrom('sessions')
        .select('expiresAt')
        .where('id', '=', sessionId)
        .executeTakeFirst()
      return row?.expiresAt
    },
  }
}
