import { countedAs } from '../../counted.ts'
import { defineCheck, notApplicable } from '../define-check.ts'
import { isAgent, isEnabled } from '../derived.ts'
import type { CheckFacts, UserFacts } from '../facts.ts'
import { usageReportNote } from '../last-use.ts'
import type { ActiveUserFacts, SkuFacts } from '../rows.ts'
import { createUseOf, isNew, isRecent } from './activity.ts'
import { heldSkuIds, judgePeople, paidLicenses } from './licenses.ts'
import { plansOf, userPlans, workloadsOf } from './plans.ts'
type Plan = SkuFacts['servicePlans'][number]
type Use = ActiveUserFacts['lastActivityDates']

export const cheaperPlan = defineCheck({
  id: 'lic.cheaper-plan',
  version: 1,
  title: 'No person could work with a cheaper license that the tenant has',
  severity: 'low',
  why: 'A license whose additional services are not used costs more than needed. Only six workloads can be measured; every other service counts as used, and only licenses of the tenant with a known price are compared.',
  fix: [
    'In the Microsoft 365 admin center open Users > Active users.',
    'Ask the people named here which services they need.',
    'Assign the cheaper license and remove the other one.',
  ],
  effort: 'hours',
  userImpact: 'People lose the services that only the dearer license has.',
  references: [],
  licence: null,
  needs: ['users', 'subscribedSkus', 'activeUsers'],
  judge: ({ users, facts }, now) => {
    const offers = offersOf(facts, now)
    const cheaperById = new Map(
      offers.map(({ sku, monthly }) => [
        sku.skuId.toLowerCase(),
        { sku, cheaper: offers.filter((each) => each.monthly < monthly && each.plans.size > 0) },
      ]),
    )
    if (![...cheaperById.values()].some(({ cheaper }) => cheaper.length > 0))
      return notApplicable('The tenant has no two paid licenses with known prices to compare.')
    const usageOf = createUseOf(facts)
    const hasCheaper = (user: UserFacts, use: Use, id: string): boolean => {
      const { sku, cheaper = [] } = cheaperById.get(id) ?? {}
      if (sku === undefined) return false
      const used = planIds(plansOf(user, sku).filter((plan) => isUsed(plan, use, now)))
      return used.size > 0 && cheaper.some(({ plans }) => used.isSubsetOf(plans))
    }
    return judgePeople(
      users.filter((user) => isEnabled(user) && !isAgent(user)),
      {
        isFound(user) {
          const held = heldSkuIds(user)
          if (held === null) return null
          const dear = held.filter((id) => (cheaperById.get(id)?.cheaper.length ?? 0) > 0)
          if (dear.length === 0 || isNew(user, now) === true) return false
          const usage = usageOf(user)
          return usage && dear.some((id) => hasCheaper(user, usage, id))
        },
        passed: 'Everybody uses what only their license has, as far as it can be measured.',
        failed: (people) =>
          `${countedAs(people, 'person', 'people')} could work with a cheaper license of the tenant.`,
        notRead: `The use or the licenses of some people are not known.${usageReportNote(facts)}`,
      },
    )
  },
})

/** Paid licenses with a price; one that comes twice is one. */
function offersOf(facts: CheckFacts, now: Date) {
  const offers = paidLicenses(facts, now).flatMap(({ sku, price }) =>
    price === null ? [] : [{ sku, monthly: price.monthly, plans: planIds(userPlans(sku)) }],
  )
  return [...new Map(offers.map((offer) => [offer.sku.skuId.toLowerCase(), offer])).values()]
}

const planIds = (plans: readonly Plan[]): Set<string> =>
  new Set(plans.map(({ servicePlanId }) => servicePlanId.toLowerCase()))

/** A workload that the report does not have counts as used. */
function isUsed(plan: Plan, use: Use, now: Date): boolean {
  const workloads = workloadsOf(plan)
  if (workloads === null) return true
  return workloads.some((name) => use[name] === undefined || isRecent(use[name], now))
}
