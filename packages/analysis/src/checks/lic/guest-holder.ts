import { countedAs } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { isEnabled, isGuest } from '../derived.ts'
import { heldSkuIds, judgePeople, LICENSES_NOT_READ, paidSkuIds } from './licenses.ts'
export const guestHolder = defineCheck({
  id: 'lic.guest-holder',
  version: 1,
  title: 'No guest holds a paid license',
  severity: 'medium',
  why: 'Guests rarely need a license of their own: their organization licenses them. Blocked guests are counted with blocked accounts.',
  fix: [
    'In the Microsoft Entra admin center open Users and filter by the type Guest.',
    'Review who needs the license.',
    'Remove the others.',
  ],
  effort: 'hours',
  userImpact: 'Guests lose services that only the license gives.',
  references: [],
  licence: null,
  needs: ['users', 'subscribedSkus'],
  judge: ({ users, facts }, now) => {
    const paid = paidSkuIds(facts, now)
    return judgePeople(
      users.filter((user) => isEnabled(user) && isGuest(user)),
      {
        isFound: (user) => heldSkuIds(user)?.some((id) => paid.has(id)) ?? null,
        passed: 'No guest holds a paid license.',
        failed: (people) =>
          countedAs(people, 'guest holds a paid license.', 'guests hold a paid license.'),
        notRead: LICENSES_NOT_READ,
      },
    )
  },
})
