import { z } from 'zod'

import { guid, guidOrNull, id, list, maybe, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { kindOfPrincipal } from './principal-kinds.ts'

const Principal = z
  .object({
    '@odata.type': text,
    displayName: text,
    appId: guidOrNull,
    passwordCredentials: list(z.object({})),
  })
  .transform(({ '@odata.type': type, passwordCredentials, appId, displayName }) => ({
    kind: kindOfPrincipal(type),
    displayName,
    /** Of a service principal. */
    appId,
    hasPassword: passwordCredentials.length > 0,
  }))

/** The assignment of a directory role to a user, group or service principal. */
export const RoleAssignment = z.object({
  id,
  /** The template's id for a role that Microsoft made, the same in every directory. */
  roleDefinitionId: guid,
  principalId: guid,
  /** `/` for the complete directory, else one unit or one application. */
  directoryScopeId: text,
  /** Null when the holder of the role was deleted. */
  principal: maybe(Principal),
})
export type RoleAssignment = z.infer<typeof RoleAssignment>

// Microsoft's page names $filter, $expand and $select for this path; a $top may be refused.
const PATH = '/roleManagement/directory/roleAssignments?$expand=principal'

/** `GET /roleManagement/directory/roleAssignments`, whole: active assignments only, without PIM's eligible ones. */
export function readRoleAssignments(graph: TenantGraph): Promise<RoleAssignment[]> {
  return graph.all(RoleAssignment, PATH)
}
