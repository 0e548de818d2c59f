import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type PermissionsRepo = ReturnType<typeof createPermissionsRepo>

/** Stores the permissions of tenants' last tokens. */
export function createPermissionsRepo(db: Db) {
  return {
    list: (scope: TenantScope) =>
      db
        .selectFrom('tenants')
        .select(['id', shownName('tenants').as('displayName'), 'accessMethod'])
        .select(['status', 'grantedPermissions', 'isConsented', 'consentedAt', 'consentLostAt'])
        .select(['awaitingApprovalSince', 'readingStoppedAt', 'dataAsOf'])
        .select([
          'isPartnerTenant',
          'failureCode',
          'failureAt',
          'failureMessage',
          'failureMicrosoftCode',
        ])
        .select(['failureRequestId', 'failureCorrelationId'])
        .where(isInScope('tenants.id', scope))
        .orderBy(byAlphabet(shownName('tenants')))
        .orderBy('id')
        .execute(),

    /**
     * Counts tenants whose consent is not yet effective in Microsoft's tokens, and unknown ones
     * that are being read.
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
