import { licenseNameOf } from '@tenantscope/analysis/license-names'
import { describeLicense } from '@tenantscope/analysis/licenses'
import type { TenantPrices } from '@tenantscope/analysis/prices'
import { daysUntil, renewalsOfTenant, utcDay } from '@tenantscope/analysis/renewals'
import type { RenewalOfTenant, Subscription } from '@tenantscope/analysis/renewals'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { RENEWALS } from '@tenantscope/contract/limits'
import type { PastRenewalDecision, Renewal, RenewalDecision } from '@tenantscope/contract/renewals'
import type { Selectable } from 'kysely'

import type { Database } from '../../../db/tables.ts'
import type { ChosenSku } from '../licenses.rules.ts'
import { partNumberOf } from '../licenses.rules.ts'

/** A decision with the current names. */
export interface StoredDecision extends Selectable<Database['renewalDecisions']> {
  readonly tenantName: string
  /** The owner's name; the one stored when the account was deleted. */
  readonly shownOwner: string
}

interface Judged {
  /** The visible licenses. */
  readonly licenses: readonly TenantLicense[]
  /** False: how many seats blocked users and guests hold is not known. */
  readonly hasPeople: boolean
  readonly choices: ReadonlyMap<string, ChosenSku>
  readonly prices: TenantPrices
  readonly now: Date
}

/** Returns the renewals of one tenant; those of hidden licenses are left out. */
export function judgeRenewals(
  subscriptions: readonly Subscription[],
  { licenses, hasPeople, choices, prices, now }: Judged,
): RenewalOfTenant[] {
  const licenseByKey = new Map(licenses.map((license) => [license.skuId.toLowerCase(), license]))
  return renewalsOfTenant(subscriptions, {
    now,
    skuOf(own) {
      const [first] = own
      if (first === undefined) return null
      const key = first.skuId.toLowerCase()
      const license = licenseByKey.get(key)
      if (license !== undefined) return { ...license, savings: hasPeople ? license.savings : null }
      const choice = choices.get(key)
      return choice?.isVisible === false
        ? null
        : describeUnlisted(first, own, { choice, prices, now })
    },
  })
}

/** Returns the renewals of one tenant that the list of renewals shows by default, the earliest first. */
export function listedRenewals(
  subscriptions: readonly Subscription[],
  judged: Judged,
): RenewalOfTenant[] {
  const { from, to } = askedDays({}, judged.now)
  return judgeRenewals(subscriptions, judged)
    .filter(({ renewsAt }) => utcDay(renewsAt) >= from && utcDay(renewsAt) <= to)
    .toSorted((one, other) => (one.renewsAt < other.renewsAt ? -1 : 1))
}

/** A subscription of a SKU that is not in the list of subscribed SKUs: its removable seats are not known. */
function describeUnlisted(
  { skuId, skuPartNumber }: Subscription,
  subscriptions: readonly Subscription[],
  { choice, prices, now }: { choice: ChosenSku | undefined; prices: TenantPrices; now: Date },
): TenantLicense {
  const partNumber = skuPartNumber ?? (choice === undefined ? '' : partNumberOf(choice))
  const none = { consumedUnits: 0, enabledUnits: 0, warningUnits: 0 }
  const sku = { ...none, suspendedUnits: 0, lockedOutUnits: 0, servicePlans: [] }
  const described = describeLicense(
    { ...sku, skuId, skuPartNumber: partNumber, appliesTo: null, capabilityStatus: '' },
    { choice, holders: null, subscriptions, prices, now },
  )
  return { ...described, savings: null }
}

/** Identifies the date of a subscription to which a decision belongs. */
export const decisionKeyOf = (tenantId: TenantId, subscriptionId: string, day: string): string =>
  `${tenantId} ${day} ${subscriptionId}`

/** Returns the days of a list, in UTC: by default from today for 12 months. */
export function askedDays(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const end = new Date(now)
  end.setUTCMonth(end.getUTCMonth() + RENEWALS.months)
  return { from: from ?? utcDay(now), to: to ?? utcDay(end) }
}

/** Returns how many renewals are due within each number of days; those of today count. */
export function countDue(renewals: readonly Pick<Renewal, 'renewsAt' | 'decision'>[], now: Date) {
  return RENEWALS.dueDays.map((withinDays) => {
    const due = renewals.filter(({ renewsAt }) => {
      const days = daysUntil(renewsAt, now)
      return days >= 0 && days <= withinDays
    })
    const undecided = due.filter(({ decision }) => decision === null).length
    return { withinDays, renewals: due.length, undecided }
  })
}

export function presentDecision(row: Omit<StoredDecision, 'tenantName'>): RenewalDecision {
  const { kind, reduceTo, note, ownerId, shownOwner: ownerName, decidedBy, version } = row
  const decidedAt = row.decidedAt.toISOString()
  return { kind, reduceTo, note, ownerId, ownerName, decidedBy, decidedAt, version }
}

export function presentPast(
  row: StoredDecision,
  choices: ReadonlyMap<string, ChosenSku>,
): PastRenewalDecision {
  const { tenantId, tenantName, subscriptionId, skuId, skuPartNumber, afterReadAt } = row
  const choice = choices.get(skuId.toLowerCase())
  const partNumber = skuPartNumber ?? (choice === undefined ? '' : partNumberOf(choice))
  return {
    tenantId,
    tenantName,
    subscriptionId,
    skuId,
    displayName: licenseNameOf(
      { skuId, skuPartNumber: partNumber },
      choice?.friendlyName,
      choice?.productName,
    ),
    renewsAt: row.renewsAt.toISOString(),
    decision: presentDecision(row),
    seatsBefore: row.seatsBefore,
    after:
      afterReadAt === null
        ? null
        : { seats: row.seatsAfter, status: row.statusAfter, readAt: afterReadAt.toISOString() },
  }
}
