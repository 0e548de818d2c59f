import { outdatedBefore } from '@tenantscope/analysis/data-age'
import { mergeRates } from '@tenantscope/analysis/exchange'
import { isPaidRenewal, utcDay } from '@tenantscope/analysis/renewals'
import type { RenewalOfTenant } from '@tenantscope/analysis/renewals'
import { lineIn, ratesOfLine } from '@tenantscope/analysis/sum-currency'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import { RENEWALS } from '@tenantscope/contract/limits'
import type { countDueRenewals, Renewal, Renewals } from '@tenantscope/contract/renewals'

import { ALL_TENANTS, scopeOf } from '../../../db/tenant-scope.ts'
import type { Actor } from '../../../lib/actor.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import type { AskedTenants, EstateLicensesRepo, EstateTenant } from '../estate-licenses.repo.ts'
import type { LicensesService } from '../licenses.service.ts'
import { seatsOfSkus } from '../tenant-seats.rules.ts'
import type { ReadSeats } from '../tenant-seats.rules.ts'
import type { TenantSeatsService } from '../tenant-seats.service.ts'
import type { RenewalsRepo } from './renewals.repo.ts'
import {
  askedDays,
  countDue,
  decisionKeyOf,
  judgeRenewals,
  presentDecision,
  presentPast,
} from './renewals.rules.ts'

export type RenewalsService = ReturnType<typeof createRenewalsService>

type Viewer = Pick<Actor, 'seesAllTenants' | 'userId'>

type AskedDays = ReturnType<typeof askedDays>

const DAY_MS = 24 * 3_600_000

