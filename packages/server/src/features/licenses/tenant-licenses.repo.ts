import type { TenantPart } from '@tenantscope/contract/parts'

import { rowsOf } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type TenantLicensesRepo = ReturnType<typeof createTenantLicensesRepo>

/** The generation of a reply, and when it was read. */
export interface ReadGeneration {
  readonly generationId: number
  readonly dataAsOf: Date
}

/** The current generation of a tenant. */
export interface CurrentGeneration extends ReadGeneration {
  readonly isInactive: boolean
}

/** Reads a tenant's stored licenses. */
export function createTenantLicensesRepo(db: Db) {
  return {
    /** The current one; undefined before the first refresh. */
    findCurrent: ({ tenantId }: TenantAccess): Promise<CurrentGeneration | undefined> =>
      db
        .selectFrom('tenants')
        .select(['currentGenerationId as generationId', 'dataAsOf'])
        .select((eb) => eb('status', '=', 'Inactive').as('isInactive'))
        .where('id', '=', tenantId)
        .where('currentGenerationId', 'is not', null)
        .where('dataAsOf', 'is not', null)
        .$narrowType<CurrentGeneration>()
        .executeTakeFirst(),

    /** A generation that a client is paging through; undefined if it was replaced before that moment. */
    findReadable: ({ tenantId }: TenantAccess, generationId: number, replacedAfter: Date) =>
      db
        .selectFrom('generations')
        .select(['id as generationId', 'completedAt as dataAsOf'])
        .where('id', '=', generationId)
        .where('tenantId', '=', tenantId)
        .where('completedAt', 'is not', null)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('generations as later')
                .select('later.id')
                .whereRef('later.tenantId', '=', 'generations.tenantId')
                .whereRef('later.id', '>', 'generations.id')
                .where('later.completedAt', '<=', replacedAfter),
            ),
          ),
        )
        .$narrowType<ReadGeneration>()
        .executeTakeFirst(),

    /** Returns the SKUs that the tenant has or its users hold. */
    async readSkuNames({ tenantId }: TenantAccess, generationId: number) {
      const [listed, held] = await Promise.all([
        rowsOf(db, 'directorySkus', { tenantId, generationId })
          .select(['skuId', 'skuPartNumber'])
          .execute(),
        db
          .selectFrom('generationSkuHolders')
          .select('skuId')
          .where('generationId', '=', generationId)
          .where('tenantId', '=', tenantId)
          .execute(),
      ])
      return { listed, held }
    },

    findFailure: ({ tenantId }: TenantAccess, generationId: number, part: TenantPart) =>
      db
        .selectFrom('generationPartFailures')
        .innerJoin('generations', 'generations.id', 'generationPartFailures.generationId')
        .select(['part', 'code', 'message'])
        .where('generations.id', '=', generationId)
        .where('generations.tenantId', '=', tenantId)
        .where('part', '=', part)
        .executeTakeFirst(),
  }
}
