import type { TenantId } from '@tenantscope/contract/ids'
import { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'
import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import { isInGeneration, rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { UNMATCHED } from './role-mappings.rules.ts'
import type { TriedRole } from './role-mappings.rules.ts'

export type OwnDirectoryRepo = ReturnType<typeof createOwnDirectoryRepo>

/** The last complete reading of the own directory. */
export interface OwnReading extends GenerationOfTenant {
  readonly dataAsOf: Date
}

/** A user with an account, and the role that decides. */
export interface JudgedPerson {
  readonly userId: UserId
  readonly name: string
  readonly username: string
  readonly currentRole: Role
  readonly isGuest: boolean
  /** The first tried role that the user has; null: none. */
  readonly decidingRoleId: string | null
  /** All roles of the user. */
  readonly roleIds: string[]
}

/** Reads the stored data of the own directory. */
export function createOwnDirectoryRepo(db: Db) {
  return {
    /** Undefined before the first reading. */
    async reading(): Promise<OwnReading | undefined> {
      const row = await db
        .selectFrom('tenants')
        .select(['id as tenantId', 'currentGenerationId as generationId', 'dataAsOf'])
        .$narrowType<{ tenantId: TenantId }>()
        .where('isPartnerTenant', '=', true)
        .executeTakeFirst()
      if (!row || row.generationId === null || row.dataAsOf === null) return undefined
      return { tenantId: row.tenantId, generationId: row.generationId, dataAsOf: row.dataAsOf }
    },

    /** Returns the names of its roles by id, including custom roles. */
    async roles(reading: OwnReading) {
      return rowsOf(db, 'directoryRoleDefinitions', reading)
        .select(['id', 'displayName', 'isBuiltIn'])
        .where(sql<boolean>`is_enabled is not false`)
        .execute()
    },

    /** True when the directory lists the user as a guest; false when unknown. */
    async isGuest(reading: OwnReading, microsoftId: string): Promise<boolean> {
      const row = await rowsOf(db, 'directoryUsers', reading)
        .select('userType')
        .where('id', '=', microsoftId)
        .executeTakeFirst()
      return row?.userType === 'Guest'
    },

    /**
     * Returns users of the directory with an account: role changes first, then by name, up to a
     * limit; and the counts of all of them.
     */
    async judged(
      reading: OwnReading,
      { tried, most }: { tried: readonly TriedRole[]; most: number },
    ): Promise<{ people: JudgedPerson[]; total: number; changed: number }> {
      const { rows } = await judgedPeople(reading, { tried, most }).execute(db)
      const ids = rows.map(({ id }) => id)
      const rolesById = await heldRoles(db, reading, ids)
      const people = rows.map(({ id, name, username, currentRole, isGuest, decidingRoleId }) => {
        const [userId, roleIds] = [UserId.parse(id), rolesById.get(id) ?? []]
        return { userId, name, username, currentRole, isGuest, decidingRoleId, roleIds }
      })
      return { people, total: rows[0]?.total ?? 0, changed: rows[0]?.changed ?? 0 }
    },
  }
}

type JudgedRow = Omit<JudgedPerson, 'userId' | 'roleIds'> & {
  id: number
  total: number
  changed: number
}

const judgedPeople = (
  reading: OwnReading,
  { tried, most }: { tried: readonly TriedRole[]; most: number },
) => sql<JudgedRow>`
  with tried as (
    select * from unnest(
      ${tried.map(({ roleId }) => roleId)}::text[],
      ${tried.map(({ member }) => member.role)}::text[],
      ${tried.map(({ guest }) => guest.role)}::text[]
    ) with ordinality as tried (role_id, member_role, guest_role, place)
  ), held as (
    select assignment.principal_id, tried.place from directory_role_assignments as assignment
    join tried on tried.role_id = lower(assignment.role_template_id)
    where ${isInGeneration('assignment', reading)} and assignment.scope = '/'
  ), deciding as (
    select person_id, min(place) as place from (
      select principal_id as person_id, place from held
      union all
      select member.member_id, held.place from held
      join directory_group_members as member on member.group_id = held.principal_id
      where ${isInGeneration('member', reading)}
    ) as holders group by person_id
  ), asked as (
    select users.id, users.username, coalesce(users.display_name, users.username) as name,
      users.role, users.microsoft_id, coalesce(person.user_type = 'Guest', false) as is_guest
    from users
    left join directory_users as person
      on ${isInGeneration('person', reading)} and person.id = users.microsoft_id
    where users.auth_method = 'microsoft' and users.tenant_id = ${reading.tenantId}
  ), judged as (
    select asked.*, tried.role_id, asked.role <> coalesce(
      case when asked.is_guest then tried.guest_role else tried.member_role end,
      ${UNMATCHED.role}) as changes
    from asked
    left join deciding on deciding.person_id = asked.microsoft_id
    left join tried on tried.place = deciding.place
  )
  select id, username, name, role as "currentRole", is_guest, role_id as deciding_role_id,
    (count(*) over ())::int as total, (count(*) filter (where changes) over ())::int as changed
  from judged order by changes desc, ${byAlphabet(sql`name`)}, id limit ${most}`

/** Returns the directory roles of accounts in the complete directory, direct and through groups. */
async function heldRoles(
  db: Db,
  reading: OwnReading,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const { rows } = await sql<{ id: number; roleIds: string[] }>`
    with asked as (
      select id, microsoft_id from users where id = any(${userIds}::int[])
    ), held as (
      select principal_id, role_template_id from directory_role_assignments as assignment
      where ${isInGeneration('assignment', reading)} and scope = '/'
    ), holders as (
      select principal_id as person_id, role_template_id from held
      union
      select member.member_id, held.role_template_id from held
      join directory_group_members as member on member.group_id = held.principal_id
      where ${isInGeneration('member', reading)}
    )
    select asked.id, array_agg(distinct holders.role_template_id) as role_ids
    from holders join asked on asked.microsoft_id = holders.person_id
    group by asked.id`.execute(db)
  return new Map(rows.map(({ id, roleIds }) => [id, roleIds]))
}
