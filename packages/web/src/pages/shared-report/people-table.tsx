import { SHARES } from '@tenantscope/contract/limits'
import type { ReportUser } from '@tenantscope/contract/report-document'
import { useId } from 'react'

import type { Format } from '../../lib/format.ts'
import type { ShownReport } from './shown-report.ts'

interface PeopleTableProps {
  report: ShownReport
  format: Format
}

/** The first people of the report; the files have all of them. */
export function PeopleTable({ report: { users, summary }, format }: PeopleTableProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Users and their licenses</h2>
      <table className="people" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Sign-in name</th>
            <th scope="col">Licenses</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user, index) => (
            // Two people may have one name and no visible id.
            <PersonRow key={index} user={user} />
          ))}
        </tbody>
      </table>
      <p className="quiet">
        {summary.totalUsers > users.length &&
          `Showing ${format.number(users.length)} of ${format.number(summary.totalUsers)} people – download the report for all. `}
        Sign-in names are masked.
      </p>
    </section>
  )
}

function PersonRow({ user }: { user: ReportUser }) {
  const licenses = user.assignedLicenses.slice(0, SHARES.licensesShownPerUser)
  const more = user.assignedLicenses.length - licenses.length
  return (
    <tr>
      <th scope="row">
        <bdi>{user.displayName}</bdi>
        {user.isGuest === true && <span className="badge">Guest</span>}
        {user.isBlocked === true && <span className="badge">Cannot sign in</span>}
      </th>
      <td data-label="Sign-in name">
        {user.userPrincipalName === null ? '—' : <bdi>{user.userPrincipalName}</bdi>}
      </td>
      <td data-label="Licenses">
        <ul className="licenses">
          {licenses.map(({ friendlyName, skuPartNumber }) => (
            <li key={skuPartNumber}>
              <bdi>{friendlyName}</bdi>
            </li>
          ))}
          {more > 0 && <li className="more">+{more} more</li>}
        </ul>
      </td>
    </tr>
  )
}
