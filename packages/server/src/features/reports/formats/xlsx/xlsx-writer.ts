import { LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type {
  ReportDocument,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'
import { CURRENCY } from '@tenantscope/contract/savings'

import { AppError } from '../../../../lib/app-error.ts'
import { heldBy, heldLicenseColumns, userColumns } from '../report-columns.ts'
import type { HeldLicense, TextColumn } from '../report-columns.ts'
import type { ReportWriter } from '../report-writer.ts'
import { serialTime } from './cell-xml.ts'
import { SHEET_ROWS, sheetOf, writeWorkbook } from './workbook.ts'
import type { Sheet, SheetColumn, SheetValue } from './workbook.ts'

const counts = new Intl.NumberFormat('en-US')

/**
 * The report as an Excel workbook of four sheets: Summary, Licenses, Users (one row per person) and
 * Assignments (one row per person and license). Throws AppError where a sheet cannot hold the rows.
 */
export const writeXlsx: ReportWriter = async function* writeXlsx({ document, look }, onProgress) {
  const assignments = document.users.reduce((sum, user) => sum + heldBy(user).length, 0)
  if (assignments >= SHEET_ROWS)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `A sheet of Excel holds ${counts.format(SHEET_ROWS - 1)} assignments below its header; this report has ${counts.format(assignments)}. Choose fewer people or licenses, or the format CSV.`,
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

function summarySheet(document: ReportDocument): Sheet {
  const { tenant, summary, timeZone, isRedacted } = document
  const time = (at: string): SheetValue => ({ number: serialTime(timeZone, at), style: 'time' })
  const unshared: [string, SheetValue][] = [
    ['Tenant ID', tenant.id ?? null],
    ['Domain', tenant.defaultDomainName ?? null],
    ['Created By', document.createdBy ?? null],
  ]
  const rows: [string, SheetValue][] = [
    ['Report', REPORT_TYPE_NAMES[document.reportType]],
    ['Tenant', tenant.displayName],
    ...(isRedacted ? [] : unshared),
    ['Created', time(document.createdAt)],
    ['Data As Of', time(document.dataAsOf)],
    ['Time Zone', timeZone],
    ['Users', numberOf(summary.totalUsers, 'count')],
    ['Licenses', numberOf(summary.totalLicenses, 'count')],
    ['Assignments', numberOf(summary.totalAssignments, 'count')],
  ]
  return sheetOf({
    name: 'Summary',
    columns: [
      { header: 'Property', width: 18, valueOf: ([label]) => label },
      { header: 'Value', width: 48, valueOf: ([, value]) => value },
    ],
    rowCount: rows.length,
    hasFilter: false,
    items: () => rows,
  })
}

function licensesSheet({ licenses, isRedacted }: ReportDocument): Sheet {
  return sheetOf({
    name: 'Licenses',
    columns: isRedacted ? LICENSE_COLUMNS : [...LICENSE_COLUMNS, ...UNSHARED_LICENSE_COLUMNS],
    rowCount: licenses.length,
    items: () => licenses,
  })
}

function usersSheet(document: ReportDocument, onUser: () => void): Sheet {
  const columns: readonly SheetColumn<ReportUser>[] = [
    ...userColumns(document).map(sheetColumn),
    {
      header: 'License Count',
      width: 15,
      valueOf: ({ assignedLicenses }) => numberOf(assignedLicenses.length, 'count'),
    },
    {
      header: 'Licenses',
      width: 60,
      valueOf: ({ assignedLicenses }) =>
        assignedLicenses.map(({ friendlyName }) => friendlyName).join('; '),
    },
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
  document: ReportDocument,
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

const WIDTHS: Readonly<Record<string, number>> = {
  'Display Name': 32,
  'User Principal Name': 40,
  Email: 40,
  'User ID': 38,
  License: 40,
  'SKU Part Number': 32,
}

function sheetColumn<Row>({ header, textOf }: TextColumn<Row>): SheetColumn<Row> {
  return { header, width: WIDTHS[header] ?? 18, valueOf: textOf }
}

const numberOf = (
  number: number | null | undefined,
  style: 'count' | 'percent' | 'money',
): SheetValue => (number === null || number === undefined ? null : { number, style })

const LICENSE_COLUMNS: readonly SheetColumn<ReportLicense>[] = [
  { header: 'License', width: 40, valueOf: ({ friendlyName }) => friendlyName },
  { header: 'SKU Part Number', width: 32, valueOf: ({ skuPartNumber }) => skuPartNumber },
  {
    header: 'License Type',
    width: 20,
    valueOf: ({ licenseType }) => LICENSE_TYPE_NAMES[licenseType],
  },
  {
    header: 'Usable Seats',
    width: 16,
    valueOf: ({ enabledUnits }) => numberOf(enabledUnits, 'count'),
  },
  {
    header: 'Assigned Seats',
    width: 16,
    valueOf: ({ consumedUnits }) => numberOf(consumedUnits, 'count'),
  },
  {
    header: 'Available Seats',
    width: 16,
    valueOf: ({ availableUnits }) => numberOf(availableUnits, 'count'),
  },
  {
    header: 'Utilization',
    width: 14,
    valueOf: ({ utilizationPercent }) =>
      numberOf(utilizationPercent === null ? null : utilizationPercent / 100, 'percent'),
  },
  { header: 'Utilization Label', width: 28, valueOf: ({ utilization }) => utilization },
  {
    header: 'Users in This Report',
    width: 22,
    valueOf: ({ reportedUsers }) => numberOf(reportedUsers, 'count'),
  },
]

const UNSHARED_LICENSE_COLUMNS: readonly SheetColumn<ReportLicense>[] = [
  { header: 'SKU ID', width: 38, valueOf: ({ skuId }) => skuId ?? null },
  {
    header: `Price per Month (${CURRENCY})`,
    width: 24,
    valueOf: ({ price }) => numberOf(price?.monthly, 'money'),
  },
  {
    header: 'Price Source',
    width: 16,
    valueOf: ({ price }) => (price ? PRICE_SOURCES[price.source] : null),
  },
  {
    header: 'Removable Seats',
    width: 18,
    valueOf: ({ removableSeats }) => numberOf(removableSeats, 'count'),
  },
  {
    header: `Savings per Month (${CURRENCY})`,
    width: 26,
    valueOf: ({ monthlySavings }) => numberOf(monthlySavings, 'money'),
  },
]

const PRICE_SOURCES = { list: 'List price', own: 'Own price' } as const

/** People are written twice, into two sheets: one of both is half of them. */
function halves(onProgress: (usersWritten: number) => void): () => void {
  let rows = 0
  return () => {
    rows += 1
    if (rows % 2 === 0) onProgress(rows / 2)
  }
}
