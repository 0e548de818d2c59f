import { endOfRound, FROM_NOW } from '../engine/delta.ts'
import type { Changed, DeltaPage } from '../engine/delta.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { description, flag, guid, id, list, row, schemaOf, text, within } from '../engine/rows.ts'
import type { RowOf } from '../engine/rows.ts'
import { assignedLicense } from './users.ts'

const directoryGroup = row({
  id: guid,
  displayName: text,
  assignedLicenses: list(assignedLicense),
  /** QueuedForProcessing, ProcessingInProgress or ProcessingComplete. */
  licenseProcessingState: within('state', text),
  hasMembersWithLicenseErrors: flag,
  securityEnabled: flag,
  mailEnabled: flag,
  /** Public, Private or HiddenMembership. */
  visibility: text,
  /** `Unified` for a Microsoft 365 group, `DynamicMembership` for one whose members follow a rule. */
  groupTypes: list(id),
  /** The rule by which users become members. */
  membershipRule: description,
  isAssignableToRole: flag,
})
/** A group with its licenses, without its members. */
export type DirectoryGroup = RowOf<typeof directoryGroup>
export const DirectoryGroup = schemaOf(directoryGroup)

/** Returns the group that a change describes; what was not sent is null or empty. */
export const completeGroup = (change: ChangedGroup): DirectoryGroup => ({
  ...directoryGroup({ id: change.id }),
  ...change,
})

/** Selected by a full read and by a delta alike, so that both return the same. */
export const GROUP_PROPERTIES = directoryGroup.names.join(',')

const PATH = `/groups?$top=999&$select=${GROUP_PROPERTIES}`

/** `GET /groups`, a page at a time. All groups, because page tokens of the license filter expire at once. */
export function readGroups(graph: TenantGraph): AsyncGenerator<DirectoryGroup[], void, undefined> {
  return graph.pages(DirectoryGroup, PATH)
}

/** A group, with those properties that were sent; an absent one has not changed. */
type ChangedGroup = Changed<DirectoryGroup>

/** As startUserDelta, for groups. Members are not included. */
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
