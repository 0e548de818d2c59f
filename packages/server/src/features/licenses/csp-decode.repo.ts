import type { HeldSku } from '@tenantscope/analysis/held-skus'
import type { AccessMethod } from '@tenantscope/contract/tenants'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type CspDecodeRepo = ReturnType<typeof createCspDecodeRepo>

/** What the last refresh of a tenant says to the question of its licenses. */
export interface StoredTenant {
  readonly accessMethod: AccessMethod
  readonly isReadingStopped: boolean
  /** Null: the people were never read, or could not be. */
  readonly held: readonly HeldSku[] | null
}

export function createCspDecodeRepo(db: Kysely<Database>) {
  return {
    async find({ tenantId }: TenantAccess): Promise<StoredTenant> {
      const tenant = await db
        .selectFrom('tenants')
        .select(['accessMethod', 'currentGenerationId'])
        .select(['readingStoppedAt', 'awaitingApprovalSince'])
        .$narrowType<{ accessMethod: AccessMethod }>()
        .where('id', '=', tenantId)
        .executeTakeFirst()
      if (tenant === undefined) throw tenantNotFound()
      const { accessMethod, currentGenerationId: generationId } = tenant
      const { readingStoppedAt, awaitingApprovalSince } = tenant
      // Before an administrator has accepted it, nobody reads it either.
      const isReadingStopped = readingStoppedAt !== null || awaitingApprovalSince !== null
      const standing = { accessMethod, isReadingStopped }
      if (generationId === null) return { ...standing, held: null }
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
      return { ...standing, held: missing === undefined ? held : null }
    },
  }
}
