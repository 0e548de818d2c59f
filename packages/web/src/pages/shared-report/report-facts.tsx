import type { Format } from '../../lib/format.ts'
import type { OpenedReport } from './visit.ts'

interface ReportFactsProps {
  opened: OpenedReport
  format: Format
  timeZone: string
}

/** When the report was made, how old its figures are and how long the link opens it. */
export function ReportFacts({ opened: { shared, report }, format, timeZone }: ReportFactsProps) {
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
