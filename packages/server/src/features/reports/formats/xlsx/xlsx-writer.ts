import { licenseTypeText } from '@tenantscope/analysis/license-type-text'
import {
  reportCurrency,
  reportRemovable,
  reportStatement,
  reportTotals,
  selectionNote,
} from '@tenantscope/analysis/report-statement'
import type { ReportTotals } from '@tenantscope/analysis/report-statement'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type {
  LicenseReport,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'
import type { PriceSource } from '@tenantscope/contract/savings'

import { AppError } from '../../../../lib/app-error.ts'
import { heldBy, heldLicenseColumns, issueColumns, userColumns } from '../report-columns.ts'
import type { HeldLicense } from '../report-columns.ts'
import type { ReportWriter } from '../report-writer.ts'
import { serialTime } from './cell-xml.ts'
import { column, numberColumn, numberOf, propertySheet, sheetColumn } from './sheet-columns.ts'
import type { PropertyRow } from './sheet-columns.ts'
import type { Sheet } from './workbook-parts.ts'
import { SHEET_ROWS, sheetOf, writeWorkbook } from './workbook.ts'
import type { SheetColumn, SheetValue } from './workbook.ts'

const counts = new Intl.NumberFormat('en-US')

/**
 * The report as an Excel workbook of four sheets: Summary, Licenses, Users (one row per person) and
 * Assignments (one row per person and license). Throws AppError where a sheet cannot hold the rows.
 */
export const writeXlsx: ReportWriter<LicenseReport> = async function* writeXlsx(
  { document, look },
  onProgress,
) {
  const assignments = document.users.reduce((sum, user) => sum + heldBy(user).length, 0)
  if (assignments >= SHEET_ROWS)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `A sheet of Excel holds ${counts.format(SHEET_ROWS - 1)} assignments below its header; this report has ${counts.format(assignments)}. Choose fewer users or licenses, or the CSV format.`,
    )
  const progress = halves(onProgress)
  yield* writeWorkbook({
    title: `${REPORT_TYPE_NAMES[document.reportType]}: ${document.tenant.displayName}`,
    createdAt: new Date(document.createdAt),
    accentColor: look.accentColor,
    sheets: [
      summarySheet(document),
      licensesSheet(document),
      usersSheet(document, progress),
      assignmentsSheet(document, { rowCount: assignments, onUser: progress }),
    ],
  })
  onProgress(document.users.length)
}

function summarySheet(document: LicenseReport): Sheet {
  const { tenant, summary, timeZone, isRedacted } = document
  const { savings, ...seats } = reportTotals(document)
  const time = (at: string): SheetValue => ({ number: serialTime(timeZone, at), style: 'time' })
  const unshared: PropertyRow[] = [
    ['Tenant ID', tenant.id ?? null],
    ['Domain', tenant.defaultDomainName ?? null],
    ['Created By', document.createdBy ?? null],
  ]
  const selection = selectionNote(document)
  const rows: PropertyRow[] = [
    ['Finding', reportStatement(document)],
    ['Report', REPORT_TYPE_NAMES[document.reportType]],
    ['Tenant', tenant.displayName],
    ...(isRedacted ? [] : unshared),
    ['Created', time(document.createdAt)],
    ['Data As Of', time(document.dataAsOf)],
    ['Time Zone', timeZone],
    ['Users', numberOf(summary.totalUsers, 'count')],
    ['Licenses', numberOf(summary.totalLicenses, 'count')],
    ['Assignments', numberOf(summary.totalAssignments, 'count')],
    ...(selection === null ? [] : [['Selection', selection] satisfies PropertyRow]),
    ['Usable Paid Seats', numberOf(seats.paidSeats, 'count')],
    ['Assigned Paid Seats', numberOf(seats.assignedPaidSeats, 'count')],
    ['Available Paid Seats', numberOf(seats.unassignedPaidSeats, 'count')],
    ...(savings === null ? [] : savingsRows(document, savings)),
  ]
  return propertySheet(rows)
}

function savingsRows(
  document: LicenseReport,
  savings: NonNullable<ReportTotals['savings']>,
): PropertyRow[] {
  const inWords = reportRemovable(document)
  return [
    ['Removable Seats', numberOf(savings.removableSeats, 'count')],
    ...(inWords === null ? [] : [['Removable Seats by Holder', inWords] satisfies PropertyRow]),
    [`Savings per Month (${reportCurrency(document)})`, numberOf(savings.monthlyAmount, 'money')],
  ]
}

