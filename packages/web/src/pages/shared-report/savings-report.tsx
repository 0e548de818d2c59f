import {
  noRecommendationText,
  recommendationText,
  removalText,
  savingsNote,
  savingsStatement,
} from '@tenantscope/analysis/savings-report'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import { RENEWAL_EVENT_NAMES } from '@tenantscope/contract/renewals'
import { SavingsReport } from '@tenantscope/contract/savings-report'
import type { SavingsLicense, SavingsRenewal } from '@tenantscope/contract/savings-report'
import { useId } from 'react'

import type { Format } from '../../lib/format.ts'
import { ReportTable } from './report-table.tsx'
import type { ReportColumn } from './report-table.tsx'
import type { ShownReport } from './shown-report.ts'
import { SummaryTiles } from './summary-tiles.tsx'

/** Reads a report of the savings; throws where it is none. */
export function readSavingsReport(reportData: string): ShownReport {
  const report = SavingsReport.parse(JSON.parse(reportData))
  return {
    tenantName: report.tenant.displayName,
    dataAsOf: report.dataAsOf,
    statement: savingsStatement(report),
    note: savingsNote(report),
    contents: (format) => <SavingsReportParts report={report} format={format} />,
  }
}

interface SavingsReportPartsProps {
  report: SavingsReport
  format: Format
}

function SavingsReportParts({ report, format }: SavingsReportPartsProps) {
  const { totals, currency, licenses, renewals } = report
  const { savings } = totals
  return (
    <>
      <SummaryTiles
        tiles={[
          ['Cost per month', format.money(totals.monthlyCost, currency)],
          ['Unassigned paid seats', format.number(totals.unused)],
          [
            'Could be saved per month',
            savings === null ? '—' : format.money(savings.monthlyAmount, currency),
          ],
          ['of it now', savings === null ? '—' : format.money(savings.monthlyAmountNow, currency)],
        ]}
      />
      <Recommendations report={report} format={format} />
      <ReportTable
        title="Licenses"
        columns={licenseColumns(currency, format)}
        rows={licenses}
        note="Amounts are per month, in the prices of your contract or the list prices. A dash means not known."
      />
      {renewals.length > 0 && (
        <ReportTable
          title="Renewals within 12 months"
          columns={renewalColumns(currency, format)}
          rows={renewals}
          note="Whether a subscription renews by itself is not known."
        />
      )}
    </>
  )
}

function Recommendations({ report, format }: SavingsReportPartsProps) {
  const { recommendations } = report
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Recommendations</h2>
      {recommendations.length === 0 ? (
        <p>{noRecommendationText(report)}</p>
      ) : (
        <ol className="findings">
          {recommendations.map((each) => {
            const text = recommendationText(each, report, format)
            return <li key={text}>{text}</li>
          })}
        </ol>
      )}
    </section>
  )
}

function licenseColumns(currency: string, format: Format): readonly ReportColumn<SavingsLicense>[] {
  const { number } = format
  const amount = (value: number | null) => (value === null ? '—' : format.money(value))
  return [
    {
      header: 'License',
      render: ({ friendlyName, kind }) => (
        <>
          <bdi>{friendlyName}</bdi> <span className="note">{LICENSE_KINDS[kind].name}</span>
        </>
      ),
    },
    { header: 'Usable seats', isNumber: true, render: (each) => number(each.enabledUnits) },
    { header: 'Assigned', isNumber: true, render: (each) => number(each.consumedUnits) },
    {
      header: `Price, ${currency}`,
      isNumber: true,
      render: ({ price }) => amount(price?.monthly ?? null),
    },
    { header: `Cost, ${currency}`, isNumber: true, render: (each) => amount(each.monthlyCost) },
    {
      header: 'Removable seats',
      isNumber: true,
      render: (license) => (
        <span>
          {license.removableSeats === null ? '—' : number(license.removableSeats)}{' '}
          <span className="note">{removalText(license, format)}</span>
        </span>
      ),
    },
    {
      header: `Could be saved, ${currency}`,
      isNumber: true,
      render: (each) => amount(each.monthlySavings),
    },
  ]
}

function renewalColumns(currency: string, format: Format): readonly ReportColumn<SavingsRenewal>[] {
  const known = (value: number | null) => (value === null ? '—' : format.number(value))
  const amount = (value: number | null) => (value === null ? '—' : format.money(value))
  return [
    { header: 'Date', render: ({ renewsAt }) => format.date(renewsAt) },
    { header: 'What happens', render: ({ event }) => RENEWAL_EVENT_NAMES[event] },
    { header: 'License', render: ({ friendlyName }) => <bdi>{friendlyName}</bdi> },
    { header: 'Seats', isNumber: true, render: ({ seats }) => known(seats) },
    { header: `Cost, ${currency}`, isNumber: true, render: (each) => amount(each.monthlyCost) },
    { header: 'Removable seats', isNumber: true, render: (each) => known(each.removableSeats) },
    {
      header: `Could be saved, ${currency}`,
      isNumber: true,
      render: (each) => amount(each.monthlySavings),
    },
  ]
}
