import type { TextColumn } from '@tenantscope/analysis/csv'
import {
  noRecommendationText,
  recommendationText,
  savingsNote,
  savingsStatement,
} from '@tenantscope/analysis/savings-report'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type {
  SavingsLicense,
  SavingsRenewal,
  SavingsReport,
} from '@tenantscope/contract/savings-report'

import { createWords } from '../pdf/words.ts'
import type { ReportWriter } from '../report-writer.ts'
import { savingsColumns, savingsRenewalColumns } from '../savings-columns.ts'
import { serialTime } from './cell-xml.ts'
import { numberColumn, numberOf, propertySheet, sheetColumn } from './sheet-columns.ts'
import type { PropertyRow } from './sheet-columns.ts'
import type { Sheet } from './workbook-parts.ts'
import { sheetOf, writeWorkbook } from './workbook.ts'
import type { SheetColumn, SheetValue } from './workbook.ts'

/** The report of the savings as an Excel workbook: Summary, Licenses and Renewals. */
export const writeSavingsXlsx: ReportWriter<SavingsReport> = async function* writeSavingsXlsx({
  document,
  look,
}) {
  yield* writeWorkbook({
    title: `${REPORT_TYPE_NAMES[document.reportType]}: ${document.tenant.displayName}`,
    createdAt: new Date(document.createdAt),
    accentColor: look.accentColor,
    sheets: [summarySheet(document), licenseSheet(document), renewalSheet(document)],
  })
}

function summarySheet(document: SavingsReport): Sheet {
  const { tenant, timeZone, isRedacted, currency, totals } = document
  const { savings } = totals
  const words = createWords(timeZone)
  const time = (at: string): SheetValue => ({ number: serialTime(timeZone, at), style: 'time' })
  const unshared: PropertyRow[] = [
    ['Tenant ID', tenant.id ?? null],
    ['Domain', tenant.defaultDomainName ?? null],
    ['Created By', document.createdBy ?? null],
  ]
  const recommendations =
    document.recommendations.length === 0
      ? [noRecommendationText(document)]
      : document.recommendations.map((each) => recommendationText(each, document, words))
  return propertySheet([
    ['Finding', savingsStatement(document)],
    ['Report', REPORT_TYPE_NAMES[document.reportType]],
    ['Tenant', tenant.displayName],
    ...(isRedacted ? [] : unshared),
    ['Created', time(document.createdAt)],
    ['Data As Of', time(document.dataAsOf)],
    ['Time Zone', timeZone],
    ['Paid Seats', numberOf(totals.seats, 'count')],
    ['Assigned Seats', numberOf(totals.assigned, 'count')],
    ['Available Seats', numberOf(totals.unused, 'count')],
    [`Cost per Month (${currency})`, numberOf(totals.monthlyCost, 'money')],
    ['Bought Seats Without a Price', numberOf(totals.unpricedSeats, 'count')],
    ['Removable Seats', numberOf(savings?.removableSeats, 'count')],
    [`Savings per Month (${currency})`, numberOf(savings?.monthlyAmount, 'money')],
    [`Savings per Month, Now (${currency})`, numberOf(savings?.monthlyAmountNow, 'money')],
    ['Note', savingsNote(document)],
    ...recommendations.map((text, at): PropertyRow => [`Recommendation ${at + 1}`, text]),
  ])
}

const licenseSheet = (document: SavingsReport): Sheet =>
  sheetOf({
    name: 'Licenses',
    columns: withNumbers<SavingsLicense>(savingsColumns(document), {
      'Usable Seats': ({ enabledUnits }) => numberOf(enabledUnits, 'count'),
      'Assigned Seats': ({ consumedUnits }) => numberOf(consumedUnits, 'count'),
      'Available Seats': ({ availableUnits }) => numberOf(availableUnits, 'count'),
      'Price per Seat': ({ price }) => numberOf(price?.monthly, 'money'),
      'Cost per Month': ({ monthlyCost }) => numberOf(monthlyCost, 'money'),
      'Removable Seats': ({ removableSeats }) => numberOf(removableSeats, 'count'),
      'Removable Without': ({ removableUnassigned }) => numberOf(removableUnassigned, 'count'),
      'Savings per Month': ({ monthlySavings }) => numberOf(monthlySavings, 'money'),
    }),
    rowCount: document.licenses.length,
    items: () => document.licenses,
  })

const renewalSheet = (document: SavingsReport): Sheet =>
  sheetOf({
    name: 'Renewals',
    columns: withNumbers<SavingsRenewal>(savingsRenewalColumns(document), {
      Date: ({ renewsAt }) => ({ number: serialTime(document.timeZone, renewsAt), style: 'time' }),
      Seats: ({ seats }) => numberOf(seats, 'count'),
      'Cost per Month': ({ monthlyCost }) => numberOf(monthlyCost, 'money'),
      'Removable Seats': ({ removableSeats }) => numberOf(removableSeats, 'count'),
      'Savings per Month': ({ monthlySavings }) => numberOf(monthlySavings, 'money'),
    }),
    rowCount: document.renewals.length,
    items: () => document.renewals,
  })

/** The columns of the CSV file, with numbers in those whose headers begin with a key of `numbers`. */
function withNumbers<Row>(
  columns: readonly TextColumn<Row>[],
  numbers: Readonly<Record<string, SheetColumn<Row>['valueOf']>>,
): SheetColumn<Row>[] {
  return columns.map((each) => {
    const number = Object.entries(numbers).find(([start]) => each.header.startsWith(start))
    return number === undefined ? sheetColumn(each) : numberColumn(each.header, 20, number[1])
  })
}
