import { createLicenseSums } from '@tenantscope/analysis/estate-licenses'
import { centsOf } from '@tenantscope/analysis/exchange'
import type { PriceBook } from '@tenantscope/analysis/prices'
import { reductionOf, savingsHistory } from '@tenantscope/analysis/savings-history'
import { inOneCurrency } from '@tenantscope/analysis/sum-currency'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import type { SavingsHistory } from '@tenantscope/contract/savings-history'

import { ALL_TENANTS, scopeOf } from '../../../db/tenant-scope.ts'
import type { Actor } from '../../../lib/actor.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import type { LicensesService } from '../licenses.service.ts'
import type { TenantSeatsService } from '../tenant-seats.service.ts'
import type {
  AskedHistory,
  DecisionRow,
  RecordRow,
  SavingsHistoryRepo,
} from './savings-history.repo.ts'

export type SavingsHistoryService = ReturnType<typeof createSavingsHistoryService>

/** Tenants that are judged and stored at a time. */
const AT_ONCE = 100

/** Records what could be saved, what was decided and what renewals saved, and returns it by month. */
export function createSavingsHistoryService(deps: {
  repo: SavingsHistoryRepo
  seats: Pick<TenantSeatsService, 'judgeEach'>
  licenses: Pick<LicensesService, 'choices' | 'priceBook'>
  clock: Clock
}) {
  const { repo, seats, licenses, clock } = deps

  /** Returns whether a SKU is shown. A hidden license is in no amount. */
  async function visibleSkus(): Promise<(skuId: string) => boolean> {
    const choices = await licenses.choices()
    return (skuId) => choices.get(skuId.toLowerCase())?.isVisible !== false
  }

  /** Stores what the newest reading of each tenant shows; a reading that is recorded is left out. */
  async function recordReadings(signal: AbortSignal): Promise<void> {
    const [tenants, open, book, isVisible] = await Promise.all([
      repo.unrecorded(),
      repo.open(clock.now()),
      licenses.priceBook(),
      visibleSkus(),
    ])
    const openById = Map.groupBy(
      open.filter(({ skuId }) => isVisible(skuId)),
      ({ tenantId }) => tenantId,
    )
    for (let start = 0; start < tenants.length; start += AT_ONCE) {
      signal.throwIfAborted()
      const slice = tenants.slice(start, start + AT_ONCE)
      const tenantById = new Map(slice.map((tenant) => [tenant.tenantId, tenant]))
      const rows = await seats.judgeEach(
        slice.map(({ tenantId, generationId }) => ({
          tenantId,
          generationId,
          hasPeople: true,
          isInactive: false,
        })),
        (tenantId, { visible, currency }): RecordRow[] => {
          const tenant = tenantById.get(tenantId)
          if (tenant === undefined) return []
          const sums = createLicenseSums(inOneCurrency(currency))
          sums.add(visible, { hasRenewals: true })
          const { monthlyCost, savings } = sums.totals(sums.licenses())
          return [
            {
              ...tenant,
              currency,
              costCents: centsOf(monthlyCost),
              foundCents: centsOf(savings.monthlyAmount),
              unpricedSeats: savings.unpricedSeats,
              ...decidedIn(openById.get(tenantId) ?? [], book),
            },
          ]
        },
      )
      await repo.record([...rows.values()].flat())
    }
  }

  /** Stores what renewals saved, at the price of the day on which their outcome was read first. */
  async function recordOutcomes(signal: AbortSignal): Promise<void> {
    const [ended, book] = await Promise.all([repo.ended(), licenses.priceBook()])
    for (const decision of ended) {
      signal.throwIfAborted()
      const { tenantId, skuId } = decision
      const { price } = book.of(tenantId).priceOf(skuId)
      const amount = reductionOf(decision, price)
      const { currency } = book.of(tenantId)
      await repo.save({
        ...decision,
        saved: amount === null ? null : { cents: centsOf(amount), currency },
      })
    }
  }

  async function historyOf(asked: AskedHistory): Promise<SavingsHistory> {
    const now = clock.now()
    const [records, past, book, isVisible] = await Promise.all([
      repo.records(asked),
      repo.past(asked, now),
      licenses.priceBook(),
      visibleSkus(),
    ])
    const decisions = past.filter(({ skuId }) => isVisible(skuId))
    const currency = asked.tenantId === undefined ? book.currency : book.of(asked.tenantId).currency
    return savingsHistory({ records, decisions }, { currency, exchange: book.exchange }, now)
  }

  return {
    /** Runs every hour; what is recorded already is left out. */
    async record(signal: AbortSignal): Promise<void> {
      await recordReadings(signal)
      await recordOutcomes(signal)
    },

    ofTenant: ({ tenantId }: TenantAccess): Promise<SavingsHistory> =>
      historyOf({ scope: ALL_TENANTS, groupId: null, tenantId }),

    ofEstate: (
      actor: Pick<Actor, 'seesAllTenants' | 'userId'>,
      { groupId }: { groupId?: TenantGroupId | undefined },
    ): Promise<SavingsHistory> => historyOf({ scope: scopeOf(actor), groupId: groupId ?? null }),
  }
}

/** Returns what decided reductions and cancellations end, in the prices of the tenant, and how many are not known. */
function decidedIn(open: readonly DecisionRow[], book: PriceBook) {
  const amounts = open
    .filter(({ kind }) => kind === 'reduce' || kind === 'cancel')
    .map((decision) => {
      const { price } = book.of(decision.tenantId).priceOf(decision.skuId)
      return reductionOf({ ...decision, seatsAfter: decision.reduceTo ?? 0 }, price)
    })
  return {
    decidedCents: amounts.reduce<number>((sum, amount) => sum + centsOf(amount ?? 0), 0),
    unpricedDecisions: amounts.filter((amount) => amount === null).length,
  }
}
