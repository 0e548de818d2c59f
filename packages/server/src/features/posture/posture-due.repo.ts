import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import { isInGeneration } from '../../db/generation-rows.ts'
import type { Db, Trx } from '../../db/tables.ts'
import { storeDates } from './posture-store.repo.ts'
import type { JudgedState, JudgedTenant } from './posture-store.repo.ts'
import { RULES } from './rules.ts'

export type PostureDueRepo = ReturnType<typeof createPostureDueRepo>

/** Rows per statement, so that the database is not blocked for long. */
const BATCH = 2_000

/** Finds tenants that are due to be judged, and intervals that are no longer kept. */
export function createPostureDueRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** `storeDates` outside a transaction. */
    storeDates: (
      judged: JudgedTenant,
      stored: { readonly at: Date; readonly state: JudgedState },
    ) => storeDates(db, judged, stored),

    /** Locks the tenant until the transaction ends, and returns what a judging must match. */
    lockTenant: (trx: Trx, tenantId: TenantId) =>
      trx
        .selectFrom('tenants')
        .select(['currentGenerationId', 'emergencyAccountsVersion'])
        .where('id', '=', tenantId)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    /**
     * Returns tenants with data that were judged before, never, or by other rules; in the order of
     * ids. Inactive tenants are never due: nothing of them changes, and no figure counts them.
     */
    async findDue({
      judgedBefore,
      after,
      limit,
    }: {
      judgedBefore: Date
      after: string
      limit: number
    }): Promise<TenantId[]> {
      const rows = await db
        .selectFrom('tenants')
        .leftJoin('tenantPostures as posture', 'posture.tenantId', 'tenants.id')
        .select('tenants.id')
        .where('tenants.currentGenerationId', 'is not', null)
        .where('tenants.status', '<>', 'Inactive')
        .where(sql<boolean>`tenants.id > ${after}`)
        .where((eb) =>
          eb.or([
            eb('posture.tenantId', 'is', null),
            eb('posture.judgedAt', '<', judgedBefore),
            eb('posture.rules', '<>', RULES),
          ]),
        )
        .orderBy('tenants.id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Returns the tenants, without Inactive ones, whose current data contain the SKU. */
    async listWithSku(skuId: string): Promise<TenantId[]> {
      const current = {
        tenantId: sql.ref('tenants.id'),
        generationId: sql.ref('tenants.currentGenerationId'),
      }
      const rows = await db
        .selectFrom('tenants')
        .innerJoin('directorySkus as sku', (join) => join.on(isInGeneration('sku', current)))
        .select('tenants.id')
        .where('tenants.status', '<>', 'Inactive')
        .where(sql<boolean>`lower(sku.sku_id) = ${skuId}`)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Removes intervals that ended longer ago than they are kept (settings). */
    async deleteOldIntervals(now: Date, signal: AbortSignal): Promise<void> {
      let deleted = BATCH
      while (deleted === BATCH) {
        signal.throwIfAborted()
        const { numAffectedRows } = await sql`
          delete from posture_intervals where id = any(array(
            select posture_intervals.id from posture_intervals, settings
            where until < ${now}::timestamptz
              - make_interval(months => settings.posture_retention_months)
            limit ${sql.lit(BATCH)}))`.execute(db)
        deleted = Number(numAffectedRows ?? 0)
      }
    },
  }
}
