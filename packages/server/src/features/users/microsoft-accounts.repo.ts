import { UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type MicrosoftAccountsRepo = ReturnType<typeof createMicrosoftAccountsRepo>

/** Which people of Microsoft have accounts; a person is (tid, oid), both stored in lower case. */
export function createMicrosoftAccountsRepo(db: Kysely<Database>) {
  return {
    /** Accounts by Microsoft id, of those asked for. */
    async accountsOf(
      tenantId: string,
      microsoftIds: readonly string[],
    ): Promise<ReadonlyMap<string, UserId>> {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'microsoftId'])
        .where('tenantId', '=', tenantId)
        .where(sql<boolean>`microsoft_id = any(${microsoftIds}::text[])`)
        .execute()
      return new Map(rows.map(({ id, microsoftId }) => [microsoftId ?? '', UserId.parse(id)]))
    },

    /** Undefined when there is no such account; both ids are null for a local one. */
    async identityOf(
      id: UserId,
    ): Promise<{ tenantId: string | null; microsoftId: string | null } | undefined> {
      return db
        .selectFrom('users')
        .select(['tenantId', 'microsoftId'])
        .where('id', '=', id)
        .executeTakeFirst()
    },
  }
}
