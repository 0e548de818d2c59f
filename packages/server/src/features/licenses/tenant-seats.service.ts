import { setImmediate as nextTurn } from 'node:timers/promises'

import type { TenantId } from '@tenantscope/contract/ids'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Clock } from '../../lib/clock.ts'
import type { LicensesService } from './licenses.service.ts'
import type { TenantSeatsRepo } from './tenant-seats.repo.ts'
import { judgeLicenses } from './tenant-seats.rules.ts'
import type { JudgedLicenses, Judgement, ReadSeats } from './tenant-seats.rules.ts'

export type TenantSeatsService = ReturnType<typeof createTenantSeatsService>

/** A generation, and whether its people could be read. */
export interface SeatsAsked extends GenerationOfTenant {
  readonly hasPeople: boolean
}

/** Tenants whose seats are read and judged in one piece; what else waits gets its turn in between. */
const SLICE = 50
/** The others are read anew each time; it only bounds what memory holds. */
const KEPT = 5_000

const NO_SEATS: ReadSeats = { skus: [], subscriptions: [] }

/**
 * Judges the seats of published generations. What was read of one never changes, so it is kept in
 * memory and goes when the tenant has a newer one; what administrators chose and the seats that are
 * kept on purpose change at any time and are read each time.
 */
export function createTenantSeatsService(deps: {
  repo: TenantSeatsRepo
  licenses: Pick<LicensesService, 'choices'>
  clock: Clock
}) {
  const { repo, licenses, clock } = deps
  const keptByTenant = new Map<TenantId, { generationId: number; seats: ReadSeats }>()

  function keep({ tenantId, generationId }: GenerationOfTenant, seats: ReadSeats): void {
    const kept = keptByTenant.get(tenantId)
    // Room is not made: a list of more tenants than there is room for would push all of them out.
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

  async function judgement(): Promise<Judgement> {
    return { choices: await licenses.choices(), now: clock.now() }
  }

  async function spareSeatsOf(tenantIds: readonly TenantId[]) {
    return Map.groupBy(await repo.findSpareSeats(tenantIds), ({ tenantId }) => tenantId)
  }

  return {
    /** Everything is read again when it is next asked for. */
    forgetAll: (): void => keptByTenant.clear(),

    /** Hands over the tenants' licenses one by one, without their service plans. */
    async judgeEach<Answer>(
      asked: readonly SeatsAsked[],
      answerOf: (tenantId: TenantId, judged: JudgedLicenses) => Answer,
    ): Promise<ReadonlyMap<TenantId, Answer>> {
      const answers = new Map<TenantId, Answer>()
      if (asked.length === 0) return answers
      const [judged, spareById] = await Promise.all([
        judgement(),
        spareSeatsOf(asked.map(({ tenantId }) => tenantId)),
      ])
      for (let start = 0; start < asked.length; start += SLICE) {
        const slice = asked.slice(start, start + SLICE)
        const seatsOf = await readSlice(slice)
        for (const { tenantId, hasPeople } of slice) {
          const seats = seatsOf.get(tenantId) ?? NO_SEATS
          const spareSeats = spareById.get(tenantId) ?? []
          answers.set(
            tenantId,
            answerOf(tenantId, judgeLicenses({ ...seats, hasPeople, spareSeats }, judged)),
          )
        }
        await nextTurn()
      }
      return answers
    },

    /** With service plans. */
    async judgeOne({ hasPeople, ...generation }: SeatsAsked): Promise<JudgedLicenses> {
      const { tenantId } = generation
      const [read, spareSeats, judged] = await Promise.all([
        repo.read([generation], { withPlans: true }),
        repo.findSpareSeats([tenantId]),
        judgement(),
      ])
      const seats = read.get(tenantId) ?? NO_SEATS
      return judgeLicenses({ ...seats, hasPeople, spareSeats }, judged)
    },

    subscriptionsOf: (generation: GenerationOfTenant) => repo.findSubscriptions([generation]),
  }
}
