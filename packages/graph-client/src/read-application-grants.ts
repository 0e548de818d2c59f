import { z } from 'zod'

import { date, guid, id, list, text } from './fields.ts'
import type { TenantGraph } from './graph.ts'

const GraphServicePrincipal = z.object({
  id,
  /** The application permissions that there are. */
  appRoles: list(z.object({ id: guid, value: text })),
})

const Assignment = z.object({
  id,
  appRoleId: guid,
  createdDateTime: date,
  principalId: guid,
  principalDisplayName: text,
  /** ServicePrincipal, User or Group. */
  principalType: text,
})

/** An application permission of Microsoft Graph that somebody consented to. */
export type ApplicationGrant = z.infer<typeof Assignment> & {
  /** The permission's name; null for one that Graph no longer knows. */
  permission: string | null
}

const GRAPH = "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')"

/** Who may do what in a directory without anybody being signed in, a page at a time. */
export async function* readApplicationGrants(
  graph: TenantGraph,
): AsyncGenerator<ApplicationGrant[], void, undefined> {
  const { appRoles } = await graph.get(GraphServicePrincipal, `${GRAPH}?$select=id,appRoles`)
  const permissionById = new Map(appRoles.map((role) => [role.id, role.value]))
  for await (const page of graph.pages(Assignment, `${GRAPH}/appRoleAssignedTo?$top=999`))
    yield page.map((assignment) => ({
      ...assignment,
      permission: permissionById.get(assignment.appRoleId) ?? null,
    }))
}
