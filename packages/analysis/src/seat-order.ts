import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { ReportLicense } from '@tenantscope/contract/report-document'

type Seats = Pick<ReportLicense, 'licenseType' | 'kind' | 'consumedUnits' | 'enabledUnits'>

/** True when the seats of the license are bought for users; reports of earlier versions have no kind. */
export function hasBoughtSeats({ licenseType, kind }: Seats): boolean {
  return kind === undefined ? licenseType !== 'free' : LICENSE_KINDS[kind].inSeats
}

/** Microsoft gives 10,000 to 1,000,000 seats of a license that anybody may have. */
const UNLIMITED_FROM = 10_000

/** True when the seats of the license are no limit: a free, trial or company-wide pool, or one of an unknown kind. */
export function hasUnlimitedSeats(license: Seats): boolean {
  return !hasBoughtSeats(license) && license.enabledUnits >= UNLIMITED_FROM
}

/** Sorts licenses with bought seats first, then by assigned seats, most first. */
export function sortedBySeats<License extends Seats>(licenses: readonly License[]): License[] {
  return licenses.toSorted(
    (a, b) =>
      Number(hasBoughtSeats(b)) - Number(hasBoughtSeats(a)) ||
      b.consumedUnits - a.consumedUnits ||
      b.enabledUnits - a.enabledUnits,
  )
}
