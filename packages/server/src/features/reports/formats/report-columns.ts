import { amountText } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import { issueText } from '@tenantscope/analysis/license-issue-text'
import { licenseTypeText } from '@tenantscope/analysis/license-type-text'
import { reportCurrency } from '@tenantscope/analysis/report-statement'
import type {
  LicenseReport,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'

import { createWords } from './pdf/words.ts'

/** A license of a user in a report; null for the row of a user without any of them. */
export type HeldLicense = ReportUser['assignedLicenses'][number] | null

/**
 * The columns of a user. A shared report may show only the first two, so its files have no others,
 * whatever its document contains.
 */
export function userColumns({ isRedacted }: LicenseReport): readonly TextColumn<ReportUser>[] {
  const shared: readonly TextColumn<ReportUser>[] = [
    { header: 'Display Name', textOf: ({ displayName }) => displayName },
    { header: 'User Principal Name', textOf: ({ userPrincipalName }) => userPrincipalName },
  ]
  if (isRedacted) return shared
  return [
    ...shared,
    { header: 'Email', textOf: ({ email }) => email ?? null },
    { header: 'User ID', textOf: ({ id }) => id ?? null },
    { header: 'User Type', textOf: ({ isGuest }) => wordOf(isGuest, ['Guest', 'Member']) },
    { header: 'Sign-in Blocked', textOf: ({ isBlocked }) => wordOf(isBlocked, ['Yes', 'No']) },
  ]
}

/** The columns of a user's license. */
export function heldLicenseColumns({
  licenses,
}: LicenseReport): readonly TextColumn<HeldLicense>[] {
  // Two licenses may share a part number.
  const typeByNames = new Map(
    licenses.map((license) => [namesOf(license), licenseTypeText(license)] as const),
  )
  return [
    { header: 'License', textOf: (held) => held?.friendlyName ?? null },
    { header: 'SKU Part Number', textOf: (held) => held?.skuPartNumber ?? null },
    {
      header: 'License Type',
      textOf: (held) => (held === null ? null : (typeByNames.get(namesOf(held)) ?? null)),
    },
  ]
}

/** The problems of a license in words, and the end of its grace period. */
export function issueColumns(timeZone: string): readonly TextColumn<ReportLicense>[] {
  const { number, date } = createWords(timeZone)
  return [
    {
      header: 'Problems',
      textOf: ({ issues = [] }) =>
        issues.map((issue) => issueText(issue, { number, date })).join('; ') || null,
    },
    {
      header: 'Grace Period End',
      textOf: ({ issues = [] }) => {
        const end = issues.find(({ kind }) => kind === 'grace')?.endsAt ?? null
        return end === null ? null : isoTimeIn(timeZone, end)
      },
    },
  ]
}

/** The seats of a license in the complete tenant; prices are not in shared reports. */
export function seatColumns(report: LicenseReport): readonly TextColumn<ReportLicense>[] {
  const { isRedacted, timeZone } = report
  const currency = reportCurrency(report)
  const shared: readonly TextColumn<ReportLicense>[] = [
    { header: 'License Usable Seats', textOf: ({ enabledUnits }) => String(enabledUnits) },
    { header: 'License Assigned Seats', textOf: ({ consumedUnits }) => String(consumedUnits) },
    { header: 'License Available Seats', textOf: ({ availableUnits }) => String(availableUnits) },
    { header: 'License Utilization', textOf: ({ utilization }) => utilization },
    ...issueColumns(timeZone).map((column) => ({ ...column, header: `License ${column.header}` })),
  ]
  if (isRedacted) return shared
  return [
    ...shared,
    {
      header: 'License Removable Seats',
      textOf: ({ removableSeats }) => numberText(removableSeats),
    },
    {
      header: `Price per Seat and Month (${currency})`,
      textOf: ({ price }) => amountText(price?.monthly),
    },
    {
      header: `License Savings per Month (${currency})`,
      textOf: ({ monthlySavings }) => amountText(monthlySavings),
    },
  ]
}

const numberText = (value: number | null | undefined): string | null =>
  typeof value === 'number' ? String(value) : null

/** Returns one row per license of the user; users without a license have one row. */
export function heldBy({ assignedLicenses }: ReportUser): readonly HeldLicense[] {
  return assignedLicenses.length === 0 ? [null] : assignedLicenses
}

/** Identifies a license within a report. */
export const namesOf = ({ skuPartNumber, friendlyName }: NonNullable<HeldLicense>): string =>
  `${skuPartNumber}\n${friendlyName}`

function wordOf(is: boolean | undefined, [yes, no]: readonly [string, string]): string | null {
  if (is === undefined) return null
  return is ? yes : no
}
