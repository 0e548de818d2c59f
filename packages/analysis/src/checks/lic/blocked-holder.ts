import { countedAs } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { isEnabled } from '../derived.ts'
import { heldSkuIds, judgePeople, LICENSES_NOT_READ, paidSkuIds } from './licenses.ts'
export const blockedHolder = defineCheck({
  id: 'lic.blocked-holder',
  version: 1,
  title: 'No blocked account holds a paid license',
  severity: 'medium',
  why: 'An account whose sign-in is blocked uses no license. A mailbox that must stay can become a shared one.',
  fix: [
    'In the Microsoft 365 admin center open Users > Active users.',
    'Filter by sign-in blocked and review the licenses of each account.',
    'Convert mailboxes that are needed to shared ones, then remove the licenses.',
  ],
  effort: 'hours',
  userImpact: 'None. The accounts cannot sign in.',
  references: [],
  licence: null,
  needs: ['users', 'subscribedSkus'],
  judge: ({ users, facts }, now) => {
    const paid = paidSkuIds(facts, now)
    return judgePeople(
      users.filter((user) => !isEnabled(user)),
      {
        isFound: (user) => heldSkuIds(user)?.some((id) => paid.has(id)) ?? null,
        passed: 'No blocked account holds a paid license.',
        failed: (people) =>
          countedAs(
            people,
            'blocked account holds a paid license.',
            'blocked accounts hold a paid license.',
          ),
        notRead: LICENSES_NOT_READ,
      },
    )
  },
})
