import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type PermissionsRepo = ReturnType<typeof createPermissionsRepo>

/** What the last tokens of tenants held. */
export function createPermissionsRepo(db: Kysely<Database>) {
  return {
    async list(scope: TenantScope) {
      return db
        .selectFrom('tenants')
        .select(['id', shownName('tenants').as('displayName'), 'isPartnerTenant', 'accessMethod'])
        .select(['grantedPermissions', 'dataAsOf', 'failureCode', 'failureAt'])
        .$narrowType<{ id: TenantId }>()
        .where(isInScope('tenants.id', scope))
        .orderBy('displayName')
        .orderBy('id')
        .execute()
    },

    /**
     * Tenants whose consent is on its way into Microsoft's tokens, and those of which nobody knows
     * anything yet while they are being read.
     */
    async countVerifying(scope: TenantScope): Promise<number> {
      const { count } = await db
        .selectFrom('tenants')
        .select(sql<number>`count(*)::int`.as('count'))
        .where(isInScope('tenants.id', scope))
        .where(
          sql<boolean>`(
            exists (select from consents
              where consents.tenant_id = tenants.id and consents.state = 'propagating')
            or granted_permissions is null and exists (select from sync_run_tenants as waiting
              join sync_runs as run on run.id = waiting.run_id
              where waiting.tenant_id = tenants.id and waiting.finished_at is null
                and run.finished_at is null))`,
        )
        .executeTakeFirstOrThrow()
      return count
    },

    async findCheckable({ tenantId }: TenantAccess) {
      const row = await db
        .selectFrom('tenants')
        .select(['dataAsOf', 'readingStoppedAt', 'awaitingApprovalSince'])
        .where('id', '=', tenantId)
        .executeTakeFirst()
      if (row === undefined) throw tenantNotFound()
      return row
    },
  }
}
