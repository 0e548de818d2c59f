import type { TenantGroupId, TenantId, UserId } from '@tenantscope/contract/ids'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

/** What was granted to a person, in the order of ids. */
export async function readGrant(within: Kysely<Database>, id: UserId): Promise<TenantAccessGrant> {
  return within
    .selectFrom('users')
    .select('tenantAccess as mode')
    .select([
      sql<TenantId[]>`array(select tenant_id from user_tenant_access
        where user_id = users.id order by tenant_id)`.as('tenantIds'),
      sql<TenantGroupId[]>`array(select group_id from user_group_access
        where user_id = users.id order by group_id)`.as('groupIds'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
