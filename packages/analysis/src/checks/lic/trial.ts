import { countedAs } from '../../counted.ts'
import { daysUntil } from '../age.ts'
import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import type { SubscriptionFacts } from '../rows.ts'
import { licensesOf } from './licenses.ts'
const SOON_DAYS = 30

const isLive = ({ status }: SubscriptionFacts): boolean =>
  !['Suspended', 'Deleted', 'LockedOut'].includes(status ?? '')

export const trial = defineCheck({
  id: 'lic.trial',
  version: 1,
  title: 'No trial is in use or about to end',
  severity: 'medium',
  why: 'People who work with a trial lose its services on the day it ends.',
  fix: [
    'In the Microsoft 365 admin center open Billing > Your products.',
    'Review who uses the trial.',
    'Buy the product, or remove the trial before it ends.',
  ],
  effort: 'hours',
  userImpact: 'People lose the services of a trial when it ends.',
  references: [],
  licence: null,
  needs: ['subscriptions', 'subscribedSkus'],
  judge: ({ subscriptions, facts }, now) => {
    const inUse = new Set(
      licensesOf(facts, now)
        .filter(({ consumedUnits }) => consumedUnits > 0)
        .map(({ skuId }) => skuId.toLowerCase()),
    )
    const live = subscriptions.filter(isLive)
    const bought = new Set(
      live.flatMap(({ isTrial, skuId }) => (isTrial === false ? [skuId.toLowerCase()] : [])),
    )
    const trials = live.filter(({ isTrial }) => isTrial === true)
    const endsSoon = ({ nextLifecycleDateTime }: SubscriptionFacts): boolean => {
      const days = daysUntil(nextLifecycleDateTime, now)
      return days !== null && days >= 0 && days <= SOON_DAYS
    }
    // Holders of a SKU that was also bought may hold the bought seats.
    const isInUse = ({ skuId }: SubscriptionFacts): boolean =>
      inUse.has(skuId.toLowerCase()) && !bought.has(skuId.toLowerCase())
    const found = trials.filter((each) => endsSoon(each) || isInUse(each))
    const counts = {
      trials: trials.length,
      endingSoon: trials.filter(endsSoon).length,
      inUse: trials.filter(isInUse).length,
    }
    if (found.length > 0)
      return failed(
        countedAs(
          found.length,
          'trial is in use or ends within 30 days.',
          'trials are in use or end within 30 days.',
        ),
        {
          counts,
          objects: found.map(({ id, skuPartNumber }) => ({
            kind: 'subscription',
            id,
            name: skuPartNumber ?? null,
          })),
        },
      )
    return live.some(({ isTrial }) => (isTrial ?? null) === null)
      ? notRead('It is not known whether a subscription is a trial.', { counts })
      : passed('No trial is in use or ends within 30 days.', { counts })
  },
})
