import { z } from 'zod'

import { guid, guidOrNull, id, text } from './fields.ts'
import type { TenantGraph } from './graph.ts'

/** What an application may do in the name of one person, or of everybody. */
export const DelegatedGrant = z.object({
  id,
  /** The service principal of the application. */
  clientId: guid,
  /** AllPrincipals (an administrator consented for everybody) or Principal. */
  consentType: text,
  /** The person; null when it is for everybody. */
  principalId: guidOrNull,
  /** The service principal of what may be used, such as Microsoft Graph's in this directory. */
  resourceId: guid,
  /** The permissions' names, with blanks between, here and there one in front. */
  scope: text.transform((scope) => scope?.split(' ').filter((name) => name !== '') ?? []),
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
