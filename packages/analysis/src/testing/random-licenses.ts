import fc from 'fast-check'

import type { SetsInput } from '../plans/cheapest-sets.ts'
import type { PlanPerson, PlanSku } from '../plans/plan-needs.ts'

/** Plans with Microsoft's ids; each row is a chain of tiers, the lowest first. */
export const TIERS = [
  [
    '113feb6c-3fe4-4440-bddc-54d774bf0318',
    '4a82b400-a79f-41a4-b4e2-e94f5787b113',
    '9aaf7827-d63c-4b61-89c3-182f06f82e5c',
    'efb87545-963c-4e0d-99df-69c6916d9eb0',
  ],
  ['c7699d2e-19aa-44de-8edf-1736da088ca1', '5dbe027f-2339-4123-9542-606e4d348a72'],
  ['41781fb2-bc02-4b7c-bd55-b576c07bb09d', 'eec0eb4f-6444-4f95-aba0-50c24d67f998'],
  ['094e7854-93fc-4d55-b2c0-3ab5369ebdc1', '43de0ff5-c92c-492b-9116-175376d08c38'],
  ['57ff2da0-773e-42df-b2af-ffb7a2317929'],
  ['663a804f-1c30-4ff0-9915-9db84f0d1cea'],
] as const

/** Which row is of which workload; the others have no report. */
const WORKLOAD_OF_ROW = ['exchange', 'files', null, 'desktopApps', 'teams', null] as const

const PLANS = TIERS.flat()
export const NOW = new Date('2026-11-30T08:00:00Z')
const SKU_IDS = ['a', 'b', 'c', 'd', 'e']

const rarely = <Value>(usual: Value, other: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 3 }, { arbitrary: other, weight: 1 })

const subscriptions = fc.constantFrom('bought today', 'renews', 'none')

const sku = (skuId: string): fc.Arbitrary<PlanSku> =>
  fc
    .record({
      planIds: rarely<string[] | null>([], fc.constant(null)),
      plans: fc.subarray([...PLANS], { minLength: 1, maxLength: 4 }),
      monthlyCents: fc.oneof(
        { arbitrary: fc.integer({ min: 1, max: 12 }), weight: 8 },
        { arbitrary: fc.constantFrom(null, 0), weight: 1 },
      ),
      boughtSeats: fc.nat(4),
      otherHolders: rarely(0, fc.nat(2)),
      kind: subscriptions,
      isOffered: rarely(true, fc.constant(false)),
      prerequisite: rarely<string[] | null>(
        null,
        fc.subarray([...PLANS], { minLength: 1, maxLength: 2 }),
      ),
      seats: fc.option(fc.nat(3)),
    })
    .map(({ planIds, plans, kind, seats, ...rest }) => ({
      ...rest,
      skuId,
      planIds: planIds === null ? null : plans,
      subscriptions: kind === 'none' ? [] : [subscription(skuId, rest.boughtSeats, kind)],
      seatLimit: seats === null ? null : { name: 'Limited', seats: 2 },
    }))

const subscription = (skuId: string, totalLicenses: number, kind: 'bought today' | 'renews') => ({
  skuId,
  status: 'Enabled',
  isTrial: false,
  totalLicenses,
  createdDateTime: new Date(kind === 'renews' ? '2024-01-01' : '2026-11-29'),
  nextLifecycleDateTime: new Date('2027-03-01'),
})

const use = fc.record({
  exchange: fc.boolean(),
  files: fc.boolean(),
  teams: fc.boolean(),
  yammer: fc.boolean(),
  desktopApps: fc.option(fc.boolean()),
})

const person = (id: string): fc.Arbitrary<PlanPerson> =>
  fc.record({
    id: fc.constant(id),
    licenses: fc.subarray([...SKU_IDS, 'not known'], { minLength: 1, maxLength: 3 }).chain((ids) =>
      fc.tuple(
        ...ids.map((skuId) =>
          fc.record({
            skuId: fc.constant(skuId),
            disabledPlanIds: rarely<string[]>([], fc.subarray([...PLANS], { maxLength: 2 })),
          }),
        ),
      ),
    ),
    use: fc.option(use),
    isNew: rarely(false, fc.boolean()),
    isMarked: rarely(false, fc.boolean()),
    isCoveredByPolicy: fc.boolean(),
  })

/** A tenant of up to four people and five SKUs, with every kind of limit. */
export const randomLicenses: fc.Arbitrary<SetsInput> = fc
  .record({
    skus: fc.tuple(...SKU_IDS.map(sku)),
    people: fc.tuple(...['p', 'q', 'r', 's'].map(person)),
    // People with equal needs are frequent: they are one class.
    equals: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
    sharedLimit: fc.nat(3),
  })
  .map(({ skus, people, equals, sharedLimit }) => ({
    skus: skus.map((each) => ({
      ...each,
      seatLimit: each.seatLimit === null ? null : { ...each.seatLimit, seats: sharedLimit },
    })),
    people: equals.flatMap((at, number) => {
      const each = people[at]
      return each === undefined ? [] : [{ ...each, id: `${each.id}${number}` }]
    }),
    now: NOW,
  }))

/** Returns the plans that a person needs, by the definition alone. */
export function neededPlans(person: PlanPerson, skus: readonly PlanSku[]): Set<string> {
  const needed = new Set<string>()
  for (const { skuId, disabledPlanIds } of person.licenses) {
    for (const plan of skus.find((each) => each.skuId === skuId)?.planIds ?? []) {
      if (!disabledPlanIds.includes(plan) && isNeeded(plan, person)) needed.add(plan)
    }
  }
  return needed
}

function isNeeded(plan: string, { isMarked, isNew, use: known }: PlanPerson): boolean {
  const row = TIERS.findIndex((tier) => (tier as readonly string[]).includes(plan))
  const workload = plan === TIERS[0][0] ? null : (WORKLOAD_OF_ROW[row] ?? null)
  return workload === null || isMarked || isNew || known?.[workload] !== false
}

/** True when one of the plans is the given one, or a higher tier of it. */
export const contains = (plans: Iterable<string>, plan: string): boolean => {
  const row: readonly string[] =
    TIERS.find((tier) => (tier as readonly string[]).includes(plan)) ?? []
  return [...plans].some((each) => row.indexOf(each) >= row.indexOf(plan))
}
