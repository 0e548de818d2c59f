import { countedAs } from '../../counted.ts'
import { valueOf } from '../../coverage/facts.ts'
import { defineCheck, judgeAbsent, notRead } from '../define-check.ts'
import { isAgent, isEmergencyAccount, isEnabled } from '../derived.ts'
import { usageReportNote } from '../last-use.ts'
import { createIsActive } from './activity.ts'
import { heldSkuIds, judgePeople, paidLicenses } from './licenses.ts'
import { userPlans, workloadsOf } from './plans.ts'
export const inactiveHolder = defineCheck({
  id: 'lic.inactive-holder',
  version: 1,
  title: 'Everybody with a paid license uses it',
  severity: 'medium',
  why: 'A license of a person who has not signed in for 90 days is probably not needed. Use of workloads counts too, whichever is later.',
  fix: [
    'In the Microsoft 365 admin center open Users > Active users.',
    'Ask the managers of the people named here whether the accounts are needed.',
    'Remove the licenses, or block and archive the accounts.',
  ],
  effort: 'hours',
  userImpact: 'People who return need a license again.',
  references: [],
  licence: null,
  needs: ['users', 'subscribedSkus'],
  alsoReads: ['signInActivity', 'activeUsers'],
  judge: ({ users, facts }, now) => {
    const { signInActivity, activeUsers } = facts.parts
    if ([signInActivity, activeUsers].every((part) => valueOf<unknown>(part) === null))
      return judgeAbsent(facts, ['signInActivity', 'activeUsers']) ?? notRead('Use was not read.')
    const paid = paidLicenses(facts, now)
    const paidIds = new Set(paid.map(({ skuId }) => skuId.toLowerCase()))
    const measured = new Set(
      paid
        .filter(({ sku }) => userPlans(sku).some((plan) => workloadsOf(plan) !== null))
        .map(({ skuId }) => skuId.toLowerCase()),
    )
    const isActive = createIsActive(
      facts,
      now,
      (user) => heldSkuIds(user)?.some((id) => measured.has(id)) ?? false,
    )
    return judgePeople(
      users.filter(
        (user) => isEnabled(user) && !isAgent(user) && !isEmergencyAccount(facts, user.id),
      ),
      {
        isFound(user) {
          const held = heldSkuIds(user)
          if (held === null) return null
          if (!held.some((id) => paidIds.has(id))) return false
          const active = isActive(user)
          return active === null ? null : !active
        },
        passed: 'Everybody with a paid license was active within 90 days.',
        failed: (people) =>
          `${countedAs(people, 'person with a paid license was', 'people with a paid license were')} inactive for 90 days.${usageReportNote(facts)}`,
        notRead: `The activity or the licenses of some people are not known.${usageReportNote(facts)}`,
      },
    )
  },
})
