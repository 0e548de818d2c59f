import { z } from 'zod'

import { date, guid, id, list, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

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

/** An application permission that was granted. */
export type ApplicationGrant = z.infer<typeof Assignment> & {
  /** The permission's name; null for one that Graph no longer knows, and for those of further resources. */
  permission: string | null
}

const pathOf = (appId: string): string => `/servicePrincipals(appId='${appId}')`
const GRAPH = pathOf('00000003-0000-0000-c000-000000000000')
/** Exchange Online and SharePoint Online, whose permissions reach every mailbox and site. */
export const FURTHER_RESOURCES: ReadonlySet<string> = new Set([
  '00000002-0000-0ff1-ce00-000000000000',
  '00000003-0000-0ff1-ce00-000000000000',
])
const GRANTED = '/appRoleAssignedTo?$top=999'
/** Microsoft's id for access without a particular permission. */
const DEFAULT_ACCESS = '00000000-0000-0000-0000-000000000000'

/**
 * Reads the permissions that applications hold without a signed-in user, a page at a time. The names of
 * the permissions, about 600, are read only when an unknown one is found. `further` are the application
 * ids of resources beside Microsoft Graph that the directory has.
 */
export async function* readApplicationGrants(
  graph: TenantGraph,
  further: Iterable<string> = [],
): AsyncGenerator<ApplicationGrant[], void, undefined> {
  const names = graph.permissionNames
  let hasAsked = false
  for await (const page of graph.pages(Assignment, `${GRAPH}${GRANTED}`)) {
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
  for (const appId of further)
    for await (const page of graph.pages(Assignment, `${pathOf(appId)}${GRANTED}`))
      yield page.map((assignment) => ({ ...assignment, permission: null }))
}