interface AskedRenewals {
  readonly groupId?: TenantGroupId | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Lists the renewals of all tenants that a person may see, with their decisions. */
export function createRenewalsService(deps: {
  repo: Pick<RenewalsRepo, 'list'>
  tenants: Pick<EstateLicensesRepo, 'tenants'>
  seats: Pick<TenantSeatsService, 'judgeEach'>
  licenses: Pick<LicensesService, 'choices' | 'priceBook'>
  settings: { read: () => Promise<{ refreshHours: number }> }
  clock: Clock
}) {
  const { repo, tenants, seats, licenses, settings, clock } = deps

  /**
   * Returns the renewals of each tenant whose subscriptions were read, by name of the tenant; with `days`
   * at least those of these days.
   */
  async function judge(asked: AskedTenants, days?: AskedDays) {
    const now = clock.now()
    const [all, choices, book] = await Promise.all([
      tenants.tenants(asked),
      licenses.choices(),
      licenses.priceBook(),
    ])
    const read = all.filter(isRead)
    const tenantById = new Map(read.map((tenant) => [tenant.tenantId, tenant]))
    const renewalsById = await seats.judgeEach(
      read.map(({ tenantId, generationId, people }) => ({
        tenantId,
        generationId,
        hasPeople: people !== null,
        isInactive: false,
      })),
      (tenantId, { visible }, { subscriptions }) => {
        const hasPeople = tenantById.get(tenantId)?.people !== null
        const prices = book.of(tenantId)
        return judgeRenewals(subscriptions, {
          licenses: visible,
          hasPeople,
          choices,
          prices,
          now,
        })
      },
      { only: days && ((read) => seatsWithDateIn(read, days)) },
    )
    const judged = read.map((tenant) => ({
      tenant,
      renewals: renewalsById.get(tenant.tenantId) ?? [],
    }))
    return { judged, choices, book, tenants: countsOf(all, read) }
  }

  /** With `isComplete: false` only the renewals are complete, not the past decisions. */
  async function list(
    actor: Viewer,
    asked: AskedRenewals,
    { isComplete }: { isComplete: boolean },
  ): Promise<Renewals> {
    const ofReader = { scope: scopeOf(actor), groupId: asked.groupId ?? null }
    const days = askedDays(asked, clock.now())
    const [{ judged, choices, book, tenants: counts }, decisions, { refreshHours }] =
      await Promise.all([
        judge(ofReader, isComplete ? undefined : days),
        repo.list(ofReader),
        settings.read(),
      ])
    const now = clock.now()
    const { from, to } = days
    const isAsked = (day: string): boolean => day >= from && day <= to
    const outdated = outdatedBefore({ refreshHours, now })
    const openByKey = new Map(
      decisions.map((row) => [decisionKeyOf(row.tenantId, row.subscriptionId, row.day), row]),
    )
    const renewals = judged.flatMap(({ tenant, renewals: ofTenant }) =>
      ofTenant.flatMap((renewal): Renewal[] => {
        const day = utcDay(renewal.renewsAt)
        const key = decisionKeyOf(tenant.tenantId, renewal.subscriptionId, day)
        const decision = openByKey.get(key)
        // What remains is of dates that are no longer those of a subscription.
        openByKey.delete(key)
        if (!isAsked(day)) return []
        const { tenantId, displayName: tenantName, dataAsOf } = tenant
        return [
          {
            ...renewal,
            monthlyCostInTotals: lineIn(book, renewal.monthlyCost, renewal.price),
            tenantId,
            tenantName,
            dataAsOf: dataAsOf.toISOString(),
            isOutdated: dataAsOf < outdated,
            decision: decision === undefined ? null : presentDecision(decision),
          },
        ]
      }),
    )
    const past = [...openByKey.values()].filter(
      ({ day, skuId }) => isAsked(day) && choices.get(skuId.toLowerCase())?.isVisible !== false,
    )
    const paid = renewals.filter(isPaidRenewal)
    const exchange = mergeRates(paid.map((renewal) => ratesOfLine(renewal, book)))
    return {
      renewals: renewals.toSorted(byDay),
      pastDecisions: past.map((row) => presentPast(row, choices)),
      tenants: counts,
      currency: book.currency,
      ...(exchange && { exchange }),
    }
  }

  return {
    list: (actor: Viewer, asked: AskedRenewals): Promise<Renewals> =>
      list(actor, asked, { isComplete: true }),

    async due(actor: Viewer, asked: AskedRenewals): Promise<CallReply<typeof countDueRenewals>> {
      const now = clock.now()
      const until = new Date(now.getTime() + Math.max(...RENEWALS.dueDays) * DAY_MS)
      // All Tenants asks for these each time: most licenses have no date so soon.
      const soon = { ...asked, to: utcDay(until) }
      const { renewals, tenants: counts } = await list(actor, soon, { isComplete: false })
      return { due: countDue(renewals, now), tenants: counts }
    },

    /** Returns the next date of a subscription; undefined when the renewals do not list it. */
    async find(
      { tenantId }: TenantAccess,
      subscriptionId: string,
    ): Promise<RenewalOfTenant | undefined> {
      const { judged } = await judge({ scope: ALL_TENANTS, groupId: null, tenantId })
      return judged[0]?.renewals.find((renewal) => renewal.subscriptionId === subscriptionId)
    },
  }
}

interface ReadTenant extends EstateTenant {
  readonly generationId: number
  readonly dataAsOf: Date
}

/** Returns the seats of the SKUs that have a subscription with a date on one of these days, in UTC. */
function seatsWithDateIn(read: ReadSeats, { from, to }: AskedDays): ReadSeats {
  const [first, end] = [Date.parse(from), Date.parse(to) + DAY_MS]
  const dated = new Set<string>()
  for (const { skuId, nextLifecycleDateTime } of read.subscriptions) {
    const at = nextLifecycleDateTime?.getTime() ?? NaN
    if (at >= first && at < end) dated.add(skuId.toLowerCase())
  }
  return seatsOfSkus(read, (key) => dated.has(key))
}

/** True where the subscriptions are known; users and licenses may be missing. */
function isRead(tenant: EstateTenant): tenant is ReadTenant {
  const { isInactive, generationId, dataAsOf, hasSubscriptions } = tenant
  return !isInactive && generationId !== null && dataAsOf !== null && hasSubscriptions
}

function countsOf(
  all: readonly EstateTenant[],
  { length: read }: readonly ReadTenant[],
): Renewals['tenants'] {
  const active = all.filter(({ isInactive }) => !isInactive)
  return {
    read,
    notRead: active
      .filter((tenant) => !isRead(tenant))
      .map(({ tenantId, displayName }) => ({ tenantId, displayName })),
    inactive: all.length - active.length,
  }
}

/** On one day in the order of the tenants. */
function byDay(a: Renewal, b: Renewal): number {
  const [first, second] = [utcDay(a.renewsAt), utcDay(b.renewsAt)]
  return first === second ? 0 : first < second ? -1 : 1
}
