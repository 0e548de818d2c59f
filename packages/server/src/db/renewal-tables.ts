import type { TenantId, UserId } from '@tenantscope/contract/ids'
import type { RenewalDecisionKind } from '@tenantscope/contract/renewals'

import type { Defaulted, Id } from './column-types.ts'

/** Decisions for renewals, and calendar links to them. */
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
  }
  renewalCalendars: {
    userId: Id<UserId>
    tokenHash: string
    createdAt: Date
    /** Null: not read yet. */
    lastReadAt: Date | null
  }
}
