import type { PartFailure, TenantPart } from '@tenantscope/contract/parts'
import type { Kysely } from 'kysely'

import { rowsOf } from '../../db/generation-rows.ts'
import type { Database } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type TenantLicensesRepo = ReturnType<typeof createTenantLicensesRepo>

/** The generation that an answer is made from, and when it was read. */
export interface ReadGeneration {
  readonly generationId: number
  readonly dataAsOf: Date
}

/** What was read of a tenant's licenses. */
export function createTenantLicensesRepo(db: Kysely<Database>) {
  return {
    /** The current one; undefined before the tenant was read. */
    async findCurrent({ tenantId }: TenantAccess): Promise<ReadGeneration | undefined> {
      return db
        .selectFrom('tenants')
        .select(['currentGenerationId as generationId', 'dataAsOf'])
        .where('id', '=', tenantId)
        .where('currentGenerationId', 'is not', null)
        .where('dataAsOf', 'is not', null)
        .$narrowType<ReadGeneration>()
        .executeTakeFirst()
    },

    /** One that somebody began to read; undefined once a later one has been there since before that moment. */
    async findReadable(
      { tenantId }: TenantAccess,
      generationId: number,
      replacedAfter: Date,
    ): Promise<ReadGeneration | undefined> {
      return db
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
        .executeTakeFirst()
    },

    /** The SKUs that the tenant has or that its people hold, whichever of them is listed. */
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

    async findFailure(
      { tenantId }: TenantAccess,
      generationId: number,
      part: TenantPart,
    ): Promise<PartFailure | undefined> {
      return db
        .selectFrom('generationPartFailures')
        .innerJoin('generations', 'generations.id', 'generationPartFailures.generationId')
        .select(['part', 'code', 'message'])
        .$narrowType<PartFailure>()
        .where('generations.id', '=', generationId)
        .where('generations.tenantId', '=', tenantId)
        .where('part', '=', part)
        .executeTakeFirst()
    },
  }
}
