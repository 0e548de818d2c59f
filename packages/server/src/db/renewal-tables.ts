import type { TenantId, UserId } from '@tenantscope/contract/ids'
import type { AccountMarkKind } from '@tenantscope/contract/license-use'
import type { RenewalDecisionKind } from '@tenantscope/contract/renewals'

import type { Defaulted, Id } from './column-types.ts'

/** Decisions for renewals, what they save, calendar links to them, and marks of accounts. */
export interface RenewalTables {
  renewalDecisions: {
    tenantId: Id<TenantId>
    subscriptionId: string
    /** In UTC. */
    day: string
    renewsAt: Date
    skuId: string
    skuPartNumber: string | null
    kind: RenewalDecisionKind
    reduceTo: number | null
    note: string
    ownerId: Id<UserId> | null
    ownerName: string
    decidedBy: string
    decidedAt: Date
    version: Defaulted<number>
    seatsBefore: number | null
    seatsAfter: number | null
    statusAfter: string | null
    /** Null: not read since the date. */
    afterReadAt: Date | null
    /** Per month; null: not known. */
    savedCents: Defaulted<number | null>
    savedCurrency: Defaulted<string | null>
    /** The outcome that it rests on. */
    savedReadAt: Defaulted<Date | null>
  }
  /** By the last reading of a month; amounts per month in hundredths. */
  tenantMonthlySavings: {
    tenantId: Id<TenantId>
    /** The first day, in UTC. */
    month: string
    generationId: number
    readAt: Date
    currency: string
    costCents: number
    foundCents: number
    decidedCents: number
    /** Removable seats without a known price. */
    unpricedSeats: Defaulted<number>
    /** Decisions whose seats or price are not known. */
    unpricedDecisions: Defaulted<number>
  }
  /** Accounts that are not people. */
  accountMarks: {
    tenantId: Id<TenantId>
    userId: string
    kind: AccountMarkKind
    reason: string
    markedBy: string
    markedAt: Date
    version: Defaulted<number>
  }
  renewalCalendars: {
    userId: Id<UserId>
    tokenHash: string
    createdAt: Date
    /** Null: not read yet. */
    lastReadAt: Date | null
  }
}
