import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import { isInGeneration } from '../../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../../db/generation-rows.ts'
import type { Db, Trx } from '../../../db/tables.ts'

export type BillingReadingsRepo = ReturnType<typeof createBillingReadingsRepo>

/** A license that counts as paid, with its usable seats. */
export interface PaidLicense {
  readonly skuId: string
  readonly skuPartNumber: string
  readonly seats: number
}

/** Counts the licensed people of readings. */
export function createBillingReadingsRepo(db: Db) {
  return {
    /**
     * Counts the people with at least one seat of these licenses, each once. Runs before the publishing
     * transaction: it takes long for a hundred thousand users.
     */
    async count(
      generation: GenerationOfTenant,
      { licenses, malformedRows }: { licenses: readonly PaidLicense[]; malformedRows: number },
    ): Promise<void> {
      const { tenantId, generationId } = generation
      await sql`
        with paid as (
          select * from unnest(${licenses.map(({ skuId }) => skuId.toLowerCase())}::text[],
            ${licenses.map(({ skuPartNumber }) => skuPartNumber)}::text[],
            ${licenses.map(({ seats }) => seats)}::bigint[]) as paid (sku_id, part_number, seats)),
        held as (
          select distinct lower(assigned.sku_id) as sku_id, people.id as user_id,
            coalesce(lower(people.user_type), '') = 'guest' as is_guest,
            people.account_enabled is not distinct from false as is_blocked
          from directory_license_assignments as assigned
          join directory_users as people on people.id = assigned.user_id
            and ${isInGeneration('people', generation)}
          where ${isInGeneration('assigned', generation)}
            and coalesce(assigned.state, 'Active') not in ('Error', 'Disabled')
            and lower(assigned.sku_id) in (select sku_id from paid)),
        persons as (select distinct user_id, is_guest, is_blocked from held),
        by_license as (
          select paid.sku_id, min(paid.part_number) as part_number, max(paid.seats) as seats,
            count(held.user_id) filter (where not held.is_guest) as members,
            count(held.user_id) filter (where held.is_guest) as guests
          from paid left join held on held.sku_id = paid.sku_id group by paid.sku_id)
        insert into billing_readings (generation_id, tenant_id, billed_people, blocked_people,
          guests, malformed_rows, licenses, person_ids)
        select ${generationId}::bigint, ${tenantId},
          count(*) filter (where not is_guest), count(*) filter (where not is_guest and is_blocked),
          count(*) filter (where is_guest), ${malformedRows}::int,
          (select coalesce(jsonb_agg(jsonb_build_object('skuId', sku_id, 'skuPartNumber', part_number,
            'seats', seats, 'members', members, 'guests', guests) order by sku_id), '[]')
            from by_license),
          coalesce(array_agg(user_id order by user_id) filter (where not is_guest), '{}')
        from persons
        on conflict (generation_id) do nothing`.execute(db)
    },

    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Returns the current reading with what could not be read; undefined when there is none. */
    async findCurrent(tenantId: TenantId) {
      const tenant = await db
        .selectFrom('tenants')
        .select(['currentGenerationId as generationId', 'dataAsOf'])
        .where('id', '=', tenantId)
        .executeTakeFirst()
      const { generationId = null, dataAsOf = null } = tenant ?? {}
      if (generationId === null || dataAsOf === null) return undefined
      const [failures, malformedRows] = await Promise.all([
        db
          .selectFrom('generationPartFailures')
          .select('part')
          .where('generationId', '=', generationId)
          .execute(),
        db
          .selectFrom('generationMalformedRows')
          .select(['part', 'malformed'])
          .where('generationId', '=', generationId)
          .execute(),
      ])
      return { generationId, dataAsOf, failures, malformedRows }
    },

    /** Removes the tenant's readings up to this one on which no open month rests. */
    async removeUnused(trx: Trx, { tenantId, generationId }: GenerationOfTenant): Promise<void> {
      await trx
        .deleteFrom('billingReadings')
        .where('tenantId', '=', tenantId)
        .where('generationId', '<=', generationId)
        .where(
          sql<boolean>`generation_id not in (select generation_id from billing_open_months
            where tenant_id = ${tenantId} and generation_id is not null)`,
        )
        .execute()
    },
  }
}
