import { endOfRound, FROM_NOW } from './delta.ts'
import type { Changed, DeltaPage } from './delta.ts'
import type { TenantGraph } from './graph.ts'
import { assignedLicense } from './read-users.ts'
import type { AssignedLicense } from './read-users.ts'
import { flag, guid, id, list, row, schemaOf, text, within } from './rows.ts'

/** A group, with what it has to do with licenses. */
export type DirectoryGroup = {
  id: string
  displayName: string | null
  assignedLicenses: AssignedLicense[]
  /** QueuedForProcessing, ProcessingInProgress or ProcessingComplete. */
  licenseProcessingState: string | null
  hasMembersWithLicenseErrors: boolean | null
  securityEnabled: boolean | null
  mailEnabled: boolean | null
  /** Public, Private or HiddenMembership. */
  visibility: string | null
  /** `Unified` for a Microsoft 365 group, `DynamicMembership` for one whose members follow a rule. */
  groupTypes: string[]
  /** By which people become members by themselves. */
  membershipRule: string | null
  isAssignableToRole: boolean | null
}

const directoryGroup = row<DirectoryGroup>({
  id: guid,
  displayName: text,
  assignedLicenses: list(assignedLicense),
  licenseProcessingState: within('state', text),
  hasMembersWithLicenseErrors: flag,
  securityEnabled: flag,
  mailEnabled: flag,
  visibility: text,
  groupTypes: list(id),
  membershipRule: text,
  isAssignableToRole: flag,
})
export const DirectoryGroup = schemaOf(directoryGroup)

/** Also what a delta tells changes of: one list, or a full read and a delta would differ. */
export const GROUP_PROPERTIES = directoryGroup.names.join(',')

const PATH = `/groups?$top=999&$select=${GROUP_PROPERTIES}`

/** `GET /groups`, a page at a time. All groups, because page tokens of the license filter expire at once. */
export function readGroups(graph: TenantGraph): AsyncGenerator<DirectoryGroup[], void, undefined> {
  return graph.pages(DirectoryGroup, PATH)
}

/** A group, with those properties that were sent; an absent one has not changed. */
export type ChangedGroup = Changed<DirectoryGroup>

/** As startUserDelta, for groups. Their members are not among what is told. */
export function startGroupDelta(graph: TenantGraph): Promise<string> {
  const path = `/groups/delta?${FROM_NOW}&$select=${GROUP_PROPERTIES}`
  return endOfRound(graph.delta(DirectoryGroup, path))
}

/** As readUserChanges, for groups. */
export function readGroupChanges(
  graph: TenantGraph,
  deltaPath: string,
): AsyncGenerator<DeltaPage<DirectoryGroup>, string, undefined> {
  return graph.delta(DirectoryGroup, deltaPath)
}
