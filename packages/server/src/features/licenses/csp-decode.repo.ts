import type { Db } from '../../db/tables.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type CspDecodeRepo = ReturnType<typeof createCspDecodeRepo>

export function createCspDecodeRepo(db: Db) {
  return {
    /** Returns the licenses of the last refresh; `held` is null if the users were not read. */
    async find({ tenantId }: TenantAccess) {
      const tenant = await db
        .selectFrom('tenants')
        .select(['accessMethod', 'currentGenerationId'])
        .select(['readingStoppedAt', 'awaitingApprovalSince'])
        .where('id', '=', tenantId)
        .executeTakeFirst()
      if (tenant === undefined) throw tenantNotFound()
      const { accessMethod, currentGenerationId: generationId } = tenant
      const { readingStoppedAt, awaitingApprovalSince } = tenant
      // A tenant that awaits approval is not read either.
      const isReadingStopped = readingStoppedAt !== null || awaitingApprovalSince !== null
      const common = { accessMethod, isReadingStopped }
      if (generationId === null) return { ...common, held: null }
      const [held, missing] = await Promise.all([
        db
          .selectFrom('generationSkuHolders')
          .select(['skuId', 'holders'])
          .where('tenantId', '=', tenantId)
          .where('generationId', '=', generationId)
          .execute(),
        db
          .selectFrom('generationPartFailures')
          .select('part')
          .where('generationId', '=', generationId)
          .where('part', '=', 'users')
          .executeTakeFirst(),
      ])
      return { ...common, held: missing === undefined ? held : null }
    },
  }
}
