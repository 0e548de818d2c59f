import { hasBoughtSeats } from '@tenantscope/analysis/seat-order'
import type { ReportLicense } from '@tenantscope/contract/report-document'
import { useId } from 'react'

import type { Format } from '../../lib/format.ts'

interface SeatsChartProps {
  /** In the order of the table. */
  licenses: readonly ReportLicense[]
  format: Format
}

/** More bars are no picture any more. */
const BARS = 10

/** Assigned seats of each license's usable ones. The table below contains the numbers. */
export function SeatsChart({ licenses, format }: SeatsChartProps) {
  const id = useId()
  const bought = licenses.filter(hasBoughtSeats)
  if (bought.length === 0) return null
  const shown = bought.slice(0, BARS)
  const hasBeyond = shown.some((license) => partsOf(license).beyond > 0)
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Seats per license</h2>
      <figure aria-labelledby={id}>
        <ul className="bars">
          {shown.map((license, index) => (
            <SeatsBar key={index} license={license} format={format} />
          ))}
        </ul>
        <figcaption>
          <ul className="legend" aria-hidden>
            <li>
              <span className="swatch used" /> Assigned
            </li>
            {hasBeyond && (
              <li>
                <span className="swatch beyond" /> More than usable
              </li>
            )}
            <li>
              <span className="swatch" /> Available
            </li>
          </ul>
          {bought.length > BARS &&
            `The ${BARS} of ${format.number(bought.length)} paid licenses with the most assigned seats. `}
          {bought.length < licenses.length &&
            'Free, trial and company-wide licenses are at the end of the table. '}
          The table below has every figure.
        </figcaption>
      </figure>
    </section>
  )
}

function SeatsBar({ license, format }: { license: ReportLicense; format: Format }) {
  const { used, beyond } = partsOf(license)
  return (
    <li>
      <span>
        <bdi>{license.friendlyName}</bdi>
      </span>
      <span className="track" aria-hidden>
        <span className="used" style={{ width: `${used}%` }} />
        <span className="beyond" style={{ width: `${beyond}%` }} />
      </span>
      <span className="words">{seatsText(license, format)}</span>
    </li>
  )
}

function seatsText({ consumedUnits, enabledUnits }: ReportLicense, { number }: Format): string {
  return enabledUnits > 0
    ? `${number(consumedUnits)} of ${number(enabledUnits)} assigned`
    : `${number(consumedUnits)} assigned, none usable`
}

/** Percent of the bar. What is assigned beyond the usable seats is drawn apart. */
function partsOf({ consumedUnits, enabledUnits }: ReportLicense): { used: number; beyond: number } {
  const usable = Math.max(0, enabledUnits)
  const assigned = Math.max(0, consumedUnits)
  const full = Math.max(usable, assigned, 1)
  const used = Math.min(assigned, usable)
  return { used: (used / full) * 100, beyond: ((assigned - used) / full) * 100 }
}
