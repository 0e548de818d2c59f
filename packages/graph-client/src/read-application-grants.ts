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
/** Stands for no permission in particular. */
const DEFAULT_ACCESS = '00000000-0000-0000-0000-000000000000'

/**
 * Who may do what in a directory without anybody being signed in, a page at a time. The names of
 * the permissions, some 600, are asked for only where one is met that nobody has met before.
 */
export async function* readApplicationGrants(
  graph: TenantGraph,
): AsyncGenerator<ApplicationGrant[], void, undefined> {
  const names = graph.permissionNames
  let hasAsked = false
  for await (const page of graph.pages(Assignment, `${GRAPH}/appRoleAssignedTo?$top=999`)) {
    const isStrange = page.some(
      ({ appRoleId }) => !names.has(appRoleId) && appRoleId !== DEFAULT_ACCESS,
    )
    if (isStrange && !hasAsked) {
      // Once, because a permission that Microsoft took back stays unknown.
      hasAsked = true
      const { appRoles } = await graph.get(GraphServicePrincipal, `${GRAPH}?$select=id,appRoles`)
      for (const { id, value } of appRoles) names.set(id, value)
    }
    yield page.map((assignment) => ({
      ...assignment,
      permission: names.get(assignment.appRoleId) ?? null,
    }))
  }
}
