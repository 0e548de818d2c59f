import { z } from 'zod'

import { flag, id, list, maybe, text } from './fields.ts'
import type { TenantGraph } from './graph.ts'
import { AssignedLicense } from './read-users.ts'

/** A group, with what it has to do with licenses. */
export const DirectoryGroup = z.object({
  id,
  displayName: text,
  assignedLicenses: list(AssignedLicense),
  /** QueuedForProcessing, ProcessingInProgress or ProcessingComplete. */
  licenseProcessingState: maybe(z.object({ state: text })).transform(
    (value) => value?.state ?? null,
  ),
  hasMembersWithLicenseErrors: flag,
  securityEnabled: flag,
  /** `Unified` for a Microsoft 365 group, `DynamicMembership` for one whose members follow a rule. */
  groupTypes: list(z.string()),
})
export type DirectoryGroup = z.infer<typeof DirectoryGroup>

const PATH = `/groups?$top=999&$select=${Object.keys(DirectoryGroup.shape).join(',')}`

/** `GET /groups`, a page at a time. All groups, because page tokens of the license filter expire at once. */
export function readGroups(graph: TenantGraph): AsyncGenerator<DirectoryGroup[], void, undefined> {
  return graph.pages(DirectoryGroup, PATH)
}
