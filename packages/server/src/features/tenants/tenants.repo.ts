import type { PolicyFacts } from '@tenantscope/analysis/conditional-access'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { MfaVerdict } from '@tenantscope/contract/tenants'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import { rowsOf } from '../../db/generation-rows.ts'
import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
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
      .leftJoin('tenantSettings', 'tenantSettings.tenantId', 'tenants.id')
      .select([
        'tenants.id',
        shownName('tenants').as('displayName'),
        'tenants.displayName as directoryName',
        'tenantSettings.tags',
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
        'generations.mfa',
        'tenants.readingStoppedAt',
        'tenants.isConsented',
        'tenants.consentedAt',
        'tenants.consentLostAt',
        'tenants.awaitingApprovalSince',
        sql<TenantGroupId[]>`array(select held.group_id from tenant_group_members as held
          where held.tenant_id = tenants.id order by held.group_id)`.as('groupIds'),
        sql<boolean>`not exists (select from generation_part_failures as failed
          where failed.generation_id = tenants.current_generation_id
            and failed.part = 'licenses')`.as('hasLicenses'),
      ])
      .$narrowType<Narrowed>()

  return {
    async list(scope: TenantScope) {
      return rows()
        .where(isInScope('tenants.id', scope))
        .orderBy('displayName')
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

    /** The partner's own directory, when it is in the scope. */
    async findPartner(scope: TenantScope): Promise<TenantId | undefined> {
      const row = await db
        .selectFrom('tenants')
        .select('id')
        .$narrowType<{ id: TenantId }>()
        .where('isPartnerTenant', '=', true)
        .where(isInScope('tenants.id', scope))
        .executeTakeFirst()
      return row?.id
    },

    /**
     * Everything but the seats of one generation that `find` named. Its rows never change and outlive the flip to
     * the next one, so the statements need no transaction.
     */
    async readGeneration({ tenantId }: TenantAccess, generationId: number) {
      const generation = { tenantId, generationId }
      const [organization, policies, partFailures] = await Promise.all([
        rowsOf(db, 'directoryOrganizations', generation).selectAll().executeTakeFirst(),
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
      return { organization, policies, partFailures }
    },
  }
}