function licensesSheet(document: LicenseReport): Sheet {
  const { licenses, isRedacted, timeZone } = document
  const columns = [...LICENSE_COLUMNS, ...issueColumns(timeZone).map(sheetColumn)]
  return sheetOf({
    name: 'Licenses',
    columns: isRedacted
      ? columns
      : [...columns, ...unsharedLicenseColumns(reportCurrency(document))],
    rowCount: licenses.length,
    items: () => licenses,
  })
}

function usersSheet(document: LicenseReport, onUser: () => void): Sheet {
  const columns: readonly SheetColumn<ReportUser>[] = [
    ...userColumns(document).map(sheetColumn),
    numberColumn('License Count', 15, ({ assignedLicenses }) =>
      numberOf(assignedLicenses.length, 'count'),
    ),
    column('Licenses', 60, ({ assignedLicenses }) =>
      assignedLicenses.map(({ friendlyName }) => friendlyName).join('; '),
    ),
  ]
  return sheetOf({
    name: 'Users',
    columns,
    rowCount: document.users.length,
    *items() {
      for (const user of document.users) {
        yield user
        onUser()
      }
    },
  })
}

interface Assignment {
  readonly user: ReportUser
  readonly held: HeldLicense
}

function assignmentsSheet(
  document: LicenseReport,
  { rowCount, onUser }: { rowCount: number; onUser: () => void },
): Sheet {
  const columns: readonly SheetColumn<Assignment>[] = [
    ...userColumns(document).map((column) =>
      sheetColumn<Assignment>({ ...column, textOf: ({ user }) => column.textOf(user) }),
    ),
    ...heldLicenseColumns(document).map((column) =>
      sheetColumn<Assignment>({ ...column, textOf: ({ held }) => column.textOf(held) }),
    ),
  ]
  return sheetOf({
    name: 'Assignments',
    columns,
    rowCount,
    *items() {
      for (const user of document.users) {
        for (const held of heldBy(user)) yield { user, held }
        onUser()
      }
    },
  })
}

const LICENSE_COLUMNS: readonly SheetColumn<ReportLicense>[] = [
  column('License', 40, ({ friendlyName }) => friendlyName),
  column('SKU Part Number', 32, ({ skuPartNumber }) => skuPartNumber),
  column('License Type', 20, licenseTypeText),
  numberColumn('Usable Seats', 16, ({ enabledUnits }) => numberOf(enabledUnits, 'count')),
  numberColumn('Assigned Seats', 16, ({ consumedUnits }) => numberOf(consumedUnits, 'count')),
  numberColumn('Available Seats', 16, ({ availableUnits }) => numberOf(availableUnits, 'count')),
  numberColumn('Utilization', 14, ({ utilizationPercent }) =>
    numberOf(utilizationPercent === null ? null : utilizationPercent / 100, 'percent'),
  ),
  column('Utilization Label', 28, ({ utilization }) => utilization),
  numberColumn('Users in This Report', 22, ({ reportedUsers }) => numberOf(reportedUsers, 'count')),
]

const unsharedLicenseColumns = (currency: CurrencyCode): readonly SheetColumn<ReportLicense>[] => [
  column('SKU ID', 38, ({ skuId }) => skuId ?? null),
  numberColumn(`Price per Month (${currency})`, 24, ({ price }) =>
    numberOf(price?.monthly, 'money'),
  ),
  column('Price Source', 16, ({ price }) => (price ? PRICE_SOURCES[price.source] : null)),
  numberColumn('Removable Seats', 18, ({ removableSeats }) => numberOf(removableSeats, 'count')),
  numberColumn('Unassigned Part', 18, ({ removableUnassigned }) =>
    numberOf(removableUnassigned, 'count'),
  ),
  numberColumn(`Savings per Month (${currency})`, 26, ({ monthlySavings }) =>
    numberOf(monthlySavings, 'money'),
  ),
]

const PRICE_SOURCES = {
  list: 'List price',
  own: 'Customer price',
  tenant: 'Customer price of this tenant',
} as const satisfies Record<PriceSource, string>

/** People are written twice, into two sheets: one of both is half of them. */
function halves(onProgress: (usersWritten: number) => void): () => void {
  let rows = 0
  return () => {
    rows += 1
    if (rows % 2 === 0) onProgress(rows / 2)
  }
}
