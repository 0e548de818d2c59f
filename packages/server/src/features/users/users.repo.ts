import { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'
import { sql } from 'kysely'
import type { Insertable, Kysely, Updateable } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { GRANTED_TENANTS } from '../../db/tenant-scope.ts'
import { findUnknownTenants } from '../../db/unknown-tenants.ts'

export type UsersRepo = ReturnType<typeof createUsersRepo>

/** A person with an account. */
export interface User {
  readonly id: UserId
  readonly username: string
  readonly displayName: string | null
  readonly email: string | null
  readonly authMethod: 'microsoft' | 'local'
  readonly role: Role
  readonly adminRoles: readonly string[]
  readonly isDisabled: boolean
  readonly mustResetPassword: boolean
  readonly tenantAccess: 'all' | 'list' | 'groups'
  readonly lastMicrosoftLogin: Date | null
  readonly createdAt: Date
}

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
export function createUsersRepo(db: Kysely<Database>) {
  return {
    /** One at a time makes the first administrator or takes an administrator's power away. */
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
        .orderBy('username')
        .execute()
      return rows.map((row) => ({ ...toUser(row), grantedTenants: row.grantedTenants ?? 0 }))
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
      return row && { user: toUser(row), passwordHash: row.password }
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

    unknownTenants: (tenantIds: readonly string[]): Promise<string[]> =>
      findUnknownTenants(db, tenantIds),

    /** Nobody deletes them before the transaction ends. */
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

type Row = Omit<User, 'id' | 'authMethod'> & { id: number; authMethod: 'traditional' | 'microsoft' }

/** Stored traditional, sent local (decisions.md, Administration). */
const toUser = (row: Row): User => ({
  id: UserId.parse(row.id),
  username: row.username,
  displayName: row.displayName,
  email: row.email,
  authMethod: row.authMethod === 'traditional' ? 'local' : 'microsoft',
  role: row.role,
  adminRoles: row.adminRoles,
  isDisabled: row.isDisabled,
  mustResetPassword: row.mustResetPassword,
  tenantAccess: row.tenantAccess,
  lastMicrosoftLogin: row.lastMicrosoftLogin,
  createdAt: row.createdAt,
})
