import { licenseTypeText } from '@tenantscope/analysis/license-type-text'
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
          {bought.length < licenses.length && `${othersText(licenses, format)} `}
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

/** Returns how many licenses have no bar, by kind; with the paid ones they add up to the table. */
function othersText(licenses: readonly ReportLicense[], { number }: Format): string {
  const counts = new Map<string, number>()
  for (const license of licenses.filter((each) => !hasBoughtSeats(each))) {
    const kind = licenseTypeText(license).toLowerCase()
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const kinds = Array.from(counts, ([kind, count]) => `${number(count)} ${kind}`)
  return `Without a bar, at the end of the table: ${kinds.join(', ')}.`
}

/** '104 of 120 assigned'. What is assigned beyond the usable seats is named apart, as in the bar. */
function seatsText({ consumedUnits, enabledUnits }: ReportLicense, { number }: Format): string {
  if (enabledUnits <= 0) return `${number(consumedUnits)} assigned, none usable`
  const within = Math.min(consumedUnits, enabledUnits)
  const text = `${number(within)} of ${number(enabledUnits)} assigned`
  return consumedUnits > within
    ? `${text}, ${number(consumedUnits - within)} more than usable`
    : text
}

/** Percent of the bar. What is assigned beyond the usable seats is drawn apart. */
function partsOf({ consumedUnits, enabledUnits }: ReportLicense): { used: number; beyond: number } {
  const usable = Math.max(0, enabledUnits)
  const assigned = Math.max(0, consumedUnits)
  const full = Math.max(usable, assigned, 1)
  const used = Math.min(assigned, usable)
  return { used: (used / full) * 100, beyond: ((assigned - used) / full) * 100 }
}
