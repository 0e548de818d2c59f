import type { PolicyFacts } from '@tenantscope/analysis/conditional-access'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantId } from '@tenantscope/contract/ids'
import type { MfaVerdict, PartFailure } from '@tenantscope/contract/tenants'
import type { Kysely } from 'kysely'

import { rowsOf } from '../../db/generation-rows.ts'
import type { Database } from '../../db/tables.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type TenantsRepo = ReturnType<typeof createTenantsRepo>

interface Narrowed {
  id: TenantId
  failureCode: TenantFailureCode | null
  mfa: MfaVerdict | null
}

/** Tenants and what was read of them, for screens. */
export function createTenantsRepo(db: Kysely<Database>) {
  // The pointer and the figures behind it come from one statement, so they belong together.
  const rows = () =>
    db
      .selectFrom('tenants')
      .leftJoin('generations', 'generations.id', 'tenants.currentGenerationId')
      .select([
        'tenants.id',
        'tenants.displayName',
        'tenants.defaultDomainName',
        'tenants.createdDateTime',
        'tenants.contractType',
        'tenants.status',
        'tenants.isPartnerTenant',
        'tenants.accessMethod',
        'tenants.grantedPermissions',
        'tenants.currentGenerationId',
        'tenants.dataAsOf',
        'tenants.failureCode',
        'tenants.failureMessage',
        'tenants.failureAt',
        'tenants.failureMicrosoftCode',
        'tenants.failureRequestId',
        'tenants.failureCorrelationId',
        'generations.people',
        'generations.licensedPeople',
        'generations.paidSeats',
        'generations.assignedPaidSeats',
        'generations.unassignedPaidSeats',
        'generations.mfa',
      ])
      .$narrowType<Narrowed>()

  return {
    async list(scope: TenantScope) {
      return rows()
        .where(isInScope('tenants.id', scope))
        .orderBy('tenants.displayName')
        .orderBy('tenants.id')
        .execute()
    },

    async exists(tenantId: TenantId, scope: TenantScope): Promise<boolean> {
      const row = await db
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', tenantId)
        .where(isInScope('tenants.id', scope))
        .executeTakeFirst()
      return row !== undefined
    },

    async find(access: TenantAccess) {
      return rows().where('tenants.id', '=', access.tenantId).executeTakeFirst()
    },

    /**
     * Everything of one generation that `find` named. Its rows never change and outlive the flip to
     * the next one, so the statements need no transaction.
     */
    async readGeneration({ tenantId }: TenantAccess, generationId: number) {
      const generation = { tenantId, generationId }
      const [organization, skus, policies, partFailures] = await Promise.all([
        rowsOf(db, 'directoryOrganizations', generation).selectAll().executeTakeFirst(),
        rowsOf(db, 'directorySkus', generation)
          .selectAll()
          .orderBy('skuPartNumber')
          .orderBy('skuId')
          .execute(),
        rowsOf(db, 'directoryPolicies', generation)
          .select(['id', 'displayName', 'state', 'conditions', 'grantControls'])
          .$narrowType<Pick<PolicyFacts, 'conditions' | 'grantControls'>>()
          .orderBy('displayName')
          .orderBy('id')
          .execute(),
        db
          .selectFrom('generationPartFailures')
          .innerJoin('generations', 'generations.id', 'generationPartFailures.generationId')
          .select(['part', 'code', 'message'])
          .$narrowType<PartFailure>()
          .where('generations.id', '=', generationId)
          .where('generations.tenantId', '=', tenantId)
          .orderBy('part')
          .execute(),
      ])
      return { organization, skus, policies, partFailures }
    },
  }
}
