import { priceBookOf } from '@tenantscope/analysis/prices'
import type { PriceBook, PriceFacts } from '@tenantscope/analysis/prices'
import { utcDay } from '@tenantscope/analysis/renewals'

import type { Clock } from '../../../lib/clock.ts'
import type { PricesRepo } from './prices.repo.ts'

export type PriceBooks = ReturnType<typeof createPriceBooks>

/** Provides the prices of today. They are kept while nothing has changed and the day is the same. */
export function createPriceBooks(deps: {
  repo: Pick<PricesRepo, 'revision' | 'facts'>
  clock: Clock
}) {
  const { repo, clock } = deps
  let kept: { revision: string; facts: PriceFacts; day: string; book: PriceBook } | null = null
  return {
    /** `seen`: the revision, where the caller has just read it. */
    async current(seen?: string): Promise<PriceBook> {
      const now = clock.now()
      const [revision, day] = [seen ?? (await repo.revision()), utcDay(now)]
      const isKnown = kept?.revision === revision
      if (kept !== null && isKnown && kept.day === day) return kept.book
      // Read after the revision: what is newer than its revision is read again by the next call.
      const facts = kept !== null && isKnown ? kept.facts : await repo.facts()
      const book = priceBookOf(facts, now)
      kept = { revision, facts, day, book }
      return book
    },
  }
}
