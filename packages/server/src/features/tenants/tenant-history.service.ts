import { describeLicense } from '@tenantscope/analysis/licenses'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { getTenantHistory, HistoryDay } from '@tenantscope/contract/tenants'

import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { LicensesService } from '../licenses/licenses.service.ts'
import type { TenantSeatsService } from '../licenses/tenant-seats.service.ts'
import type { DayRow, TenantHistoryRepo } from './tenant-history.repo.ts'

export type TenantHistoryService = ReturnType<typeof createTenantHistoryService>

const DAY_MS = 24 * 60 * 60 * 1_000

/** Returns a tenant's counts by day; paid and visible licenses follow the current settings. */
export function createTenantHistoryService(deps: {
  repo: TenantHistoryRepo
  seats: Pick<TenantSeatsService, 'subscriptionsOf'>
  licenses: Pick<LicensesService, 'choices' | 'priceBook'>
  clock: Clock
}) {
  const { repo, seats, licenses, clock } = deps

  /** Ids of those SKUs of the days since that count as paid and are not hidden. */
  async function paidSkuIds(access: TenantAccess, since: string): Promise<string[]> {
    const generation = await repo.findCurrentGeneration(access)
    const [skus, choices, book, subscriptions] = await Promise.all([
      repo.findSkus(access, since),
      licenses.choices(),
      licenses.priceBook(),
      generation === null ? [] : seats.subscriptionsOf(generation),
    ])
    const now = clock.now()
    const prices = book.of(access.tenantId)
    return skus
      .filter((sku) => {
        const choice = choices.get(sku.skuId.toLowerCase())
        const context = { choice, subscriptions, prices, now }
        const license = describeLicense({ ...NO_FACTS, ...sku }, context)
        return license.isVisible && license.countsAsPaid
      })
      .map(({ skuId }) => skuId)
  }

  return {
    /** Returns the last days, today included; days without a reading are omitted. */
    async days(access: TenantAccess, count: number): Promise<CallReply<typeof getTenantHistory>> {
      const first = clock.now().getTime() - (count - 1) * DAY_MS
      const since = new Date(first).toISOString().slice(0, 'YYYY-MM-DD'.length)
      const skuIds = await paidSkuIds(access, since)
      return { days: (await repo.findDays(access, since, skuIds)).map(toHistoryDay) }
    },
  }
}

const NO_FACTS = {
  capabilityStatus: 'Enabled',
  suspendedUnits: 0,
  lockedOutUnits: 0,
  servicePlans: [],
}

function toHistoryDay(row: DayRow): HistoryDay {
  const { policiesEnabled, policiesReportOnly, policiesDisabled } = row
  const hasPolicies =
    policiesEnabled !== null && policiesReportOnly !== null && policiesDisabled !== null
  return {
    day: row.day,
    people: row.people,
    licensedPeople: row.licensedPeople,
    paidSeats: row.hasLicenses ? row.paidSeats : null,
    assignedPaidSeats: row.hasLicenses ? row.assignedPaidSeats : null,
    policies: hasPolicies
      ? { enabled: policiesEnabled, reportOnly: policiesReportOnly, disabled: policiesDisabled }
      : null,
  }
}
