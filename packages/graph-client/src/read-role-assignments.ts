import { z } from 'zod'

import { guid, id, list, maybe, text } from './fields.ts'
import type { TenantGraph } from './graph.ts'
import { kindOfPrincipal } from './principal-kinds.ts'

const Principal = z
  .object({
    '@odata.type': text,
    displayName: text,
    appId: text,
    passwordCredentials: list(z.object({})),
  })
  .transform(({ '@odata.type': type, passwordCredentials, appId, displayName }) => ({
    kind: kindOfPrincipal(type),
    displayName,
    /** Of a service principal. */
    appId: appId?.toLowerCase() ?? null,
    hasPassword: passwordCredentials.length > 0,
  }))

/** Somebody or something that holds a role of the directory. */
export const RoleAssignment = z.object({
  id,
  /** The template's id for a role that Microsoft made, the same in every directory. */
  roleDefinitionId: guid,
  principalId: guid,
  /** `/` for the whole directory, else one unit or one application. */
  directoryScopeId: text,
  /** Null when who held the role is no longer there. */
  principal: maybe(Principal),
})
export type RoleAssignment = z.infer<typeof RoleAssignment>

// Microsoft's page names $filter, $expand and $select for this path; a $top may be refused.
const PATH = '/roleManagement/directory/roleAssignments?$expand=principal'

/** `GET /roleManagement/directory/roleAssignments`, whole: active assignments only, without PIM's eligible ones. */
export function readRoleAssignments(graph: TenantGraph): Promise<RoleAssignment[]> {
  return graph.all(RoleAssignment, PATH)
}
