import { UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Db } from '../../db/tables.ts'
import { GRANTED_TENANTS } from '../../db/tenant-scope.ts'
import type { UserPlace } from './user-list.rules.ts'
import { createUsersRepo } from './users.repo.ts'

export type UserListRepo = ReturnType<typeof createUserListRepo>

type UserKind = 'all' | 'local' | 'microsoft' | 'administrators' | 'disabled'

interface Chosen {
  /** In name, user name or e-mail address, case-insensitive; empty: all users. */
  readonly q: string
  readonly kind: UserKind
}

/** The order of the list, word for word that of the index users_listed: local first, administrators first. */
const ORDER = {
  isMicrosoft: sql<boolean>`(users.auth_method = 'microsoft')`,
  isNoAdministrator: sql<boolean>`(users.role <> 'admin')`,
  name: byAlphabet(sql`coalesce(users.display_name, users.username)`),
} as const

const IS_OF_KIND: Readonly<Record<UserKind, RawBuilder<boolean>>> = {
  all: sql<boolean>`true`,
  local: sql<boolean>`users.auth_method = 'traditional'`,
  microsoft: sql<boolean>`users.auth_method = 'microsoft'`,
  administrators: sql<boolean>`users.role = 'admin'`,
  disabled: sql<boolean>`users.is_disabled`,
}

/** People with an account, for administrators. */
export function createUserListRepo(db: Db) {
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
    /** Returns one page in the list's order after a position, with each user's position. */
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

    grantOf: (id: UserId) => createUsersRepo(db).readGrant(id),

    /** Counts users by kind, and tenants; `lastBackup` is the recorded one. */
    counts: () =>
      db
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
        .executeTakeFirstOrThrow(),
  }
}

/** Compares the complete order in one expression, so that a page starts within the index. */
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
