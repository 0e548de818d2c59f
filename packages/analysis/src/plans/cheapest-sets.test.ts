import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { costOf, lowestCost, possibleSets } from '../testing/every-assignment.ts'
import { contains, neededPlans, randomLicenses } from '../testing/random-licenses.ts'
import { cheapestSets } from './cheapest-sets.ts'
import type { CheapestSets } from './cheapest-sets.ts'

/** Random tenants: 300 with `npm test`, 10,000 with `npm run test:all`, each batch a test. */
const RUNS = process.env['TENANTSCOPE_TESTS'] === 'short' ? 300 : 500
const SEEDS =
  process.env['TENANTSCOPE_TESTS'] === 'short' ? [1] : Array.from({ length: 20 }, (_, at) => at + 1)

/** A batch takes one or two seconds of processor time, on a busy machine many times as long. */
const LONG = { timeout: 300_000 }

describe('beside a search of every assignment', () => {
  test.each(SEEDS)('no proposal is dearer, and no plan is lost (seed %i)', LONG, (seed) => {
    fc.assert(
      fc.property(randomLicenses, (input) => {
        const sets = cheapestSets(input)
        expect(sets.atRenewal.after).toBe(lowestCost(input, true))
        expect(sets.now.after).toBe(lowestCost(input, false))
        expect(sets.atRenewal.atLeast).toBe(sets.atRenewal.after)
        expect(sets.now.atLeast).toBe(sets.now.after)
        expect(costOf(input.skus, used(sets, 'atRenewal'), true)).toBe(sets.atRenewal.after)
        expect(costOf(input.skus, used(sets, 'now'), false)).toBe(sets.now.after)
        for (const person of input.people) {
          const group = sets.groups.find(({ people }) => people.includes(person.id))
          if (group === undefined) continue
          const possible = possibleSets(person, input.skus).map((ids) => ids.toSorted().join())
          expect(possible).toContain(group.atRenewal.toSorted().join())
          expect(possible).toContain(group.now.toSorted().join())
          const kept = group.of.example.licenses
            .map(({ skuId }) => skuId)
            .filter((id) => !isJudgedIn(input, id))
          const plans = input.skus.flatMap(({ skuId, planIds }) =>
            group.atRenewal.includes(skuId) || kept.includes(skuId) ? (planIds ?? []) : [],
          )
          for (const plan of neededPlans(person, input.skus))
            expect(contains(plans, plan)).toBe(true)
        }
      }),
      { seed, numRuns: RUNS },
    )
  })
})

const isJudgedIn = ({ skus }: Parameters<typeof cheapestSets>[0], id: string) =>
  skus.some(({ skuId, planIds, monthlyCents }) => skuId === id && planIds && monthlyCents)

function used({ groups }: CheapestSets, time: 'atRenewal' | 'now'): Map<string, number> {
  const seats = new Map<string, number>()
  for (const group of groups) {
    for (const id of group[time]) seats.set(id, (seats.get(id) ?? 0) + group.people.length)
  }
  return seats
}
