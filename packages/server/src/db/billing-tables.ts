import type { TenantId } from '@tenantscope/contract/ids'
import type { Generated } from 'kysely'

import type { Defaulted, Id, Json } from './column-types.ts'

/** A license of a reading that counts as paid, as it is stored. */
export interface StoredBilledLicense {
  readonly skuId: string
  readonly skuPartNumber: string
  readonly seats: number
  readonly members: number
  readonly guests: number
}

/** Frozen billing months, and what they are frozen from. */
export interface BillingTables {
  tenantBillingZones: {
    tenantId: Id<TenantId>
    timeZone: string | null
    version: Defaulted<number>
    updatedAt: Date
    updatedBy: string
  }
  billingReadings: {
    generationId: number
    tenantId: Id<TenantId>
    billedPeople: number
    blockedPeople: number
    guests: number
    malformedRows: number
    licenses: Json<StoredBilledLicense[]>
    personIds: string[]
  }
  billingOpenMonths: {
    tenantId: Id<TenantId>
    month: string
    timeZone: string
    startsAt: Date
    endsAt: Date
    generationId: number | null
    readAt: Date | null
  }
  billingMonths: {
    id: Generated<number>
    tenantId: Id<TenantId>
    month: string
    number: number
    timeZone: string
    startsAt: Date
    endsAt: Date
    readAt: Date | null
    billedPeople: number | null
    blockedPeople: number | null
    guests: number | null
    malformedRows: number
    licenses: Json<StoredBilledLicense[]>
    frozenAt: Date
    hash: string
  }
  billingCorrections: {
    tenantId: Id<TenantId>
    month: string
    number: number
    reason: string
    correctedBy: string
  }
  billingPeople: {
    tenantId: Id<TenantId>
    month: string
    endsAt: Date
    personIds: string[]
  }
}
