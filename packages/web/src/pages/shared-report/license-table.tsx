import { LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import type { ReportLicense } from '@tenantscope/contract/report-document'
import { useId } from 'react'

import type { Format } from '../../lib/format.ts'

interface LicenseTableProps {
  licenses: readonly ReportLicense[]
  format: Format
}

/** Every license of the report with the seats of the whole tenant. */
export function LicenseTable({ licenses, format }: LicenseTableProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Licenses</h2>
      <table aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">License</th>
            <th scope="col">Type</th>
            {NUMBERS.map(({ label }) => (
              <th key={label} scope="col" className="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {licenses.map((license, index) => (
            <LicenseRow key={index} license={license} format={format} />
          ))}
        </tbody>
      </table>
      <p className="quiet">
        Seats are those of the whole organization; people are those of this report.
      </p>
    </section>
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

function LicenseRow({ license, format }: { license: ReportLicense; format: Format }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{license.friendlyName}</bdi>
        {license.skuPartNumber !== license.friendlyName && (
          <span className="code">
            <bdi>{license.skuPartNumber}</bdi>
          </span>
        )}
      </th>
      <td data-label="Type">{LICENSE_TYPE_NAMES[license.licenseType]}</td>
      {NUMBERS.map(({ label, textOf, noteOf }) => (
        <td key={label} data-label={label} className="number">
          <span>
            {textOf(license, format)} <span className="note">{noteOf?.(license)}</span>
          </span>
        </td>
      ))}
    </tr>
  )
}

function utilizationText(license: ReportLicense, { percent }: Format): string {
  if (license.utilizationPercent !== null) return percent(license.utilizationPercent)
  return license.utilization === null ? '—' : ''
}
