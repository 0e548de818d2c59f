import type { TenantGraph } from '../engine/graph.ts'
import { address, guid, list, row, schemaOf } from '../engine/rows.ts'
import type { RowOf } from '../engine/rows.ts'
import { readSplit } from '../engine/splitting.ts'
import { assignedLicense, licenseAssignmentState, SPLIT_ABOVE } from './users.ts'

const licensedUser = row({
  id: guid,
  /** Large directories are split by it. */
  userPrincipalName: address,
  assignedLicenses: list(assignedLicense),
  licenseAssignmentStates: list(licenseAssignmentState),
})
/** The licenses of a user, and how each is assigned. */
export type LicensedUser = RowOf<typeof licensedUser>
export const LicensedUser = schemaOf(licensedUser)

export const LICENSE_PROPERTIES = licensedUser.names.join(',')

const PATH = `/users?$top=999&$select=${LICENSE_PROPERTIES}`

/** `GET /users` for licenses and their assignments, a page at a time; large directories in parts at once. */
export function readLicensedUsers(
  graph: TenantGraph,
  { expectedPeople }: { expectedPeople: number },
): AsyncGenerator<LicensedUser[], void, undefined> {
  if (expectedPeople <= SPLIT_ABOVE) return graph.pages(LicensedUser, PATH)
  return readSplit(graph, { schema: LicensedUser, path: PATH, splitAbove: SPLIT_ABOVE })
}
