import type { PolicyFacts } from '@tenantscope/analysis/conditional-access'
import { sql } from 'kysely'

import { rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type PolicyComparisonRepo = ReturnType<typeof createPolicyComparisonRepo>

/** Reads the policies of a tenant, and whether all of them could be read. */
export function createPolicyComparisonRepo(db: Db) {
  return {
    findTenant: ({ tenantId }: TenantAccess) =>
      db
        .selectFrom('tenants')
        .select([
          'id as tenantId',
          shownName('tenants').as('displayName'),
          'dataAsOf',
          'currentGenerationId as generationId',
          sql<boolean>`exists (select from generation_part_failures as failed
            where failed.generation_id = current_generation_id and failed.part = 'policies')`.as(
            'hasFailed',
          ),
          sql<number>`coalesce((select sum(malformed)::int from generation_malformed_rows as found
            where found.generation_id = current_generation_id and found.part = 'policies'), 0)`.as(
            'malformed',
          ),
        ])
        .where('id', '=', tenantId)
        .executeTakeFirst(),

    readPolicies: (generation: GenerationOfTenant): Promise<PolicyFacts[]> =>
      rowsOf(db, 'directoryPolicies', generation)
        .select(['id', 'displayName', 'state', 'conditions', 'grantControls', 'sessionControls'])
        .$narrowType<PolicyFacts>()
        .orderBy('id')
        .execute(),
  }
}
