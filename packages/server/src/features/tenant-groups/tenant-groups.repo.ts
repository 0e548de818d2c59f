import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import type { TenantGroup } from '@tenantscope/contract/tenant-groups'
import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Db, Trx } from '../../db/tables.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import { findUnknownTenants } from '../../db/unknown-tenants.ts'

/** A group as stored, with all its tenants. */
export interface StoredGroup extends TenantGroup {
  readonly updatedBy: string
  readonly updatedAt: Date
}

export interface Change {
  readonly by: string
  readonly at: Date
}

/** Any number will do, as long as nothing else of the product takes the same. */
const GROUPS_LOCK = 7_302_002

/** Named sets of tenants. */
export function createTenantGroupsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Changes come one after the other, so that no two groups take one name. */
    async lock(trx: Trx): Promise<void> {
      await sql`select pg_advisory_xact_lock(${sql.lit(GROUPS_LOCK)})`.execute(trx)
    },

    /** The groups with their tenants of the scope; of those without any, none or all. */
    async list(scope: TenantScope, { withEmpty }: { withEmpty: boolean }): Promise<TenantGroup[]> {
      return groups(db, scope)
        .$if(!withEmpty, (query) => query.having(sql<boolean>`count(member.tenant_id) > 0`))
        .execute()
    },

    async find(trx: Trx, id: TenantGroupId): Promise<StoredGroup | undefined> {
      return groups(trx, { kind: 'all' }).where('groups.id', '=', id).executeTakeFirst()
    },

    /** Another group of this name, whatever the case. */
    async isTaken(trx: Trx, name: string, except: TenantGroupId | null): Promise<boolean> {
      const row = await trx
        .selectFrom('tenantGroups')
        .select('id')
        .where(sql<boolean>`lower(name) = lower(${name}::text)`)
        .where('id', '<>', except ?? 0)
        .executeTakeFirst()
      return row !== undefined
    },

    unknownTenants: (trx: Trx, tenantIds: readonly TenantId[]): Promise<string[]> =>
      findUnknownTenants(trx, tenantIds),

    async insert(trx: Trx, name: string, { by, at }: Change): Promise<TenantGroupId> {
      const row = await trx
        .insertInto('tenantGroups')
        .values({ name, updatedBy: by, updatedAt: at })
        .returning('id')
        .$narrowType<{ id: TenantGroupId }>()
        .executeTakeFirstOrThrow()
      return row.id
    },

    async rename(trx: Trx, id: TenantGroupId, change: Change & { name: string }): Promise<void> {
      const { name, by: updatedBy, at: updatedAt } = change
      await trx
        .updateTable('tenantGroups')
        .set((eb) => ({ name, updatedBy, updatedAt, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    async replaceMembers(
      trx: Trx,
      groupId: TenantGroupId,
      tenantIds: readonly TenantId[],
    ): Promise<void> {
      await trx
        .deleteFrom('tenantGroupMembers')
        .where('groupId', '=', groupId)
        .where(sql<boolean>`not (tenant_id = any(${tenantIds}::text[]))`)
        .execute()
      await sql`
        insert into tenant_group_members (group_id, tenant_id)
        select ${groupId}, id from tenants where id = any(${tenantIds}::text[])
        on conflict do nothing`.execute(trx)
    },

    /** Deletes the group with its members and grants. */
    async delete(trx: Trx, id: TenantGroupId): Promise<void> {
      await trx.deleteFrom('tenantGroups').where('id', '=', id).execute()
    },

    /** Returns the users who were granted the group, by name. */
    async findPeople(trx: Trx, groupId: TenantGroupId): Promise<string[]> {
      const rows = await trx
        .selectFrom('userGroupAccess as access')
        .innerJoin('users', 'users.id', 'access.userId')
        .select('users.username')
        .where('access.groupId', '=', groupId)
        .orderBy(byAlphabet(sql`users.username`))
        .execute()
      return rows.map((row) => row.username)
    },
  }
}

function groups(db: Db, scope: TenantScope) {
  return db
    .selectFrom('tenantGroups as groups')
    .leftJoin('tenantGroupMembers as member', (join) =>
      join.onRef('member.groupId', '=', 'groups.id').on(isInScope('member.tenantId', scope)),
    )
    .select(['groups.id', 'groups.name', 'groups.version', 'groups.updatedBy', 'groups.updatedAt'])
    .select(
      sql<TenantId[]>`array_remove(array_agg(member.tenant_id order by member.tenant_id), null)`.as(
        'tenantIds',
      ),
    )
    .$narrowType<{ id: TenantGroupId }>()
    .groupBy('groups.id')
    .orderBy(byAlphabet(sql`groups.name`))
}
