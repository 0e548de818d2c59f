import { sql } from 'kysely'

import { isInGeneration } from '../../db/generation-rows.ts'
import type { Db, Trx } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type EmergencyAccountsRepo = ReturnType<typeof createEmergencyAccountsRepo>

export interface StoredAccount {
  readonly userId: string
  readonly reason: string
}

export function createEmergencyAccountsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Changes of one tenant come one after the other; undefined when it is gone. */
    lock: (trx: Trx, { tenantId }: TenantAccess) =>
      trx
        .selectFrom('tenants')
        .select(['emergencyAccountsVersion as version', 'currentGenerationId as generationId'])
        .where('id', '=', tenantId)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    /** The declared accounts with the names that the current generation has. */
    async list({ tenantId }: TenantAccess, within: Db = db) {
      const rows = await within
        .selectFrom('emergencyAccounts as account')
        .innerJoin('tenants', 'tenants.id', 'account.tenantId')
        .leftJoin('directoryUsers as person', (join) =>
          join.onRef('person.id', '=', 'account.userId').on(
            isInGeneration('person', {
              tenantId: sql.ref('account.tenantId'),
              generationId: sql.ref('tenants.currentGenerationId'),
            }),
          ),
        )
        .select([
          'account.userId',
          'person.displayName',
          'person.userPrincipalName',
          'account.reason',
          'account.declaredBy',
          'account.declaredAt',
        ])
        .where('account.tenantId', '=', tenantId)
        .orderBy('account.declaredAt')
        .orderBy('account.userId')
        .execute()
      return rows
    },

    /** Returns those of the ids, in lower case, that are users of the generation. */
    async findUsers(
      trx: Trx,
      { tenantId }: TenantAccess,
      asked: { generationId: number; userIds: readonly string[] },
    ): Promise<Set<string>> {
      const { generationId, userIds } = asked
      const { rows } = await sql<{ id: string }>`
        select id from directory_users as person
        where ${isInGeneration('person', { tenantId, generationId })}
          and id = any(${userIds}::text[])`.execute(trx)
      return new Set(rows.map(({ id }) => id))
    },

    /** Accounts that do not change keep who declared them and when. */
    async replace(
      trx: Trx,
      { tenantId }: TenantAccess,
      { accounts, by, at }: { accounts: readonly StoredAccount[]; by: string; at: Date },
    ): Promise<void> {
      await trx
        .deleteFrom('emergencyAccounts')
        .where('tenantId', '=', tenantId)
        .where(sql<boolean>`not (user_id = any(${accounts.map(({ userId }) => userId)}::text[]))`)
        .execute()
      if (accounts.length > 0)
        await trx
          .insertInto('emergencyAccounts')
          .values(
            accounts.map((account) => ({ ...account, tenantId, declaredBy: by, declaredAt: at })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['tenantId', 'userId'])
              .doUpdateSet((eb) => ({
                reason: eb.ref('excluded.reason'),
                declaredBy: eb.ref('excluded.declaredBy'),
                declaredAt: eb.ref('excluded.declaredAt'),
              }))
              .whereRef('emergencyAccounts.reason', '<>', 'excluded.reason'),
          )
          .execute()
      await trx
        .updateTable('tenants')
        .set((eb) => ({ emergencyAccountsVersion: eb('emergencyAccountsVersion', '+', 1) }))
        .where('id', '=', tenantId)
        .execute()
    },
  }
}
