import { removalText } from '@tenantscope/analysis/savings-report'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import { RENEWAL_EVENT_NAMES } from '@tenantscope/contract/renewals'
import type {
  SavingsLicense,
  SavingsRenewal,
  SavingsReport,
} from '@tenantscope/contract/savings-report'

import { PLAIN, QUIET, STRONG, cell } from './cells.ts'
import type { CellText, Table } from './table.ts'
import { NOT_KNOWN } from './words.ts'
import type { Words } from './words.ts'

/** The licenses of a report with what is paid and what could be saved. */
export function savingsTable(document: SavingsReport, words: Words): Table<SavingsLicense> {
  const { currency } = document
  return {
    rows: document.licenses,
    columns: [
      { header: 'License', width: 145.28 },
      { header: 'Usable', width: 42, align: 'right' },
      { header: 'Assigned', width: 46, align: 'right' },
      { header: `Price, ${currency}`, width: 52, align: 'right' },
      { header: `Cost per month, ${currency}`, width: 66, align: 'right' },
      { header: 'Removable seats', width: 94, align: 'right' },
      { header: `Could be saved, ${currency}`, width: 66, align: 'right' },
    ],
    cells: (license) => [
      nameCell(license, LICENSE_KINDS[license.kind].name),
      cell(words.number(license.enabledUnits)),
      cell(words.number(license.consumedUnits)),
      cell(license.price === null ? NOT_KNOWN : words.amount(license.price.monthly)),
      amountCell(license.monthlyCost, words),
      removableCell(license, words),
      amountCell(license.monthlySavings, words),
    ],
  }
}

/** The next dates of the subscriptions. */
export function savingsRenewalTable(document: SavingsReport, words: Words): Table<SavingsRenewal> {
  const { currency } = document
  return {
    rows: document.renewals,
    columns: [
      { header: 'Date', width: 72 },
      { header: 'What happens', width: 84 },
      { header: 'License', width: 149.28 },
      { header: 'Seats', width: 44, align: 'right' },
      { header: `Cost per month, ${currency}`, width: 60, align: 'right' },
      { header: 'Removable seats', width: 48, align: 'right' },
      { header: `Could be saved, ${currency}`, width: 54, align: 'right' },
    ],
    cells: (renewal) => [
      cell(words.date(renewal.renewsAt)),
      cell(RENEWAL_EVENT_NAMES[renewal.event]),
      nameCell(renewal, renewal.skuPartNumber),
      cell(renewal.seats === null ? NOT_KNOWN : words.number(renewal.seats)),
      amountCell(renewal.monthlyCost, words),
      cell(renewal.removableSeats === null ? NOT_KNOWN : words.number(renewal.removableSeats)),
      amountCell(renewal.monthlySavings, words),
    ],
  }
}

const nameCell = ({ friendlyName }: { friendlyName: string }, below: string): CellText[] => [
  { text: friendlyName, style: STRONG },
  { text: below, style: QUIET },
]

const amountCell = (amount: number | null, words: Words): CellText[] =>
  cell(amount === null ? NOT_KNOWN : words.amount(amount))

function removableCell(license: SavingsLicense, words: Words): CellText[] {
  if (license.removableSeats === null) return cell(NOT_KNOWN)
  const when = removalText(license, words)
  return [
    { text: words.number(license.removableSeats), style: PLAIN },
    ...(when === null ? [] : [{ text: when, style: QUIET }]),
  ]
}
