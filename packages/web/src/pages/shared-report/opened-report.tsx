import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type { ReportSummary } from '@tenantscope/contract/report-document'
import { useState } from 'react'

import { createFormat } from '../../lib/format.ts'
import { DownloadBar } from './download-bar.tsx'
import { LicenseTable } from './license-table.tsx'
import { MakerBand } from './maker-band.tsx'
import { PageHeading } from './page-heading.tsx'
import { PeopleTable } from './people-table.tsx'
import { ProductFoot } from './product-foot.tsx'
import { ReportFacts } from './report-facts.tsx'
import { SeatsChart } from './seats-chart.tsx'
import type { OpenedReport, Visit } from './visit.ts'

/** The report itself, in the reader's own time zone. */
export function OpenedReportView({ opened, visit }: { opened: OpenedReport; visit: Visit }) {
  const { shared, report } = opened
  const [timeZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const format = createFormat(timeZone)
  return (
    <>
      <MakerBand branding={shared.branding} />
      <main className="column report">
        <div className="head">
          <div className="title">
            <PageHeading>{REPORT_TYPE_NAMES[shared.reportType]}</PageHeading>
            <p className="tenant">
              <bdi>{report.tenant.displayName}</bdi>
            </p>
          </div>
          <DownloadBar visit={visit} />
        </div>
        <ReportFacts opened={opened} format={format} timeZone={timeZone} />
        <SummaryTiles summary={report.summary} numberText={format.number} />
        <SeatsChart licenses={report.licenses} format={format} />
        <LicenseTable licenses={report.licenses} format={format} />
        <PeopleTable report={report} format={format} />
      </main>
      <ProductFoot text={shared.branding.footer} />
    </>
  )
}

interface SummaryTilesProps {
  summary: ReportSummary
  numberText: (value: number) => string
}

function SummaryTiles({ summary, numberText }: SummaryTilesProps) {
  const tiles = [
    ['Users', summary.totalUsers],
    ['Licenses', summary.totalLicenses],
    ['Assignments', summary.totalAssignments],
  ] as const
  return (
    <section aria-label="Summary">
      <dl className="tiles">
        {tiles.map(([label, value]) => (
          <div key={label} className="card">
            <dt>{label}</dt>
            <dd>{numberText(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
