import type { PastDecision, SavingsRecord } from '@tenantscope/analysis/savings-history'
import { CurrencyCode } from '@tenantscope/contract/currencies'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import type { RenewalDecisionKind } from '@tenantscope/contract/renewals'
import { sql } from 'kysely'

import type { Db } from '../../../db/tables.ts'
import { isInGroup, isInScope } from '../../../db/tenant-scope.ts'
import type { TenantScope } from '../../../db/tenant-scope.ts'

export type SavingsHistoryRepo = ReturnType<typeof createSavingsHistoryRepo>

export interface AskedHistory {
  readonly scope: TenantScope
  readonly groupId: TenantGroupId | null
  /** Only this tenant. */
  readonly tenantId?: TenantId
}

/** A tenant whose newest reading is not recorded, as far as its users and licenses were read. */
export interface UnrecordedTenant {
  readonly tenantId: TenantId
  readonly generationId: number
  readonly dataAsOf: Date
}

/** A decision for a renewal of a tenant, with the seats that are known. */
export interface DecisionRow {
  readonly tenantId: TenantId
  readonly subscriptionId: string
  readonly day: string
  readonly skuId: string
  readonly kind: RenewalDecisionKind
  readonly reduceTo: number | null
  readonly seatsBefore: number | null
  readonly seatsAfter: number | null
  readonly afterReadAt: Date | null
}

export interface RecordRow extends UnrecordedTenant {
  readonly currency: CurrencyCode
  readonly costCents: number
  readonly foundCents: number
  readonly decidedCents: number
  readonly unpricedSeats: number
  readonly unpricedDecisions: number
}

interface SavedRow extends Pick<
  DecisionRow,
  'tenantId' | 'subscriptionId' | 'day' | 'afterReadAt'
> {
  readonly saved: { readonly cents: number; readonly currency: CurrencyCode } | null
}

const DECISION = [
  'tenantId',
  'subscriptionId',
  'day',
  'skuId',
  'kind',
  'reduceTo',
  'seatsBefore',
  'seatsAfter',
  'afterReadAt',
] as const

