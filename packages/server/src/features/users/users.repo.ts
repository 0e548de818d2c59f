import { UserId } from '@tenantscope/contract/ids'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Database, Db } from '../../db/tables.ts'
import { GRANTED_TENANTS } from '../../db/tenant-scope.ts'
import { findUnknownTenants } from '../../db/unknown-tenants.ts'

export type UsersRepo = ReturnType<typeof createUsersRepo>

/** A person with an account. */
export type User = ReturnType<typeof toUser>

export interface Credentials {
  readonly user: User
  readonly passwordHash: string
}

const COLUMNS = [
  'id',
  'username',
  'displayName',
  'email',
  'authMethod',
  'role',
  'adminRoles',
  'isDisabled',
  'mustResetPassword',
  'tenantAccess',
  'lastMicrosoftLogin',
  'createdAt',
] as const

/** Any number will do, as long as nothing else of the product takes the same. */
const USERS_LOCK = 7_302_001

/** People and which tenants they were granted. */
export function createUsersRepo(db: Db) {
  return {
    /** Serializes the creation of the first administrator and the demotion of administrators. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(${sql.lit(USERS_LOCK)})`.execute(db)
    },

    async isEmpty(): Promise<boolean> {
      const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
      return row === undefined
    },

    async list(): Promise<(User & { grantedTenants: number })[]> {
      const rows = await db
        .selectFrom('users')
        .select(COLUMNS)
        .select((eb) =>
          eb
            .selectFrom(GRANTED_TENANTS.as('granted'))
            .whereRef('granted.userId', '=', 'users.id')
            .select((inner) => inner.fn.countAll<number>().as('count'))
            .as('grantedTenants'),
        )
        .orderBy(byAlphabet(sql.ref('username')))
        .execute()
      return rows.map(({ grantedTenants, ...row }) => ({
        ...toUser(row),
        grantedTenants: grantedTenants ?? 0,
      }))
    },

    async findById(id: UserId): Promise<User | undefined> {
      const row = await db
        .selectFrom('users')
        .select(COLUMNS)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toUser(row)
    },

    /**
     * Names are compared without regard to case; no two accounts differ by it alone. The database
     * folds both sides, because its locale decides which letters have a case.
     */
    async findByName(username: string): Promise<Credentials | undefined> {
      const row = await db
        .selectFrom('users')
        .select([...COLUMNS, 'password'])
        .where((eb) => eb(eb.fn('lower', ['username']), '=', eb.fn('lower', [eb.val(username)])))
        .orderBy('id')
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { password: passwordHash, ...user } = row
      return { user: toUser(user), passwordHash }
    },

    /** A person of Microsoft is (tid, oid), never an e-mail address. */
    async findByMicrosoftId(tenantId: string, microsoftId: string): Promise<User | undefined> {
      const row = await db
        .selectFrom('users')
        .select(COLUMNS)
        .where('tenantId', '=', tenantId)
        .where('microsoftId', '=', microsoftId)
        .executeTakeFirst()
      return row && toUser(row)
    },

    async insert(user: Insertable<Database['users']>): Promise<User> {
      const row = await db
        .insertInto('users')
        .values(user)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
      return toUser(row)
    },

    async update(id: UserId, changes: Updateable<Database['users']>): Promise<void> {
      await db.updateTable('users').set(changes).where('id', '=', id).execute()
    },

    async passwordHashOf(id: UserId): Promise<string | undefined> {
      const row = await db
        .selectFrom('users')
        .select('password')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.password
    },

    async countOtherLocalAdministrators(id: UserId): Promise<number> {
      const { count } = await db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('id', '<>', id)
        .where('authMethod', '=', 'traditional')
        .where('role', '=', 'admin')
        .where('isDisabled', '=', false)
        .executeTakeFirstOrThrow()
      return count
    },

    async hasAnyGrant(id: UserId): Promise<boolean> {
      const row = await db
        .selectFrom(GRANTED_TENANTS.as('granted'))
        .select('tenantId')
        .where('userId', '=', id)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Returns the existing accounts by Microsoft id; both ids are stored in lower case. */
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
    identityOf: (id: UserId) =>
      db
        .selectFrom('users')
        .select(['tenantId', 'microsoftId'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Removes secret, recovery codes and enrollment; returns false when there was no second factor. */
    async removeSecondFactor(userId: UserId): Promise<boolean> {
      await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
      await db.deleteFrom('totpEnrollments').where('userId', '=', userId).execute()
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ totpSecret: null, totpEnrolledAt: null, totpLastStep: null })
        .where('id', '=', userId)
        .where('totpSecret', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** Returns a user's grants, ordered by id. */
    readGrant: (id: UserId): Promise<TenantAccessGrant> =>
      db
        .selectFrom('users')
        .select('tenantAccess as mode')
        .select([
          sql<TenantId[]>`array(select tenant_id from user_tenant_access
            where user_id = users.id order by tenant_id)`.as('tenantIds'),
          sql<TenantGroupId[]>`array(select group_id from user_group_access
            where user_id = users.id order by group_id)`.as('groupIds'),
        ])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),

    unknownTenants: (tenantIds: readonly string[]): Promise<string[]> =>
      findUnknownTenants(db, tenantIds),

    /** Locks the groups until the transaction ends. */
    async findGroups(where: { ids: readonly number[] } | { names: readonly string[] }) {
      const isWanted =
        'ids' in where
          ? sql<boolean>`id = any(${where.ids}::int[])`
          : sql<boolean>`lower(name) in (
              select lower(given.name) from unnest(${where.names}::text[]) as given (name))`
      return db
        .selectFrom('tenantGroups')
        .select(['id', 'name'])
        .where(isWanted)
        .orderBy('id')
        .forKeyShare()
        .execute()
    },

    async addGrants(userId: UserId, tenantIds: readonly string[]): Promise<void> {
      await sql`
        insert into user_tenant_access (user_id, tenant_id)
        select ${userId}, tenant_id from unnest(${tenantIds}::text[]) as given (tenant_id)
        on conflict do nothing`.execute(db)
    },

    async addGroupGrants(userId: UserId, groupIds: readonly number[]): Promise<void> {
      await sql`
        insert into user_group_access (user_id, group_id)
        select ${userId}, group_id from unnest(${groupIds}::int[]) as given (group_id)
        on conflict do nothing`.execute(db)
    },

    async removeGrants(userId: UserId, tenantIds: readonly string[] | 'all'): Promise<void> {
      await db
        .deleteFrom('userTenantAccess')
        .where('userId', '=', userId)
        .$if(tenantIds !== 'all', (query) =>
          query.where(sql<boolean>`tenant_id = any(${tenantIds}::text[])`),
        )
        .execute()
    },

    async removeGroupGrants(userId: UserId): Promise<void> {
      await db.deleteFrom('userGroupAccess').where('userId', '=', userId).execute()
    },
  }
}

type Row = Pick<Selectable<Database['users']>, (typeof COLUMNS)[number]>

/** Stored traditional, sent local (decisions.md, Administration). */
const toUser = ({ id, authMethod, ...row }: Row) => ({
  ...row,
  id: UserId.parse(id),
  authMethod: authMethod === 'traditional' ? ('local' as const) : authMethod,
})
