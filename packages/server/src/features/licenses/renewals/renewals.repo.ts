import type { TenantGroupId, TenantId, UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'

import { byAlphabet } from '../../../db/alphabet.ts'
import type { Database, Db, Trx } from '../../../db/tables.ts'
import { shownName } from '../../../db/tenant-names.ts'
import { GRANTED_TENANTS, isInGroup, isInScope } from '../../../db/tenant-scope.ts'
import type { TenantScope } from '../../../db/tenant-scope.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import type { StoredDecision } from './renewals.rules.ts'

export type RenewalsRepo = ReturnType<typeof createRenewalsRepo>

type Written = Omit<Insertable<Database['renewalDecisions']>, 'version'>

/** The subscription and the day that a decision is for. */
interface DecisionKey {
  readonly subscriptionId: string
  readonly day: string
}

const OWNER_NAME = sql<string>`coalesce(nullif(trim(users.display_name), ''), users.username)`

/** Stores decisions for renewals. */
export function createRenewalsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** The decisions of all tenants that are not Inactive, the latest day first. */
    list: ({
      scope,
      groupId,
    }: {
      scope: TenantScope
      groupId: TenantGroupId | null
    }): Promise<StoredDecision[]> =>
      decisions(db)
        .where(isInScope('decision.tenantId', scope))
        .where(isInGroup('decision.tenantId', groupId))
        .where('tenants.status', '<>', 'Inactive')
        .orderBy('decision.day', 'desc')
        .orderBy(byAlphabet(shownName('tenants')))
        .orderBy('decision.skuId')
        .orderBy('decision.subscriptionId')
        .execute(),

    /** Changes of one tenant come one after the other; false when it is gone. */
    async lock(trx: Trx, { tenantId }: TenantAccess): Promise<boolean> {
      const row = await trx
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', tenantId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      return row !== undefined
    },

    find: (
      trx: Trx,
      { tenantId }: TenantAccess,
      { subscriptionId, day }: DecisionKey,
    ): Promise<StoredDecision | undefined> =>
      decisions(trx)
        .where('decision.tenantId', '=', tenantId)
        .where('decision.subscriptionId', '=', subscriptionId)
        .where('decision.day', '=', day)
        .executeTakeFirst(),

    async save(trx: Trx, row: Written): Promise<void> {
      await trx
        .insertInto('renewalDecisions')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['tenantId', 'subscriptionId', 'day'])
            .doUpdateSet((eb) => ({ ...row, version: eb('renewalDecisions.version', '+', 1) })),
        )
        .execute()
    },

    async remove(
      trx: Trx,
      { tenantId }: TenantAccess,
      { subscriptionId, day }: DecisionKey,
    ): Promise<void> {
      await trx
        .deleteFrom('renewalDecisions')
        .where('tenantId', '=', tenantId)
        .where('subscriptionId', '=', subscriptionId)
        .where('day', '=', day)
        .execute()
    },

    /** Technicians and administrators who see the tenant; of all users, or of one. */
    async owners(
      { tenantId }: TenantAccess,
      asked: UserId | 'all',
      within: Db = db,
    ): Promise<{ userId: UserId; name: string; username: string }[]> {
      return within
        .selectFrom('users')
        .select(['id as userId', 'username', OWNER_NAME.as('name')])
        .where('isDisabled', '=', false)
        .where('role', 'in', ['technician', 'admin'])
        .where(seesTenant(tenantId))
        .$if(asked !== 'all', (query) => query.where(sql<boolean>`id = ${asked}`))
        .orderBy(byAlphabet(OWNER_NAME))
        .orderBy('id')
        .execute()
    },
  }
}

const seesTenant = (tenantId: TenantId) => sql<boolean>`(role = 'admin' or tenant_access = 'all'
  or exists (select from ${GRANTED_TENANTS} as granted
    where granted.user_id = users.id and granted.tenant_id = ${tenantId}))`

const decisions = (within: Db) =>
  within
    .selectFrom('renewalDecisions as decision')
    .innerJoin('tenants', 'tenants.id', 'decision.tenantId')
    .leftJoin('users', 'users.id', 'decision.ownerId')
    .selectAll('decision')
    .select([
      shownName('tenants').as('tenantName'),
      sql<string>`coalesce(${OWNER_NAME}, decision.owner_name)`.as('shownOwner'),
    ])
