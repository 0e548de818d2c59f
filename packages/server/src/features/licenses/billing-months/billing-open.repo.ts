import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db, Trx } from '../../../db/tables.ts'
import type { DatedMonth } from './billing-calendar.rules.ts'
import { NEEDED_PARTS } from './billing-months.rules.ts'

export type BillingOpenRepo = ReturnType<typeof createBillingOpenRepo>

/** A month that is not frozen yet. */
export interface OpenMonthRow extends DatedMonth {
  readonly generationId: number | null
  readonly readAt: Date | null
}

/** What decides about the open months of a tenant. */
export interface BillingTenant {
  /** False: no further month is opened. */
  readonly isBilled: boolean
  /** The time zone in force. */
  readonly timeZone: string
  readonly lastFrozen: { month: string; endsAt: Date } | undefined
  /** The current generation with its date; null when nothing was read. */
  readonly currentId: number | null
  readonly dataAsOf: Date | null
}

/** An Inactive tenant is no longer a customer; one that awaits approval is not one yet. */
const IS_BILLED = sql<boolean>`(tenants.status <> 'Inactive'
  and tenants.awaiting_approval_since is null)`

const ZONE = sql<string>`coalesce((select zone.time_zone from tenant_billing_zones as zone
  where zone.tenant_id = tenants.id), settings.timezone)`

/** Stores the months that are not frozen yet. */
export function createBillingOpenRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** The tenants for which a month has to be opened, moved to another time zone or frozen. */
    async due(now: Date, endedBefore: Date): Promise<TenantId[]> {
      const { rows } = await sql<{ id: TenantId }>`
        with newest as (
          select distinct on (tenant_id) tenant_id, time_zone, ends_at from billing_open_months
          order by tenant_id, month desc)
        select tenants.id from settings, tenants left join newest on newest.tenant_id = tenants.id
        where (${IS_BILLED} and (newest.tenant_id is null or newest.ends_at <= ${now}))
          or (newest.ends_at > ${now} and newest.time_zone <> ${ZONE})
          or exists (select from billing_open_months as open
            where open.tenant_id = tenants.id and open.ends_at <= ${endedBefore})
        order by tenants.id`.execute(db)
      return rows.map(({ id }) => id)
    },

    /**
     * The tenants with a good current reading from the open month, which rests on none: it was opened after
     * the reading was published.
     */
    async uncounted(): Promise<TenantId[]> {
      const { rows } = await sql<{ id: TenantId }>`
        select tenants.id from tenants join billing_open_months as open on open.tenant_id = tenants.id
        where open.read_at is null and tenants.current_generation_id is not null
          and open.starts_at <= tenants.data_as_of and tenants.data_as_of < open.ends_at
          and not exists (select from generation_part_failures as failed
            where failed.generation_id = tenants.current_generation_id
              and failed.part = any(${NEEDED_PARTS}::text[]))
        order by tenants.id`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Locks the tenant until the transaction ends; undefined when it is gone. */
    async lock(trx: Trx, tenantId: TenantId): Promise<BillingTenant | undefined> {
      const { rows } = await sql<Omit<BillingTenant, 'lastFrozen'>>`
        select ${IS_BILLED} as is_billed, ${ZONE} as time_zone,
          tenants.current_generation_id as current_id, tenants.data_as_of
        from tenants, settings where tenants.id = ${tenantId} for no key update of tenants`.execute(
        trx,
      )
      const [tenant] = rows
      if (tenant === undefined) return undefined
      const lastFrozen = await trx
        .selectFrom('billingMonths')
        .select(['month', 'endsAt'])
        .where('tenantId', '=', tenantId)
        .orderBy('month', 'desc')
        .limit(1)
        .executeTakeFirst()
      return { ...tenant, lastFrozen }
    },

    /** The open months of a tenant, the earliest first. */
    list: (tenantId: TenantId, within: Db = db): Promise<OpenMonthRow[]> =>
      within
        .selectFrom('billingOpenMonths')
        .select(['month', 'timeZone', 'startsAt', 'endsAt', 'generationId', 'readAt'])
        .where('tenantId', '=', tenantId)
        .orderBy('month')
        .execute(),

    async open(trx: Trx, tenantId: TenantId, months: readonly DatedMonth[]): Promise<void> {
      if (months.length === 0) return
      await trx
        .insertInto('billingOpenMonths')
        .values(months.map((month) => ({ ...month, tenantId })))
        .execute()
    },

    async move(trx: Trx, tenantId: TenantId, moved: DatedMonth): Promise<void> {
      const { month, timeZone, endsAt } = moved
      await trx
        .updateTable('billingOpenMonths')
        .set({ timeZone, endsAt })
        .where('tenantId', '=', tenantId)
        .where('month', '=', month)
        .execute()
    },

    /** The open month that contains `at` rests on this reading, unless it has a later one. */
    async restOn(
      trx: Trx,
      tenantId: TenantId,
      { generationId, at }: { generationId: number; at: Date },
    ): Promise<void> {
      await trx
        .updateTable('billingOpenMonths')
        .set({ generationId, readAt: at })
        .where('tenantId', '=', tenantId)
        .where('startsAt', '<=', at)
        .where('endsAt', '>', at)
        .where((eb) => eb.or([eb('readAt', 'is', null), eb('readAt', '<=', at)]))
        .execute()
    },

    /** Removes a month with the reading on which it rested. */
    async remove(
      trx: Trx,
      tenantId: TenantId,
      { month, generationId }: Pick<OpenMonthRow, 'month' | 'generationId'>,
    ): Promise<void> {
      await trx
        .deleteFrom('billingOpenMonths')
        .where('tenantId', '=', tenantId)
        .where('month', '=', month)
        .execute()
      if (generationId !== null)
        await trx.deleteFrom('billingReadings').where('generationId', '=', generationId).execute()
    },
  }
}
