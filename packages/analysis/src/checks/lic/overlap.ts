import { countedAs } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { isEnabled } from '../derived.ts'
import { heldSkuIds, judgePeople, LICENSES_NOT_READ, paidLicenses } from './licenses.ts'
import { plansOf } from './plans.ts'
export const overlap = defineCheck({
  id: 'lic.overlap',
  version: 1,
  title: 'No person holds two paid licenses with the same services',
  severity: 'medium',
  why: 'A service that two licenses give is paid twice. Services that are switched off in one of them do not count.',
  fix: [
    'In the Microsoft 365 admin center open Users > Active users.',
    'Compare the licenses of the people named here.',
    'Remove the license whose services the other one includes.',
  ],
  effort: 'hours',
  userImpact: 'None when the remaining license includes every service in use.',
  references: [],
  licence: null,
  needs: ['users', 'subscribedSkus'],
  judge: ({ users, facts }, now) => {
    const skuById = new Map(
      paidLicenses(facts, now).map(({ skuId, sku }) => [skuId.toLowerCase(), sku]),
    )
    return judgePeople(users.filter(isEnabled), {
      isFound(user) {
        const held = heldSkuIds(user)
        if (held === null) return null
        const skus = [...new Set(held)].flatMap((id) => skuById.get(id) ?? [])
        if (skus.length < 2) return false
        const known = new Set<string>()
        return skus.some((sku) => {
          const plans = plansOf(user, sku).map((plan) => plan.servicePlanId.toLowerCase())
          const isShared = plans.some((plan) => known.has(plan))
          for (const plan of plans) known.add(plan)
          return isShared
        })
      },
      passed: 'No person holds two paid licenses with the same services.',
      failed: (people) =>
        countedAs(
          people,
          'person holds paid licenses that share services.',
          'people hold paid licenses that share services.',
        ),
      notRead: LICENSES_NOT_READ,
    })
  },
})