/** True for rows of the tenant; without one for all rows. */
const isTenant = (column: string, tenantId: TenantId | undefined) =>
  tenantId === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${tenantId}`

/** Stores what could be saved by month, and what decided renewals saved. */
export function createSavingsHistoryRepo(db: Db) {
  return {
    /** Tenants whose current generation is not recorded. */
    async unrecorded(): Promise<UnrecordedTenant[]> {
      const { rows } = await sql<UnrecordedTenant>`
        select tenants.id as tenant_id, generations.id as generation_id, tenants.data_as_of
        from tenants join generations on generations.id = tenants.current_generation_id
        where tenants.status <> 'Inactive' and tenants.data_as_of is not null
          and generations.people is not null and generations.licensed_people is not null
          and not exists (select from generation_part_failures as failed
            where failed.generation_id = generations.id and failed.part = 'licenses')
          and not exists (select from tenant_monthly_savings as recorded
            where recorded.tenant_id = tenants.id and recorded.generation_id >= generations.id)
        order by tenants.id`.execute(db)
      return rows
    },

    /** Decisions of all tenants for dates after this time. */
    open: (now: Date): Promise<DecisionRow[]> =>
      db.selectFrom('renewalDecisions').select(DECISION).where('renewsAt', '>', now).execute(),

    /** Decisions of all tenants whose outcome was read after what they saved was stored. */
    ended: (): Promise<DecisionRow[]> =>
      db
        .selectFrom('renewalDecisions')
        .select(DECISION)
        .where('afterReadAt', 'is not', null)
        .where(sql<boolean>`saved_read_at is distinct from after_read_at`)
        .execute(),

    /** Keeps the newest generation of each month; two processes may record the same one. */
    async record(rows: readonly RecordRow[]): Promise<void> {
      if (rows.length === 0) return
      const values = rows.map(({ dataAsOf, ...row }) => ({
        ...row,
        month: `${dataAsOf.toISOString().slice(0, 'YYYY-MM'.length)}-01`,
        readAt: dataAsOf,
      }))
      await db
        .insertInto('tenantMonthlySavings')
        .values(values)
        .onConflict((conflict) =>
          conflict
            .columns(['tenantId', 'month'])
            .doUpdateSet((eb) => ({
              generationId: eb.ref('excluded.generationId'),
              readAt: eb.ref('excluded.readAt'),
              currency: eb.ref('excluded.currency'),
              costCents: eb.ref('excluded.costCents'),
              foundCents: eb.ref('excluded.foundCents'),
              decidedCents: eb.ref('excluded.decidedCents'),
              unpricedSeats: eb.ref('excluded.unpricedSeats'),
              unpricedDecisions: eb.ref('excluded.unpricedDecisions'),
            }))
            .whereRef('tenantMonthlySavings.generationId', '<', 'excluded.generationId'),
        )
        .execute()
    },

    /** Stores what a renewal saved, unless a newer outcome was read meanwhile. */
    async save({ tenantId, subscriptionId, day, afterReadAt, saved }: SavedRow): Promise<void> {
      await db
        .updateTable('renewalDecisions')
        .set({
          savedCents: saved?.cents ?? null,
          savedCurrency: saved?.currency ?? null,
          savedReadAt: afterReadAt,
        })
        .where('tenantId', '=', tenantId)
        .where('subscriptionId', '=', subscriptionId)
        .where('day', '=', day)
        .where('afterReadAt', '=', afterReadAt)
        .execute()
    },

    /** The records of the tenants that are not Inactive. */
    async records({ scope, groupId, tenantId }: AskedHistory): Promise<SavingsRecord[]> {
      const rows = await db
        .selectFrom('tenantMonthlySavings as recorded')
        .innerJoin('tenants', 'tenants.id', 'recorded.tenantId')
        .select(['tenantId', 'month', 'currency', 'costCents', 'foundCents', 'decidedCents'])
        .select(['unpricedSeats', 'unpricedDecisions'])
        .where(isInScope('recorded.tenantId', scope))
        .where(isInGroup('recorded.tenantId', groupId))
        .where('tenants.status', '<>', 'Inactive')
        .where(isTenant('recorded.tenant_id', tenantId))
        .orderBy('month')
        .execute()
      return rows.map((row) => ({
        tenantId: row.tenantId,
        month: row.month.slice(0, 'YYYY-MM'.length),
        currency: CurrencyCode.parse(row.currency),
        monthlyCost: row.costCents / 100,
        found: row.foundCents / 100,
        decided: row.decidedCents / 100,
        unpricedSeats: row.unpricedSeats,
        unpricedDecisions: row.unpricedDecisions,
      }))
    },

    /** Decisions whose date has passed, except to keep all seats, with the id of the SKU. */
    async past(
      { scope, groupId, tenantId }: AskedHistory,
      now: Date,
    ): Promise<(PastDecision & { readonly skuId: string })[]> {
      const rows = await db
        .selectFrom('renewalDecisions as decision')
        .innerJoin('tenants', 'tenants.id', 'decision.tenantId')
        .select(['decision.skuId', 'renewsAt', 'savedCents', 'savedCurrency'])
        .where(isInScope('decision.tenantId', scope))
        .where(isInGroup('decision.tenantId', groupId))
        .where('tenants.status', '<>', 'Inactive')
        .where('kind', '<>', 'keep')
        .where('renewsAt', '<=', now)
        .where(isTenant('decision.tenant_id', tenantId))
        .execute()
      return rows.map(({ skuId, renewsAt, savedCents, savedCurrency }) => ({
        skuId,
        renewsAt,
        saved:
          savedCents === null
            ? null
            : { amount: savedCents / 100, currency: CurrencyCode.parse(savedCurrency) },
      }))
    },
  }
}
