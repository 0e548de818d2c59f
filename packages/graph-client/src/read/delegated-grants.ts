import { z } from 'zod'

import { guid, guidOrNull, id, text, words } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

/** The permissions of an application on behalf of one user, or of all users. */
export const DelegatedGrant = z.object({
  id,
  /** The service principal of the application. */
  clientId: guid,
  /** AllPrincipals (an administrator consented for all users) or Principal. */
  consentType: text,
  /** The user; null when the grant is for all users. */
  principalId: guidOrNull,
  /** The service principal of what may be used, such as Microsoft Graph's in this directory. */
  resourceId: guid,
  /** The permissions' names, with blanks between, here and there one in front. */
  scope: words.transform((scope) => scope?.split(' ').filter((name) => name !== '') ?? []),
})
export type DelegatedGrant = z.infer<typeof DelegatedGrant>

// Selecting brings the cost of a page down from two units to one.
const PATH = `/oauth2PermissionGrants?$top=999&$select=${Object.keys(DelegatedGrant.shape).join(',')}`

/** `GET /oauth2PermissionGrants`, a page at a time. */
export function readDelegatedGrants(
  graph: TenantGraph,
): AsyncGenerator<DelegatedGrant[], void, undefined> {
  return graph.pages(DelegatedGrant, PATH)
}
