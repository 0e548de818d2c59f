import { areaName } from '@tenantscope/analysis/checks/areas'
import { objectCountText } from '@tenantscope/analysis/checks/evidence-text'
import { effortText, severityText, verdictText } from '@tenantscope/analysis/checks/posture-text'
import {
  choiceNote,
  coverageText,
  noFindingText,
  postureStatement,
} from '@tenantscope/analysis/posture-report'
import { PostureReport } from '@tenantscope/contract/posture-report'
import type {
  PostureFinding,
  ReportedChange,
  ReportedCheck,
} from '@tenantscope/contract/posture-report'
import { useId } from 'react'

import type { Format } from '../../lib/format.ts'
import { ReportTable } from './report-table.tsx'
import type { ReportColumn } from './report-table.tsx'
import type { ShownReport } from './shown-report.ts'
import { SummaryTiles } from './summary-tiles.tsx'

/** Reads a report of the posture; throws where it is none. */
export function readPostureReport(reportData: string): ShownReport {
  const report = PostureReport.parse(JSON.parse(reportData))
  const choice = choiceNote(report)
  return {
    tenantName: report.tenant.displayName,
    dataAsOf: report.dataAsOf,
    statement: postureStatement(report),
    note: `${coverageText(report)}${choice === null ? '' : ` ${choice}.`}`,
    contents: (format) => <PostureReportParts report={report} format={format} />,
  }
}

interface PostureReportPartsProps {
  report: PostureReport
  format: Format
}

function PostureReportParts({ report, format }: PostureReportPartsProps) {
  const { percent, grade, checks } = report.score
  const since = format.date(report.comparedSince)
  return (
    <>
      <SummaryTiles
        tiles={[
          ['Score and grade', percent === null ? '—' : `${format.percent(percent)} (${grade})`],
          ['Failed checks', format.number(checks.failed)],
          ['Passed checks', format.number(checks.passed)],
        ]}
      />
      <Findings report={report} format={format} />
      <Changes title={`Better since ${since}`} changes={report.better} />
      <Changes title={`Worse since ${since}`} changes={report.worse} />
      <CheckTable checks={report.checks} format={format} />
    </>
  )
}

interface FindingsProps {
  report: Pick<PostureReport, 'checks' | 'findings'>
  format: Format
}

function Findings({ report, format }: FindingsProps) {
  const { findings } = report
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Most important findings</h2>
      {findings.length === 0 ? (
        <p>{noFindingText(report)}</p>
      ) : (
        <ol className="findings">
          {findings.map((finding) => (
            <li key={finding.checkId}>
              <h3>
                {finding.title} <span className="badge">{severityText(finding.severity)}</span>
              </h3>
              <p>{finding.why}</p>
              <p className="quiet">{adviceText(finding, format)}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type Advice = Pick<PostureFinding, 'objectCount' | 'effort' | 'userImpact'>

function adviceText({ objectCount, effort, userImpact }: Advice, format: Format): string {
  const objects = objectCount === 0 ? '' : `Affects ${objectsText(objectCount, format)}. `
  return `${objects}Effort of the fix: ${effortText(effort).toLowerCase()}. ${userImpact}`
}

const objectsText = (count: number, { number }: Format): string =>
  count === 1 ? '1 object' : `${number(count)} objects`

function Changes({ title, changes }: { title: string; changes: readonly ReportedChange[] }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {changes.length === 0 ? (
        <p>No check changed.</p>
      ) : (
        <ul>
          {changes.map(({ checkId, title: check, severity }) => (
            <li key={checkId}>
              {check} <span className="badge">{severityText(severity)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface CheckTableProps {
  /** The failed ones first. */
  checks: readonly ReportedCheck[]
  format: Format
}

function CheckTable({ checks, format }: CheckTableProps) {
  return (
    <ReportTable
      title="Checks"
      columns={checkColumns(format)}
      rows={checks}
      note="Advice is given for what does not pass. Names of objects are not part of a shared report."
    />
  )
}

const checkColumns = (format: Format): readonly ReportColumn<ReportedCheck>[] => [
  {
    header: 'Check',
    render: ({ id, title }) => (
      <>
        {title} <span className="note">{areaName(id)}</span>
      </>
    ),
  },
  { header: 'Severity', render: ({ severity }) => severityText(severity) },
  {
    header: 'Verdict',
    render: ({ verdict, since }) => (
      <span>
        {verdict === 'failed' ? <strong>{verdictText(verdict)}</strong> : verdictText(verdict)}{' '}
        {since !== null && <span className="note">since {format.date(since)}</span>}
      </span>
    ),
  },
  {
    header: 'Objects',
    isNumber: true,
    render: (check) => objectCountText(check, format.number),
  },
  {
    header: 'Why it matters, and advice',
    label: 'Advice',
    className: 'advice',
    render: (check) => <CheckAdvice check={check} />,
  },
]

function CheckAdvice({ check }: { check: ReportedCheck }) {
  const { verdict, why, fix } = check
  const isOpen = verdict === 'failed' || verdict === 'excepted'
  return (
    <div>
      <p>{why}</p>
      {isOpen && (
        <ol className="steps">
          {fix.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </div>
  )
}
