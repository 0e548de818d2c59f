import { Worker } from 'node:worker_threads'

import { centsOf } from '@tenantscope/analysis/exchange'
import { catalogSku } from '@tenantscope/analysis/license-catalog'
import { licenseNameOf } from '@tenantscope/analysis/license-names'
import type { SetsInput } from '@tenantscope/analysis/plans/cheapest-sets'
import {
  listedPlanIds,
  OFFERED_SKU_IDS,
  planNameOf,
  skuRulesOf,
} from '@tenantscope/analysis/plans/plan-catalogue'
import type { PlanSku } from '@tenantscope/analysis/plans/plan-needs'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { getLicenseProposal } from '@tenantscope/contract/license-proposal'

import type { Clock } from '../../../lib/clock.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import { messageOf } from '../../../lib/thread-answer.ts'
import type { LicensesService } from '../licenses.service.ts'
import type { TenantLicensesRepo } from '../tenant-licenses.repo.ts'
import type { TenantSeatsRepo } from '../tenant-seats.repo.ts'
import type { PlansRepo } from './plans.repo.ts'
import { planPeople } from './plans.rules.ts'
import type { Computed } from './plans.rules.ts'

export type PlansService = ReturnType<typeof createPlansService>

/** Proposes the cheapest licenses of a tenant; hidden licenses are left out. */
export function createPlansService(deps: {
  repo: PlansRepo
  generations: Pick<TenantLicensesRepo, 'findCurrent' | 'findFailure'>
  seats: Pick<TenantSeatsRepo, 'read'>
  licenses: Pick<LicensesService, 'choices' | 'priceBook'>
  /** Ids of accounts that keep everything. */
  markedOf: (access: TenantAccess) => Promise<ReadonlySet<string>>
  nameOf: (access: TenantAccess) => Promise<string>
  /** For computations at the same time; the others wait. */
  places: { take: (signal: AbortSignal, onPosition: () => void) => Promise<() => void> }
  clock: Clock
}) {
  const { repo, generations, seats, licenses, markedOf, nameOf, places, clock } = deps

  async function computeInTurn(input: SetsInput, signal: AbortSignal): Promise<Computed> {
    const leave = await places.take(signal, () => undefined)
    try {
      return await computeInThread(input, signal)
    } finally {
      leave()
    }
  }

  return {
    async proposalOf(
      access: TenantAccess,
      signal: AbortSignal,
    ): Promise<CallReply<typeof getLicenseProposal>> {
      const [tenantName, current] = await Promise.all([
        nameOf(access),
        generations.findCurrent(access),
      ])
      if (current === undefined) return { tenantName, failure: null, proposal: null }
      const { generationId, dataAsOf } = current
      const failures = await Promise.all([
        generations.findFailure(access, generationId, 'licenses'),
        generations.findFailure(access, generationId, 'users'),
      ])
      const failure = failures.find((each) => each !== undefined)
      if (failure !== undefined) return { tenantName, failure, proposal: null }
      const generation = { tenantId: access.tenantId, generationId }
      const [read, choices, book, people, held, report, marked, listed] = await Promise.all([
        seats.read([generation], { withPlans: false }),
        licenses.choices(),
        licenses.priceBook(),
        repo.people(generation),
        repo.held(generation),
        repo.findReport(access),
        markedOf(access),
        repo.skuPlans(generation),
      ])
      const plansById = new Map(
        listed.map(({ skuId, servicePlans }) => [
          skuId.toLowerCase(),
          servicePlans.map(({ servicePlanId }) => servicePlanId.toLowerCase()),
        ]),
      )
      const prices = book.of(access.tenantId)
      const bought = read.get(access.tenantId) ?? { skus: [], subscriptions: [] }
      const own = bought.skus.filter(
        ({ skuId }) => choices.get(skuId.toLowerCase())?.isVisible !== false,
      )
      const ownIds = new Set(bought.skus.map(({ skuId }) => skuId.toLowerCase()))
      const priced = (skuId: string) => {
        const { price } = prices.priceOf(skuId)
        return {
          skuId,
          monthlyCents: price === null ? null : centsOf(price.monthly),
          ...skuRulesOf(skuId),
        }
      }
      const skus: PlanSku[] = [
        ...own.map((sku) => {
          const skuId = sku.skuId.toLowerCase()
          const plans = plansById.get(skuId) ?? []
          return {
            ...priced(skuId),
            planIds: plans.length > 0 ? plans : listedPlanIds(skuId),
            boughtSeats: sku.enabledUnits,
            otherHolders: Math.max(0, sku.consumedUnits - (sku.holders ?? 0)),
            subscriptions: bought.subscriptions.filter(
              (each) => each.skuId.toLowerCase() === skuId,
            ),
          }
        }),
        ...OFFERED_SKU_IDS.filter(
          (skuId) => !ownIds.has(skuId) && choices.get(skuId)?.isVisible !== false,
        ).map((skuId) => ({
          ...priced(skuId),
          planIds: listedPlanIds(skuId),
          boughtSeats: 0,
          otherHolders: 0,
          subscriptions: [],
        })),
      ]
      const isReported = report !== undefined && !report.isConcealed && report.reportDate !== null
      const usage = isReported ? await repo.usage(report.id) : []
      const now = clock.now()
      const input = { skus, people: planPeople({ people, held, usage, marked, now }), now }
      const computed = await computeInTurn(input, signal)

      const partNumbers = new Map(own.map((sku) => [sku.skuId.toLowerCase(), sku.skuPartNumber]))
      const named = (skuId: string) => {
        const choice = choices.get(skuId)
        const skuPartNumber = partNumbers.get(skuId) ?? catalogSku(skuId)?.partNumber ?? skuId
        return {
          skuId,
          name: licenseNameOf({ skuId, skuPartNumber }, choice?.friendlyName, choice?.productName),
        }
      }
      return {
        tenantName,
        failure: null,
        proposal: {
          dataAsOf: dataAsOf.toISOString(),
          currency: prices.currency,
          useAsOf: isReported ? report.reportDate : null,
          isUseConcealed: report?.isConcealed === true,
          now: amounts(computed.now),
          atRenewal: amounts(computed.atRenewal),
          changes: computed.changes.map((change) => {
            const kept = change.kept.map(({ skuId }) => skuId)
            return {
              people: change.people.length,
              from: [...kept, ...change.removed].map(named),
              to: [...kept, ...change.added.map(({ skuId }) => skuId)].map(named),
              monthlyAmount:
                ((change.centsBefore - change.centsAfter) * change.people.length) / 100,
              lost: change.lost.map(({ planId, lower }) => ({
                name: planNameOf(planId),
                lower: lower === null ? null : planNameOf(lower),
              })),
              toSwitchOn: change.toSwitchOn.map(({ skuId, planId }) => ({
                plan: planNameOf(planId),
                skuId,
              })),
            }
          }),
          seats: computed.seats.map(({ skuId, before, after, toBuy, removal }) => ({
            ...named(skuId),
            before,
            after,
            toBuy,
            removal,
          })),
          keptSkus: skus
            .filter(({ skuId, planIds, monthlyCents }) => {
              const isKnown = planIds !== null && monthlyCents !== null
              return ownIds.has(skuId) && !isKnown
            })
            .map(({ skuId }) => named(skuId)),
        },
      }
    },
  }
}

const amounts = ({ before, after, atLeast }: Computed['now']) => ({
  before: before / 100,
  after: after / 100,
  atLeast: atLeast / 100,
})

async function computeInThread(input: SetsInput, signal: AbortSignal): Promise<Computed> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { execArgv: [] })
  try {
    const answer = messageOf(worker, signal)
    worker.postMessage(input, [])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one message that worker.ts sends
    return (await answer) as Computed
  } finally {
    void worker.terminate()
  }
}
