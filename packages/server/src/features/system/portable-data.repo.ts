import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import { UserId } from '@tenantscope/contract/ids'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import { AdminSettings } from '@tenantscope/contract/settings'
import { sql } from 'kysely'

import type { Db, Trx } from '../../db/tables.ts'
import { PortableLicense, PortableUser } from './portable-data.rules.ts'

export type PortableDataRepo = ReturnType<typeof createPortableDataRepo>

/** Reads and stores the content of an export: settings, role mappings, license settings and users. */
export function createPortableDataRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Locks the data until the transaction ends. */
    async lock(trx: Trx): Promise<void> {
      await trx
        .selectFrom('licenseVisibility')
        .select('skuId')
        .orderBy('skuId')
        .forUpdate()
        .execute()
      await trx.selectFrom('settings').select('id').forUpdate().execute()
      await trx.selectFrom('roleMappingsState').select('id').forUpdate().execute()
    },

    async settings(within: Db = db): Promise<AdminSettings> {
      const row = await within.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
      return AdminSettings.parse(row)
    },

    async setSettings(trx: Trx, settings: AdminSettings, by: { name: string; at: Date }) {
      await trx
        .updateTable('settings')
        .set((eb) => ({
          ...settings,
          version: eb('version', '+', 1),
          updatedAt: by.at,
          updatedBy: by.name,
        }))
        .execute()
    },

    async licenses(today: string, within: Db = db): Promise<PortableLicense[]> {
      const rows = await within
        .selectFrom('licenseVisibility')
        .leftJoin('licensePrices as price', (join) =>
          join
            .onRef('price.skuId', '=', 'licenseVisibility.skuId')
            .on('price.kind', '=', 'customer')
            .on('price.currency', '=', LIST_CURRENCY)
            .on('price.tenantId', 'is', null)
            .on(sql<boolean>`coalesce(price.valid_from <= ${today}::date, true)`)
            .on(sql<boolean>`coalesce(price.valid_to >= ${today}::date, true)`),
        )
        .selectAll('licenseVisibility')
        .select('price.amountMinor as monthlyPriceCents')
        .orderBy('licenseVisibility.skuId')
        .execute()
      return rows.map((row) => PortableLicense.parse(row))
    },

    async putLicense(trx: Trx, license: PortableLicense, at: Date): Promise<void> {
      const { monthlyPriceCents: _price, ...stored } = license
      const { friendlyName, isVisible, ownType } = stored
      await trx
        .insertInto('licenseVisibility')
        .values({ ...stored, firstDiscovered: at, lastSeen: at })
        .onConflict((conflict) =>
          conflict.column('skuId').doUpdateSet({ friendlyName, isVisible, ownType }),
        )
        .execute()
    },

    async logVisibility(
      trx: Trx,
      { skuId, isVisible }: PortableLicense,
      by: { name: string; at: Date; ipAddress: string | null; userAgent: string | null },
    ): Promise<void> {
      await trx
        .insertInto('licenseVisibilityLog')
        .values({
          skuId,
          changedBy: by.name,
          action: isVisible ? 'VISIBLE' : 'HIDDEN',
          timestamp: by.at,
          userAgent: by.userAgent,
          ipAddress: by.ipAddress,
        })
        .execute()
    },

    async users(): Promise<PortableUser[]> {
      const rows = await db.selectFrom('users').selectAll().orderBy('id').execute()
      return rows.map((row) =>
        PortableUser.parse({
          ...row,
          authMethod: row.authMethod === 'microsoft' ? 'microsoft' : 'local',
        }),
      )
    },

    /** Returns false for an existing account, or when the user name is taken. */
    async addMicrosoft(
      trx: Trx,
      person: PortableUser & { microsoftId: string; tenantId: string },
      { unusablePassword, at }: { unusablePassword: string; at: Date },
    ): Promise<UserId | null> {
      const { microsoftId, tenantId, username, displayName, email, role, isDisabled } = person
      const found = await trx
        .selectFrom('users')
        .select('id')
        .where((eb) =>
          eb.or([
            eb.and([eb('microsoftId', '=', microsoftId), eb('tenantId', '=', tenantId)]),
            eb(sql`lower(username)`, '=', username.toLowerCase()),
          ]),
        )
        .executeTakeFirst()
      if (found !== undefined) return null
      const { id } = await trx
        .insertInto('users')
        .values({
          username,
          password: unusablePassword,
          microsoftId,
          tenantId,
          displayName,
          email,
          role,
          isAdmin: false,
          adminRoles: [],
          authMethod: 'microsoft',
          isDisabled,
          tenantAccess: 'list',
          createdAt: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return UserId.parse(id)
    },

    async roleMappings(within: Db = db): Promise<RoleMapping[]> {
      const { rows } = await sql<RoleMapping>`
        select id, microsoft_role, local_role, description, enabled,
          case when access_mode is null then null else jsonb_build_object(
            'mode', access_mode,
            'tenantIds', array(select tenant_id from role_mapping_tenants
              where mapping_id = role_mappings.id order by tenant_id),
            'groupIds', array(select group_id from role_mapping_groups
              where mapping_id = role_mappings.id order by group_id)) end as access
        from role_mappings order by position`.execute(within)
      return rows
    },

    async mappingIds(trx: Trx): Promise<string[]> {
      const rows = await trx.selectFrom('roleMappings').select('id').execute()
      return rows.map(({ id }) => id)
    },

    /** Adds a mapping at the end, without its grants: tenants and groups have other ids here. */
    async addMapping(trx: Trx, mapping: RoleMapping): Promise<void> {
      const { id, microsoftRole, localRole, description, enabled } = mapping
      await trx
        .insertInto('roleMappings')
        .values({
          id,
          position: sql<number>`(select coalesce(max(position), 0) + 1 from role_mappings)`,
          microsoftRole,
          localRole,
          description,
          enabled,
          accessMode: null,
        })
        .execute()
    },

    async noteMappings(trx: Trx, by: { name: string; at: Date }): Promise<void> {
      await trx
        .updateTable('roleMappingsState')
        .set((eb) => ({ version: eb('version', '+', 1), updatedAt: by.at, updatedBy: by.name }))
        .execute()
    },
  }
}
