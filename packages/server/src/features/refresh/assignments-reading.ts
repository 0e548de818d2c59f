import {
  LICENSE_PROPERTIES,
  LicensedUser,
  readLicensedUsers,
} from '@tenantscope/graph-client/read/licensed-users'

import { readEach } from './changes-storing.ts'
import type { Reading } from './reading-parts.ts'
import { assignmentRows } from './stored-rows.ts'

/** A batch request reads this many users; a page of the list 999. */
const USERS_PER_BATCH = 20
const USERS_PER_PAGE = 999

/**
 * Reads the assignments that a delta does not report. Microsoft tracks changes of
 * `assignedLicenses` but not of `licenseAssignmentStates` (page "user: delta"): whether a license
 * is held directly or through a group, and assignments that fail. Only members of groups with
 * licenses, and users with a stored group or failed assignment, can have such a change. Without
 * members of groups, everybody can.
 */
export async function readUnreportedAssignments(
  { generations, graph, target }: Reading,
  { isEveryGroupKnown }: { isEveryGroupKnown: boolean },
): Promise<void> {
  const { ids, people } = await generations.findUnreportedHolders(target, { isEveryGroupKnown })
  if (ids.length === 0) return
  const concerned = new Set(ids)
  const isListShorter =
    Math.ceil(people / USERS_PER_PAGE) <= Math.ceil(ids.length / USERS_PER_BATCH)
  const pages = isListShorter ? readLicensedUsers(graph, { expectedPeople: people }) : oneByOne()
  for await (const page of pages) {
    // A user who came after the changes were read has no stored row; the next refresh reads both.
    const users = page.filter(({ id }) => concerned.has(id))
    await generations.applyChildren('directoryLicenseAssignments', target, {
      parentIds: users.map(({ id }) => id),
      rows: users.flatMap(assignmentRows),
    })
  }

  async function* oneByOne(): AsyncGenerator<LicensedUser[]> {
    yield readEach(graph, ids, {
      schema: LicensedUser,
      pathOf: (id) => `/users/${encodeURIComponent(id)}?$select=${LICENSE_PROPERTIES}`,
    })
  }
}
