import { reportStatement, selectionNote } from '@tenantscope/analysis/report-statement'
import { sortedBySeats } from '@tenantscope/analysis/seat-order'
import { SHARES } from '@tenantscope/contract/limits'
import { LicenseReport, ReportUser } from '@tenantscope/contract/report-document'
import { z } from 'zod'

import type { Format } from '../../lib/format.ts'
import { LicenseTable } from './license-table.tsx'
import { ReportTable } from './report-table.tsx'
import type { ReportColumn } from './report-table.tsx'
import { SeatsChart } from './seats-chart.tsx'
import type { ShownReport } from './shown-report.ts'
import { SummaryTiles } from './summary-tiles.tsx'

/** Only the people on screen are read: a report may hold 100,000. */
const ShortReport = LicenseReport.extend({
  users: z
    .array(z.unknown())
    .transform((users) => users.slice(0, SHARES.usersShown))
    .pipe(z.array(ReportUser)),
})
type ShortReport = z.infer<typeof ShortReport>

/** Reads a report of licenses; throws where it is none. */
export function readLicenseReport(reportData: string): ShownReport {
  const report = ShortReport.parse(JSON.parse(reportData))
  const selection = selectionNote(report)
  return {
    tenantName: report.tenant.displayName,
    dataAsOf: report.dataAsOf,
    statement: reportStatement(report),
    note: selection === null ? null : `${selection}.`,
    contents: (format) => <LicenseReportParts report={report} format={format} />,
  }
}

interface LicenseReportPartsProps {
  report: ShortReport
  format: Format
}

function LicenseReportParts({ report, format }: LicenseReportPartsProps) {
  const { summary } = report
  const licenses = sortedBySeats(report.licenses)
  return (
    <>
      <SummaryTiles
        tiles={[
          ['Users', format.number(summary.totalUsers)],
          ['Licenses', format.number(summary.totalLicenses)],
          ['Assignments', format.number(summary.totalAssignments)],
        ]}
      />
      <SeatsChart licenses={licenses} format={format} />
      <LicenseTable licenses={licenses} format={format} />
      <PeopleTable report={report} format={format} />
    </>
  )
}

/** The first people of the report; the files have all of them. */
function PeopleTable({ report: { users, summary }, format }: LicenseReportPartsProps) {
  const more =
    summary.totalUsers > users.length
      ? `Showing ${format.number(users.length)} of ${format.number(summary.totalUsers)} people – download the report for all. `
      : ''
  return (
    <ReportTable
      title="Users and their licenses"
      className="people"
      columns={PEOPLE_COLUMNS}
      rows={users}
      note={`${more}Sign-in names are masked.`}
    />
  )
}

const PEOPLE_COLUMNS: readonly ReportColumn<ReportUser>[] = [
  {
    header: 'User',
    render: ({ displayName, isGuest, isBlocked }) => (
      <>
        <bdi>{displayName}</bdi>
        {isGuest === true && <span className="badge">Guest</span>}
        {isBlocked === true && <span className="badge">Cannot sign in</span>}
      </>
    ),
  },
  {
    header: 'Sign-in name',
    render: ({ userPrincipalName }) =>
      userPrincipalName === null ? '—' : <bdi>{userPrincipalName}</bdi>,
  },
  { header: 'Licenses', render: (user) => <HeldLicenses user={user} /> },
]

function HeldLicenses({ user }: { user: ReportUser }) {
  const licenses = user.assignedLicenses.slice(0, SHARES.licensesShownPerUser)
  const more = user.assignedLicenses.length - licenses.length
  return (
    <ul className="licenses">
      {licenses.map(({ friendlyName, skuPartNumber }) => (
        <li key={skuPartNumber}>
          <bdi>{friendlyName}</bdi>
        </li>
      ))}
      {more > 0 && <li className="more">+{more} more</li>}
    </ul>
  )
}
