import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import { sql } from 'kysely'

import type { Db, Trx } from '../../db/tables.ts'
import { findUnknownTenants } from '../../db/unknown-tenants.ts'

export type RoleMappingsRepo = ReturnType<typeof createRoleMappingsRepo>

/** The ordered mappings, with the last change. */
export interface StoredMappings {
  readonly mappings: RoleMapping[]
  readonly version: number
  readonly updatedAt: Date | null
  readonly updatedBy: string | null
}

/** Stores the role mappings; the migrations insert the row of their state. */
export function createRoleMappingsRepo(db: Db) {
  async function read(within: Db = db): Promise<StoredMappings> {
    const state = await within
      .selectFrom('roleMappingsState')
      .select(['version', 'updatedAt', 'updatedBy'])
      .executeTakeFirstOrThrow()
    const rows = await within
      .selectFrom('roleMappings as mapping')
      .select(['id', 'microsoftRole', 'localRole', 'description', 'enabled', 'accessMode'])
      .select([
        sql<TenantId[]>`array(select tenant_id from role_mapping_tenants
          where mapping_id = mapping.id order by tenant_id)`.as('tenantIds'),
        sql<TenantGroupId[]>`array(select group_id from role_mapping_groups
          where mapping_id = mapping.id order by group_id)`.as('groupIds'),
      ])
      .orderBy('position')
      .execute()
    const mappings = rows.map(({ accessMode: mode, tenantIds, groupIds, ...mapping }) => ({
      ...mapping,
      access: mode === null ? null : { mode, tenantIds, groupIds },
    }))
    return { ...state, mappings }
  }

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    read,

    /** Locks the mappings until the transaction ends. */
    async readLocked(trx: Trx): Promise<StoredMappings> {
      await trx.selectFrom('roleMappingsState').select('id').forUpdate().execute()
      return read(trx)
    },

    async replace(
      trx: Trx,
      mappings: readonly RoleMapping[],
      { by, at }: { by: string; at: Date },
    ): Promise<void> {
      await trx.deleteFrom('roleMappings').execute()
      for (const [position, { access, ...mapping }] of mappings.entries())
        await insert(trx, { ...mapping, position, accessMode: access?.mode ?? null }, access)
      await trx
        .updateTable('roleMappingsState')
        .set((eb) => ({ version: eb('version', '+', 1), updatedAt: at, updatedBy: by }))
        .execute()
    },

    unknownTenants: (trx: Trx, tenantIds: readonly string[]): Promise<string[]> =>
      findUnknownTenants(trx, tenantIds),

    /** Returns the names of existing groups and locks them until the transaction ends. */
    async groupNames(trx: Trx, ids: readonly number[]): Promise<Map<number, string>> {
      const rows = await trx
        .selectFrom('tenantGroups')
        .select(['id', 'name'])
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .forKeyShare()
        .execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}

async function insert(
  trx: Trx,
  mapping: Omit<RoleMapping, 'access'> & {
    position: number
    accessMode: 'all' | 'list' | 'groups' | null
  },
  access: RoleMapping['access'],
): Promise<void> {
  await trx.insertInto('roleMappings').values(mapping).execute()
  await sql`
    insert into role_mapping_tenants (mapping_id, tenant_id)
    select distinct ${mapping.id}::text, tenant_id
    from unnest(${access?.tenantIds ?? []}::text[]) as given (tenant_id)`.execute(trx)
  await sql`
    insert into role_mapping_groups (mapping_id, group_id)
    select distinct ${mapping.id}::text, group_id
    from unnest(${access?.groupIds ?? []}::int[]) as given (group_id)`.execute(trx)
}
