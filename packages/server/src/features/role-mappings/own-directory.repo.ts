import type { TenantId } from '@tenantscope/contract/ids'
import { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import { isInGeneration, rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Database } from '../../db/tables.ts'

export type OwnDirectoryRepo = ReturnType<typeof createOwnDirectoryRepo>

/** The last whole reading of the own directory. */
export interface OwnReading extends GenerationOfTenant {
  readonly dataAsOf: Date
}

export interface StoredPerson {
  readonly userId: UserId
  readonly name: string
  readonly username: string
  readonly role: Role
  readonly isGuest: boolean
  readonly roleIds: string[]
}

/** What is stored of the directory that the product's own people come from. */
export function createOwnDirectoryRepo(db: Kysely<Database>) {
  return {
    /** Undefined while it was never read. */
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

    /** Names of its roles by their ids, those that it made itself too. */
    async roles(reading: OwnReading) {
      return rowsOf(db, 'directoryRoleDefinitions', reading)
        .select(['id', 'displayName', 'isBuiltIn'])
        .where(sql<boolean>`is_enabled is not false`)
        .execute()
    },

    /** Whether the directory has the person as a guest; false where it is not known. */
    async isGuest(reading: OwnReading, microsoftId: string): Promise<boolean> {
      const row = await rowsOf(db, 'directoryUsers', reading)
        .select('userType')
        .where('id', '=', microsoftId)
        .executeTakeFirst()
      return row?.userType === 'Guest'
    },

    /** The people of the directory who have an account, by name, with the roles that they hold. */
    async people(reading: OwnReading): Promise<StoredPerson[]> {
      const rolesById = await heldRoles(db, reading)
      const rows = await db
        .selectFrom('users')
        .select(['id', 'username', 'displayName', 'role', 'microsoftId'])
        .select(userType(reading).as('userType'))
        .where('authMethod', '=', 'microsoft')
        .where('tenantId', '=', reading.tenantId)
        .orderBy(sql`lower(coalesce(display_name, username))`)
        .orderBy('id')
        .execute()
      return rows.map(({ id, username, displayName, role, microsoftId, ...row }) => ({
        userId: UserId.parse(id),
        name: displayName ?? username,
        username,
        role,
        isGuest: row.userType === 'Guest',
        roleIds: rolesById.get(microsoftId ?? '') ?? [],
      }))
    },
  }
}

const userType = (reading: OwnReading) =>
  sql<string | null>`(select person.user_type from directory_users as person
    where ${isInGeneration('person', reading)} and person.id = users.microsoft_id)`

/** The roles that accounts hold in the whole directory, themselves or through a group, by Microsoft id. */
async function heldRoles(
  db: Kysely<Database>,
  reading: OwnReading,
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ microsoftId: string; roleIds: string[] }>`
    with held as (
      select principal_id, role_template_id from directory_role_assignments as assignment
      where ${isInGeneration('assignment', reading)} and scope = '/'
    ), holders as (
      select principal_id as person_id, role_template_id from held
      union
      select member.member_id, held.role_template_id from held
      join directory_group_members as member on member.group_id = held.principal_id
      where ${isInGeneration('member', reading)}
    )
    select users.microsoft_id, array_agg(distinct holders.role_template_id) as role_ids
    from holders join users on users.microsoft_id = holders.person_id
    where users.tenant_id = ${reading.tenantId}
    group by users.microsoft_id`.execute(db)
  return new Map(rows.map(({ microsoftId, roleIds }) => [microsoftId, roleIds]))
}
