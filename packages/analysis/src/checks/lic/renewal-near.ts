import { countedAs } from '../../counted.ts'
import { daysUntil } from '../age.ts'
import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import { paidLicenses } from './licenses.ts'
const NEAR_DAYS = 30
const VERY_NEAR_DAYS = 7

export const renewalNear = defineCheck({
  id: 'lic.renewal-near',
  version: 1,
  title: 'No subscription renews within 30 days with unassigned seats',
  severity: 'medium',
  why: 'Seats can be removed at the renewal without a loss. After it they are paid for the next term.',
  fix: [
    'In the Microsoft 365 admin center open Billing > Your products.',
    'Choose the subscription and open its renewal settings.',
    'Reduce the seats before the day of renewal.',
  ],
  effort: 'minutes',
  userImpact: 'None. Seats that users hold stay.',
  references: [],
  licence: null,
  needs: ['subscriptions', 'subscribedSkus'],
  judge: ({ subscriptions, facts }, now) => {
    const paid = new Map(
      paidLicenses(facts, now).map((license) => [license.skuId.toLowerCase(), license]),
    )
    const renewing = subscriptions.flatMap((subscription) => {
      const license = paid.get(subscription.skuId.toLowerCase())
      const days = daysUntil(subscription.nextLifecycleDateTime, now)
      const isRenewing = subscription.status === 'Enabled' && subscription.isTrial !== true
      if (!license || days === null || !isRenewing || days < 0 || days > NEAR_DAYS) return []
      return [{ subscription, license, days }]
    })
    const found = renewing.filter(({ license }) => license.availableUnits > 0)
    const counts = {
      subscriptions: found.length,
      withinSevenDays: found.filter(({ days }) => days <= VERY_NEAR_DAYS).length,
    }
    const objects = found.map(({ subscription: { id }, license }) => ({
      kind: 'subscription' as const,
      id,
      name: license.displayName,
    }))
    if (found.length > 0)
      return failed(
        countedAs(
          found.length,
          'subscription renews within 30 days with unassigned seats.',
          'subscriptions renew within 30 days with unassigned seats.',
        ),
        {
          counts,
          objects,
        },
      )
    return renewing.some(({ license }) => !license.hasSeats)
      ? notRead('Microsoft returned no numbers of seats for a license.')
      : passed('No subscription renews within 30 days with unassigned seats.', { counts })
  },
})
