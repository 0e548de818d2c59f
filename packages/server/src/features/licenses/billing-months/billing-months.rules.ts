import { createHash } from 'node:crypto'

import type { BilledPeople } from '@tenantscope/contract/billing-months'
import type { MalformedRows, PartFailure, TenantPart } from '@tenantscope/contract/parts'
import type { Selectable } from 'kysely'

import type { Database } from '../../../db/tables.ts'

/** The parts that a good reading has. Without subscriptions a trial cannot be told from a purchase. */
export const NEEDED_PARTS: readonly TenantPart[] = ['users', 'licenses', 'subscriptions']

const isNeeded = ({ part }: { part: string }): boolean => NEEDED_PARTS.some((each) => each === part)

/** True when a month can rest on a reading with these failures. */
export const isGoodReading = (failures: readonly Pick<PartFailure, 'part'>[]): boolean =>
  !failures.some(isNeeded)

/** Returns how many rows could not be read that may be people or licenses. */
export const missingRows = (rows: readonly Pick<MalformedRows, 'part' | 'malformed'>[]): number =>
  rows.filter(isNeeded).reduce((sum, { malformed }) => sum + malformed, 0)

/** A row of a frozen month without its hash and id. */
export type FrozenMonth = Omit<Selectable<Database['billingMonths']>, 'id' | 'hash'>

/** A stored row with the hash of the tenant's row before it. */
export interface StoredMonth extends FrozenMonth {
  readonly hash: string
  readonly previousHash: string | null
}

/**
 * Returns the SHA-256 of a row and of the hash before it, so that the latest hash covers all earlier rows of
 * the tenant. The form never changes: stored hashes were computed with it.
 */
export function hashOf(row: FrozenMonth, previousHash: string | null): string {
  const licenses = row.licenses.map(({ skuId, skuPartNumber, seats, members, guests }) => [
    skuId,
    skuPartNumber,
    seats,
    members,
    guests,
  ])
  const values = [
    'billing month 1',
    previousHash,
    row.tenantId,
    row.month,
    row.number,
    row.timeZone,
    row.startsAt.toISOString(),
    row.endsAt.toISOString(),
    row.readAt?.toISOString() ?? null,
    row.billedPeople,
    row.blockedPeople,
    row.guests,
    row.malformedRows,
    licenses,
    row.frozenAt.toISOString(),
  ]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

/** Returns the numbers of a row; null when the month was not read and not corrected. */
export function peopleOf({
  billedPeople,
  blockedPeople,
  guests,
}: Pick<FrozenMonth, 'billedPeople' | 'blockedPeople' | 'guests'>): BilledPeople | null {
  if (billedPeople === null || blockedPeople === null || guests === null) return null
  return { billedPeople, blockedPeople, guests }
}

/** Returns a row as replies contain it. */
export function presentRecord(row: StoredMonth) {
  const { month, number, timeZone, malformedRows, hash } = row
  return {
    month,
    number,
    timeZone,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
    people: peopleOf(row),
    malformedRows,
    frozenAt: row.frozenAt.toISOString(),
    hash,
    isIntact: hashOf(row, row.previousHash) === hash,
  }
}

/** Returns the numbers as the audit writes them. */
export function peopleText(people: BilledPeople | null): string {
  if (people === null) return 'not read'
  const { billedPeople, blockedPeople, guests } = people
  return `${billedPeople} licensed people (${blockedPeople} blocked), ${guests} guests`
}
