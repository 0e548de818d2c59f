import { textOn } from '@tenantscope/analysis/color-contrast'
import type { Branding } from '@tenantscope/contract/branding'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import { useState } from 'react'

import { createFormat } from '../../lib/format.ts'
import type { Format } from '../../lib/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { DownloadBar } from './download-bar.tsx'
import { PageHeading } from './page-heading.tsx'
import { ProductFoot } from './page-heading.tsx'
import type { ShownReport } from './shown-report.ts'
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
              <bdi>{report.tenantName}</bdi>
            </p>
          </div>
          <DownloadBar visit={visit} />
        </div>
        <Statement report={report} format={format} />
        <ReportFacts opened={opened} format={format} timeZone={timeZone} />
        {report.contents(format)}
      </main>
      <ProductFoot text={shared.branding.footer} />
    </>
  )
}

/** What was found as one sentence, when the figures were read, and what they count. */
function Statement({ report, format }: { report: ShownReport; format: Format }) {
  return (
    <section aria-label="Finding">
      <p className="statement">{report.statement}</p>
      <p className="quiet">
        Figures of {format.dateTime(report.dataAsOf)}. Later changes are not included.
        {report.note !== null && ` ${report.note}`}
      </p>
    </section>
  )
}

/** The MSP first: its picture and its name on its own color. */
function MakerBand({ branding }: { branding: Branding }) {
  const { name, logo, accentColor } = branding
  return (
    <header className="band" style={{ backgroundColor: accentColor, color: textOn(accentColor) }}>
      <div className="column">
        {/* Designed for white paper: the background stays white in the dark theme. */}
        {logo !== null && <img className="logo" src={logo} alt={name === null ? 'Logo' : ''} />}
        {name !== null && <bdi className="creator">{name}</bdi>}
        {name === null && logo === null && (
          <>
            <Mark size={32} />
            <span className="creator">Tenantscope</span>
          </>
        )}
      </div>
    </header>
  )
}

interface ReportFactsProps {
  opened: OpenedReport
  format: Format
  timeZone: string
}

/** When the report was made, how old its figures are and how long the link opens it. */
function ReportFacts({ opened: { shared, report }, format, timeZone }: ReportFactsProps) {
  const times = [
    ['Created', shared.createdAt],
    ['Expires', shared.expiresAt],
    ['Data as of', report.dataAsOf],
  ] as const
  return (
    <section aria-label="About this report">
      <dl className="facts">
        {times.map(([label, at]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <time dateTime={at}>{format.dateTime(at)}</time>
            </dd>
          </div>
        ))}
        <div>
          <dt>Access count</dt>
          <dd>{format.number(shared.accessCount)}</dd>
        </div>
      </dl>
      <p className="quiet">Times are in your time zone, {timeZone}.</p>
    </section>
  )
}
