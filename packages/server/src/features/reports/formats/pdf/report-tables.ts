import { issueText } from '@tenantscope/analysis/license-issue-text'
import { renewalText } from '@tenantscope/analysis/license-renewal-text'
import { licenseTypeText } from '@tenantscope/analysis/license-type-text'
import { sortedBySeats } from '@tenantscope/analysis/seat-order'
import type {
  LicenseReport,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'

import { QUIET, STRONG, cell } from './cells.ts'
import { COLORS } from './colors.ts'
import type { CellText, Column, Table } from './table.ts'
import type { TextStyle } from './text-lines.ts'
import { NOT_KNOWN, hasPrices } from './words.ts'
import type { Words } from './words.ts'

const FIGURE: TextStyle = { size: 8, weight: 'regular', color: COLORS.text }

const figure = (text: string): CellText[] => cell(text, FIGURE)

export function licenseTable(document: LicenseReport, words: Words): Table<ReportLicense> {
  const money = hasPrices(document) ? moneyColumns(words) : []
  const nameWidth = money.length > 0 ? 127 : 176
  const widen = money.length > 0 ? 0 : 8
  return {
    rows: sortedBySeats(document.licenses),
    columns: [
      { header: 'License', width: nameWidth },
      { header: 'Type', width: 51 + widen / 2 },
      { header: 'Assigned', width: 44 + widen, align: 'right' },
      { header: 'Usable', width: 44 + widen, align: 'right' },
      { header: 'Available', width: 46 + widen, align: 'right' },
      { header: 'Utilization', width: 67, align: 'right' },
      { header: 'In this report', width: 42 + widen / 2, align: 'right' },
      ...money,
    ],
    cells: (license) => [
      [
        { text: license.friendlyName, style: STRONG },
        { text: license.skuPartNumber, style: QUIET },
        ...(license.issues ?? []).map((issue) => ({ text: issueText(issue, words), style: QUIET })),
        ...renewalCell(license, words),
      ],
      cell(licenseTypeText(license)),
      figure(words.number(license.consumedUnits)),
      figure(words.number(license.enabledUnits)),
      figure(words.number(license.availableUnits)),
      utilizationCell(license, words),
      figure(words.number(license.reportedUsers)),
      ...(money.length > 0 ? moneyCells(license, words) : []),
    ],
  }
}

function renewalCell({ kind, renewals }: ReportLicense, words: Words): CellText[] {
  const text = kind && renewals && renewalText({ kind, renewals }, words)
  return text ? [{ text, style: QUIET }] : []
}

const moneyColumns = ({ currency }: Words): readonly Column[] => [
  { header: `Price per month, ${currency}`, width: 42, align: 'right' },
  { header: `Could be saved, ${currency}`, width: 48, align: 'right' },
]

function utilizationCell(license: ReportLicense, words: Words): CellText[] {
  const { utilizationPercent: percent, utilization } = license
  return [
    ...figure(percent === null ? NOT_KNOWN : words.percent(percent)),
    ...(utilization === null ? [] : cell(utilization, QUIET)),
  ]
}

function moneyCells({ price, monthlySavings }: ReportLicense, words: Words): CellText[][] {
  return [
    figure(price ? words.amount(price.monthly) : NOT_KNOWN),
    figure(typeof monthlySavings === 'number' ? words.amount(monthlySavings) : NOT_KNOWN),
  ]
}

/** A shared report shows only users' names and masked addresses, whatever its document contains. */
export function peopleTable({ isRedacted, users }: LicenseReport): Table<ReportUser> {
  return {
    rows: users,
    columns: isRedacted
      ? [
          { header: 'Name', width: 150 },
          { header: 'Address', width: 175 },
          { header: 'Licenses', width: 186.28 },
        ]
      : [
          { header: 'Name', width: 138 },
          { header: 'Address', width: 165 },
          { header: 'Marks', width: 58 },
          { header: 'Licenses', width: 150.28 },
        ],
    cells: (user) => [
      cell(user.displayName),
      isRedacted ? cell(user.userPrincipalName ?? NOT_KNOWN) : addressCell(user),
      ...(isRedacted ? [] : [cell(marksOf(user))]),
      cell(user.assignedLicenses.map(({ friendlyName }) => friendlyName).join(', ') || NOT_KNOWN),
    ],
  }
}

function addressCell({ userPrincipalName, email }: ReportUser): CellText[] {
  const isOther = email && email.toLowerCase() !== userPrincipalName?.toLowerCase()
  return [...cell(userPrincipalName ?? NOT_KNOWN), ...(isOther ? cell(email, QUIET) : [])]
}

function marksOf({ isGuest, isBlocked }: ReportUser): string {
  const marks = [...(isGuest ? ['Guest'] : []), ...(isBlocked ? ['Sign-in blocked'] : [])]
  return marks.join(', ') || NOT_KNOWN
}
