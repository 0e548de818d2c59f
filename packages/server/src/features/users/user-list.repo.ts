import { UserId } from '@tenantscope/contract/ids'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { GRANTED_TENANTS } from '../../db/tenant-scope.ts'
import type { UserPlace } from './user-list.rules.ts'

export type UserListRepo = ReturnType<typeof createUserListRepo>

export type UserKind = 'all' | 'local' | 'microsoft' | 'administrators' | 'disabled'

interface Chosen {
  /** In name, user name or e-mail address, without regard to case; empty: everybody. */
  readonly q: string
  readonly kind: UserKind
}

/** The order of the list, word for word that of the index users_listed: local first, administrators first. */
const ORDER = {
  isMicrosoft: sql<boolean>`(users.auth_method = 'microsoft')`,
  isNoAdministrator: sql<boolean>`(users.role <> 'admin')`,
  name: sql<string>`lower(coalesce(users.display_name, users.username))`,
} as const

const IS_OF_KIND: Readonly<Record<UserKind, RawBuilder<boolean>>> = {
  all: sql<boolean>`true`,
  local: sql<boolean>`users.auth_method = 'traditional'`,
  microsoft: sql<boolean>`users.auth_method = 'microsoft'`,
  administrators: sql<boolean>`users.role = 'admin'`,
  disabled: sql<boolean>`users.is_disabled`,
}

/** People with an account, for administrators. */
export function createUserListRepo(db: Kysely<Database>) {
  const people = () =>
    db.selectFrom('users').select([
      'users.id',
      'users.username',
      'users.displayName',
      'users.email',
      'users.authMethod',
      'users.role',
      'users.adminRoles',
      'users.isDisabled',
      'users.mustResetPassword',
      'users.lastMicrosoftLogin',
      'users.createdAt',
      'users.tenantAccess',
      sql<boolean>`users.totp_secret is not null`.as('hasSecondFactor'),
      sql<number>`(select count(*)::int from ${GRANTED_TENANTS} as granted
          where granted.user_id = users.id)`.as('grantedTenants'),
    ])

  return {
    /** One page in the list's order, beginning after a place; the place of each person comes along. */
    async page(chosen: Chosen, { after, limit }: { after: UserPlace | null; limit: number }) {
      const rows = await people()
        .select([
          ORDER.isMicrosoft.as('isMicrosoft'),
          ORDER.isNoAdministrator.as('isNoAdministrator'),
          ORDER.name.as('sortName'),
        ])
        .where(isChosen(chosen))
        .$if(after !== null, (query) => query.where(comesAfter(after)))
        .orderBy(ORDER.isMicrosoft)
        .orderBy(ORDER.isNoAdministrator)
        .orderBy(ORDER.name)
        .orderBy('users.id')
        .limit(limit)
        .execute()
      return rows.map(({ isMicrosoft, isNoAdministrator, sortName: name, ...row }) => ({
        ...row,
        id: UserId.parse(row.id),
        place: { isMicrosoft, isNoAdministrator, name, id: row.id },
      }))
    },

    async count(chosen: Chosen): Promise<number> {
      const { total } = await db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(isChosen(chosen))
        .executeTakeFirstOrThrow()
      return total
    },

    async find(id: UserId) {
      const row = await people().where('users.id', '=', id).executeTakeFirst()
      return row && { ...row, id: UserId.parse(row.id) }
    },

    async grantsOf(id: UserId): Promise<{ tenantIds: TenantId[]; groupIds: TenantGroupId[] }> {
      const { rows } = await sql<{ tenantIds: TenantId[]; groupIds: TenantGroupId[] }>`
        select
          array(select tenant_id from user_tenant_access where user_id = ${id}
            order by tenant_id) as tenant_ids,
          array(select group_id from user_group_access where user_id = ${id}
            order by group_id) as group_ids`.execute(db)
      return rows[0] ?? { tenantIds: [], groupIds: [] }
    },

    /** Everybody, by what they are, and tenants; `lastBackup` of any backup. */
    async counts() {
      const people = await db
        .selectFrom('users')
        .select([
          sql<number>`count(*)::int`.as('totalUsers'),
          sql<number>`(count(*) filter (where role = 'admin'))::int`.as('adminUsers'),
          sql<number>`(count(*) filter (where auth_method = 'microsoft'))::int`.as(
            'microsoftUsers',
          ),
          sql<number>`(count(*) filter (where is_disabled))::int`.as('disabledUsers'),
          sql<number>`(count(*) filter (
              where role = 'admin' and must_reset_password and not is_disabled))::int`.as(
            'adminUsersToChoosePassword',
          ),
          sql<number>`(select count(*)::int from tenants)`.as('totalTenants'),
          sql<Date | null>`(select last_backup_at from backup_schedule)`.as('lastBackup'),
        ])
        .executeTakeFirstOrThrow()
      return people
    },
  }
}

/** One comparison of the whole order, so that a page begins within the index. */
function comesAfter(after: UserPlace | null): RawBuilder<boolean> {
  if (after === null) return sql<boolean>`true`
  const { isMicrosoft, isNoAdministrator, name, id } = after
  return sql<boolean>`(${ORDER.isMicrosoft}, ${ORDER.isNoAdministrator}, ${ORDER.name}, users.id)
    > (${isMicrosoft}::boolean, ${isNoAdministrator}::boolean, ${name}::text, ${id}::int)`
}

function isChosen({ q, kind }: Chosen): RawBuilder<boolean> {
  if (q === '') return IS_OF_KIND[kind]
  return sql<boolean>`${IS_OF_KIND[kind]} and strpos(lower(concat_ws(
    E'\\n', users.display_name, users.username, users.email)), lower(${q}::text)) > 0`
}
