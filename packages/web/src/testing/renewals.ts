import { TenantId, UserId } from '@tenantscope/contract/ids'
import type {
  countDueRenewals,
  PastRenewalDecision,
  Renewal,
  RenewalDecision,
  Renewals,
} from '@tenantscope/contract/renewals'
import type { z } from 'zod'

export const noDueRenewals: z.input<(typeof countDueRenewals)['reply']> = {
  due: [30, 60, 90].map((withinDays) => ({ withinDays, renewals: 0, undecided: 0 })),
  tenants: { read: 0, notRead: [], inactive: 0 },
}

const DAY_MS = 86_400_000

/** Returns noon of a day from now, which is the same day in every time zone of the tests. */
export const inDays = (days: number): string =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + (days + 0.75) * DAY_MS).toISOString()

export const contosoId = TenantId.parse('11111111-2222-4333-8444-555555555555')

let made = 0

/** An undecided renewal in 20 days of 10 seats, of which 2 can be removed. */
export function makeRenewal(changes: Partial<Renewal> = {}): Renewal {
  made += 1
  return {
    tenantId: contosoId,
    tenantName: 'Contoso',
    subscriptionId: `subscription-${made}`,
    skuId: 'sku-e3',
    displayName: 'Microsoft 365 E3',
    kind: 'paid',
    renewsAt: inDays(20),
    event: 'renewsOrEnds',
    seats: 10,
    price: { monthly: 10, currency: 'USD', source: 'list' },
    monthlyCost: 100,
    monthlyCostInTotals: changes.monthlyCost === undefined ? 100 : changes.monthlyCost,
    removableSeats: 2,
    dataAsOf: '2026-11-20T09:00:00.000Z',
    isOutdated: false,
    decision: null,
    ...changes,
  }
}

export function makeDecision(changes: Partial<RenewalDecision> = {}): RenewalDecision {
  return {
    kind: 'reduce',
    reduceTo: 6,
    note: 'Agreed with the customer',
    ownerId: UserId.parse(2),
    ownerName: 'Megan Bowen',
    decidedBy: 'megan@msp.example',
    decidedAt: '2026-11-20T09:00:00.000Z',
    version: 3,
    ...changes,
  }
}

export function makePastDecision(changes: Partial<PastRenewalDecision> = {}): PastRenewalDecision {
  const { tenantId, tenantName, subscriptionId, skuId, displayName } = makeRenewal()
  return {
    tenantId,
    tenantName,
    subscriptionId,
    skuId,
    displayName,
    renewsAt: inDays(-20),
    decision: makeDecision(),
    seatsBefore: 10,
    after: { seats: 6, status: 'Enabled', readAt: inDays(-10) },
    ...changes,
  }
}

export const renewalsOf = (
  renewals: readonly Renewal[],
  changes: Partial<Renewals> = {},
): Renewals => ({
  renewals: [...renewals],
  pastDecisions: [],
  tenants: { read: 3, notRead: [], inactive: 0 },
  currency: 'USD',
  ...changes,
})
