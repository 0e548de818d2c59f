import type { SumCurrency } from '@tenantscope/analysis/sum-currency'
import type { TenantId } from '@tenantscope/contract/ids'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Clock } from '../../lib/clock.ts'
import { createTimeSlices } from '../../lib/time-slices.ts'
import type { LicensesService } from './licenses.service.ts'
import type { TenantSeatsRepo } from './tenant-seats.repo.ts'
import { judgeLicenses } from './tenant-seats.rules.ts'
import type { JudgedLicenses, Judgement, ReadSeats } from './tenant-seats.rules.ts'

export type { JudgedLicenses }
export type TenantSeatsService = ReturnType<typeof createTenantSeatsService>

/** A generation, whether its users could be read, and whether its tenant is Inactive. */
export interface SeatsAsked extends GenerationOfTenant {
  readonly hasPeople: boolean
  readonly isInactive: boolean
}

interface JudgeOptions {
  /** Leaves out what is not asked for. */
  readonly only?: ((seats: ReadSeats) => ReadSeats) | undefined
  /** The revision of the prices, where the caller has just read it. */
  readonly priceRevision?: string
}

/** Tenants that are read at a time. */
const SLICE = 50
/** The limit of the cache; other tenants are read from the database each time. */
const KEPT = 5_000

const NO_SEATS: ReadSeats = { skus: [], subscriptions: [] }

/**
 * Evaluates the seats of published generations. A generation never changes, so it is cached until
 * the tenant has a newer one. Administrators' settings and kept seats can change at any time and
 * are read each time.
 */
export function createTenantSeatsService(deps: {
  repo: TenantSeatsRepo
  licenses: Pick<LicensesService, 'choices' | 'priceBook'>
  clock: Clock
}) {
  const { repo, licenses, clock } = deps
  const keptByTenant = new Map<TenantId, { generationId: number; seats: ReadSeats }>()

  function keep({ tenantId, generationId }: GenerationOfTenant, seats: ReadSeats): void {
    const kept = keptByTenant.get(tenantId)
    // No entry is evicted: a list with more tenants than the cache holds would evict all of them.
    if (kept === undefined ? keptByTenant.size >= KEPT : kept.generationId > generationId) return
    keptByTenant.set(tenantId, { generationId, seats })
  }

  async function readSlice(
    generations: readonly GenerationOfTenant[],
  ): Promise<ReadonlyMap<TenantId, ReadSeats>> {
    const seatsOf = new Map<TenantId, ReadSeats>()
    const missing = generations.filter(({ tenantId, generationId }) => {
      const kept = keptByTenant.get(tenantId)
      if (kept?.generationId !== generationId) return true
      seatsOf.set(tenantId, kept.seats)
      return false
    })
    if (missing.length === 0) return seatsOf
    const read = await repo.read(missing, { withPlans: false })
    for (const generation of missing) {
      const seats = read.get(generation.tenantId) ?? NO_SEATS
      seatsOf.set(generation.tenantId, seats)
      keep(generation, seats)
    }
    return seatsOf
  }

  /** Returns what each tenant is judged by, at one moment. */
  async function judgements(priceRevision?: string): Promise<(tenantId: TenantId) => Judgement> {
    const [choices, book] = await Promise.all([
      licenses.choices(),
      licenses.priceBook(priceRevision),
    ])
    const shared = { choices, totals: book, now: clock.now() }
    return (tenantId) => ({ ...shared, prices: book.of(tenantId) })
  }

  async function spareSeatsOf(tenantIds: readonly TenantId[]) {
    return Map.groupBy(await repo.findSpareSeats(tenantIds), ({ tenantId }) => tenantId)
  }

  return {
    /** What sums over tenants are in. */
    totals: (priceRevision?: string): Promise<SumCurrency> => licenses.priceBook(priceRevision),

    /** Clears the cache. */
    forgetAll: (): void => keptByTenant.clear(),

    /** Judges the tenants' licenses one by one, without service plans. */
    async judgeEach<Answer>(
      asked: readonly SeatsAsked[],
      answerOf: (tenantId: TenantId, judged: JudgedLicenses, seats: ReadSeats) => Answer,
      { only = (seats) => seats, priceRevision }: JudgeOptions = {},
    ): Promise<ReadonlyMap<TenantId, Answer>> {
      const answers = new Map<TenantId, Answer>()
      if (asked.length === 0) return answers
      const [judgementOf, spareById] = await Promise.all([
        judgements(priceRevision),
        spareSeatsOf(asked.map(({ tenantId }) => tenantId)),
      ])
      const slices = createTimeSlices()
      for (let start = 0; start < asked.length; start += SLICE) {
        const slice = asked.slice(start, start + SLICE)
        const seatsOf = await readSlice(slice)
        for (const { tenantId, hasPeople, isInactive } of slice) {
          const seats = only(seatsOf.get(tenantId) ?? NO_SEATS)
          const spareSeats = spareById.get(tenantId) ?? []
          const facts = { ...seats, hasPeople, isInactive, spareSeats }
          answers.set(
            tenantId,
            answerOf(tenantId, judgeLicenses(facts, judgementOf(tenantId)), seats),
          )
          if (slices.isOver()) await slices.next()
        }
      }
      return answers
    },

    /** Includes service plans, and the subscriptions of the generation. */
    async judgeOne({
      hasPeople,
      isInactive,
      ...generation
    }: SeatsAsked): Promise<JudgedLicenses & Pick<ReadSeats, 'subscriptions'>> {
      const { tenantId } = generation
      const [read, spareSeats, judgementOf] = await Promise.all([
        repo.read([generation], { withPlans: true }),
        repo.findSpareSeats([tenantId]),
        judgements(),
      ])
      const seats = read.get(tenantId) ?? NO_SEATS
      const { subscriptions } = seats
      return {
        ...judgeLicenses({ ...seats, hasPeople, isInactive, spareSeats }, judgementOf(tenantId)),
        subscriptions,
      }
    },

    subscriptionsOf: (generation: GenerationOfTenant) => repo.findSubscriptions([generation]),
  }
}
