import { issueText } from '@tenantscope/analysis/license-issue-text'
import { licenseTypeText } from '@tenantscope/analysis/license-type-text'
import { reportTotals } from '@tenantscope/analysis/report-statement'
import type { ReportLicense } from '@tenantscope/contract/report-document'

import type { Format } from '../../lib/format.ts'
import { ReportTable } from './report-table.tsx'
import type { ReportColumn } from './report-table.tsx'

interface LicenseTableProps {
  licenses: readonly ReportLicense[]
  format: Format
}

/** Every license of the report with the seats of the complete tenant. */
export function LicenseTable({ licenses, format }: LicenseTableProps) {
  return (
    <ReportTable
      title="Licenses"
      columns={columnsOf(format)}
      rows={licenses}
      total={<TotalRow licenses={licenses} format={format} />}
      note="Seats are counted for the complete organization, people only for this report."
    />
  )
}

function columnsOf(format: Format): readonly ReportColumn<ReportLicense>[] {
  return [
    {
      header: 'License',
      render: (license) => <LicenseName license={license} format={format} />,
    },
    { header: 'Type', render: licenseTypeText },
    ...NUMBERS.map(({ label, textOf, noteOf }) => ({
      header: label,
      isNumber: true,
      render: (license: ReportLicense) => (
        <span>
          {textOf(license, format)} <span className="note">{noteOf?.(license)}</span>
        </span>
      ),
    })),
  ]
}

/** The sum of the paid licenses; free, trial and company-wide ones are not added. */
function TotalRow({ licenses, format: { number } }: LicenseTableProps) {
  const totals = reportTotals({ isRedacted: true, licenses: [...licenses] })
  return (
    <tbody className="total">
      <tr>
        <th scope="row" colSpan={2}>
          Paid licenses in total
        </th>
        <td data-label="Usable seats" className="number">
          {number(totals.paidSeats)}
        </td>
        <td data-label="Assigned" className="number">
          {number(totals.assignedPaidSeats)}
        </td>
        <td data-label="Available" className="number">
          {number(totals.unassignedPaidSeats)}
        </td>
      </tr>
    </tbody>
  )
}

interface NumberColumn {
  label: string
  textOf: (license: ReportLicense, format: Format) => string
  noteOf?: (license: ReportLicense) => string | null
}

const NUMBERS: readonly NumberColumn[] = [
  { label: 'Usable seats', textOf: (license, { number }) => number(license.enabledUnits) },
  { label: 'Assigned', textOf: (license, { number }) => number(license.consumedUnits) },
  { label: 'Available', textOf: (license, { number }) => number(license.availableUnits) },
  {
    label: 'Utilization',
    textOf: utilizationText,
    noteOf: ({ utilization }) => utilization,
  },
  { label: 'People', textOf: (license, { number }) => number(license.reportedUsers) },
]

function LicenseName({ license, format }: { license: ReportLicense; format: Format }) {
  return (
    <>
      <bdi>{license.friendlyName}</bdi>
      {license.skuPartNumber !== license.friendlyName && (
        <span className="code">
          <bdi>{license.skuPartNumber}</bdi>
        </span>
      )}
      {license.issues?.map((issue) => (
        <span key={issue.kind} className="issue">
          {issueText(issue, format)}
        </span>
      ))}
    </>
  )
}

function utilizationText(license: ReportLicense, { percent }: Format): string {
  if (license.utilizationPercent !== null) return percent(license.utilizationPercent)
  return license.utilization === null ? '—' : ''
}
