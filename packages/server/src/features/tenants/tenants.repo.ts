import type { PolicyFacts } from '@tenantscope/analysis/conditional-access'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantId } from '@tenantscope/contract/ids'
import type { MfaVerdict, PartFailure } from '@tenantscope/contract/tenants'
import type { Kysely } from 'kysely'

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
    async readGeneration(access: TenantAccess, generationId: number) {
      const generation = db
        .selectFrom('generations')
        .select('id')
        .where('id', '=', generationId)
        .where('tenantId', '=', access.tenantId)
      const [organization, skus, policies, partFailures] = await Promise.all([
        db
          .selectFrom('directoryOrganizations')
          .selectAll()
          .where('generationId', 'in', generation)
          .executeTakeFirst(),
        db
          .selectFrom('directorySkus')
          .selectAll()
          .where('generationId', 'in', generation)
          .orderBy('skuPartNumber')
          .orderBy('skuId')
          .execute(),
        db
          .selectFrom('directoryPolicies')
          .select(['id', 'displayName', 'state', 'conditions', 'grantControls'])
          .$narrowType<Pick<PolicyFacts, 'conditions' | 'grantControls'>>()
          .where('generationId', 'in', generation)
          .orderBy('displayName')
          .orderBy('id')
          .execute(),
        db
          .selectFrom('generationPartFailures')
          .select(['part', 'code', 'message'])
          .$narrowType<PartFailure>()
          .where('generationId', 'in', generation)
          .orderBy('part')
          .execute(),
      ])
      return { organization, skus, policies, partFailures }
    },
  }
}
