import { isoDayIn } from '@tenantscope/analysis/iso-time'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type {
  ReportFormat,
  ReportHead,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'
import { z } from 'zod'

import { pageCursor, placeOf } from '../../lib/page-cursor.ts'
import type { PersonRow } from '../licenses/report-sources.service.ts'

/** A person of a full report; only shared ones are without an id. */
export type FullUser = ReportUser & { readonly id: string }

/** A license of a full report. `holders` are those of the report's people who hold it. */
export function reportLicense(license: TenantLicense, holders: number): ReportLicense {
  const { savings } = license
  return {
    skuId: license.skuId,
    skuPartNumber: license.skuPartNumber,
    friendlyName: license.displayName,
    licenseType: license.licenseType,
    kind: license.kind,
    renewals: license.renewals,
    enabledUnits: license.enabledUnits,
    consumedUnits: license.consumedUnits,
    availableUnits: license.availableUnits,
    utilizationPercent: license.utilizationPercent,
    utilization: license.utilization,
    issues: license.issues,
    reportedUsers: holders,
    price: license.price,
    removableSeats: savings?.removableSeats ?? null,
    removableUnassigned: savings?.removableUnassigned ?? null,
    monthlySavings: savings?.monthlyAmount ?? null,
  }
}

/** `licenses` in the order of the places that the row names. */
export function reportUser(row: PersonRow, licenses: readonly TenantLicense[]): FullUser {
  const held = row.held.flatMap((place) => licenses[place - 1] ?? [])
  return {
    id: row.id,
    displayName: row.name,
    userPrincipalName: row.userPrincipalName,
    email: row.mail,
    isGuest: row.userType?.toLowerCase() === 'guest',
    isBlocked: row.accountEnabled === false,
    assignedLicenses: held.map(({ displayName, skuPartNumber }) => ({
      friendlyName: displayName,
      skuPartNumber,
    })),
  }
}

const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/** The end of a page of reports: the last one's creation time, in milliseconds in the cursor, and its id. */
const SnapshotPlace = z.strictObject({
  createdAt: z
    .int()
    .min(0)
    .max(LAST_MOMENT)
    .transform((time) => new Date(time)),
  id: z.guid(),
})
export type SnapshotPlace = z.infer<typeof SnapshotPlace>

export const cursorText = ({ createdAt, id }: SnapshotPlace): string =>
  pageCursor({ createdAt: createdAt.getTime(), id })

/** Undefined for a text that no page ended with. */
export const cursorOf = (text: string): SnapshotPlace | undefined => placeOf(SnapshotPlace, text)

const NAMES = new Intl.Collator('en')

export const byLicenseName = (a: TenantLicense, b: TenantLicense): number =>
  NAMES.compare(a.displayName, b.displayName) || (a.skuId < b.skuId ? -1 : 1)

/** One order whatever the database sorts by, so that one report has one text. */
export const byPersonName = (a: FullUser, b: FullUser): number =>
  NAMES.compare(a.displayName, b.displayName) || (a.id < b.id ? -1 : 1)

const TENANT_NAME_LENGTH = 80

/**
 * Returns a file name: 'user-license-report-contoso-2026-11-20.pdf', with the tenant's name in its
 * own script.
 */
export function reportFileName(
  report: Pick<ReportHead, 'reportType' | 'tenant' | 'createdAt' | 'timeZone'>,
  format: ReportFormat,
): string {
  const { reportType, tenant, createdAt, timeZone } = report
  const day = isoDayIn(timeZone, createdAt)
  return `${reportType}-report-${slugOf(tenant.displayName)}-${day}.${format}`
}

/** Letters, their marks and digits of any script; what lies between is one hyphen. */
function slugOf(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const characters = Array.from(words.join('-'))
  return characters.slice(0, TENANT_NAME_LENGTH).join('').replace(/-$/u, '') || 'tenant'
}
