import { z } from 'zod'

import { flag, guid, guidOrNull, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

/** A role of a directory: Microsoft's own, or one that was made there. */
const RoleDefinition = z.object({
  id: guid,
  templateId: guidOrNull,
  displayName: text,
  isBuiltIn: flag,
  isEnabled: flag,
})
type RoleDefinition = z.infer<typeof RoleDefinition>

const PATH = `/roleManagement/directory/roleDefinitions?$select=${Object.keys(RoleDefinition.shape).join(',')}`

/** `GET /roleManagement/directory/roleDefinitions`, whole: about a hundred. */
export function readRoleDefinitions(graph: TenantGraph): Promise<RoleDefinition[]> {
  return graph.all(RoleDefinition, PATH)
}
