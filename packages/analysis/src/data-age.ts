import type { DataAge, TenantListItem } from '@tenantscope/contract/tenants'

import { isReadable } from './verification.ts'

type Tenant = Pick<TenantListItem, 'verification' | 'dataAsOf'>

/** Returns the oldest and the newest reading of the tenants that can be read. */
export function dataAgeOf(tenants: readonly Tenant[]): Pick<DataAge, 'oldest' | 'newest'> {
  return ageOf(tenants.filter(isReadable).flatMap(({ dataAsOf }) => dataAsOf ?? []))
}

/** Returns the oldest and the newest of some times; null without any. */
export function ageOf(times: readonly string[]): Pick<DataAge, 'oldest' | 'newest'> {
  const sorted = times.toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return { oldest: sorted[0] ?? null, newest: sorted.at(-1) ?? null }
}

/** The number of missed refreshes after which data are out of date. */
const OUTDATED_AFTER_INTERVALS = 2
const HOUR_MS = 60 * 60 * 1_000

/** True when the data are older than two refresh intervals. */
export function isOutdated(dataAsOf: string, age: { refreshHours: number; now: Date }): boolean {
  return Date.parse(dataAsOf) < outdatedBefore(age).getTime()
}

/** Returns the time before which data are outdated. */
export function outdatedBefore(age: { refreshHours: number; now: Date }): Date {
  return new Date(age.now.getTime() - OUTDATED_AFTER_INTERVALS * age.refreshHours * HOUR_MS)
}

/** Verdicts on older data are not known (docs/posture.md). */
const OLD_AFTER_MS = 7 * 24 * HOUR_MS

/** Returns the time before which verdicts count as not known in every list of tenants. */
export function oldBefore(now: Date): Date {
  return new Date(now.getTime() - OLD_AFTER_MS)
}

/** True when the data are so old that every list of tenants shows verdicts on them as not known. */
export function isOldAt(dataAsOf: Date | null, now: Date): boolean {
  return dataAsOf !== null && dataAsOf < oldBefore(now)
}
