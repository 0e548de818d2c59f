import { z } from 'zod'

import { flag, guid, guidOrNull, list, maybe, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { KeyCredential, PasswordCredential } from './applications.ts'

/** A service principal: an application in a directory. Consents and roles refer to its id. */
export const ServicePrincipal = z.object({
  id: guid,
  appId: guidOrNull,
  displayName: text,
  accountEnabled: flag,
  /** The directory in which the application is registered: this one, Microsoft's or another. */
  appOwnerOrganizationId: guidOrNull,
  /** Application, ManagedIdentity, Legacy or SocialIdp. */
  servicePrincipalType: text,
  /** Null: Microsoft did not say. */
  passwordCredentials: maybe(list(PasswordCredential)),
  keyCredentials: maybe(list(KeyCredential)),
})
export type ServicePrincipal = z.infer<typeof ServicePrincipal>

const PATH = `/servicePrincipals?$top=999&$select=${Object.keys(ServicePrincipal.shape).join(',')}`

/** `GET /servicePrincipals`, a page at a time: some hundreds, most of them Microsoft's own. */
export function readServicePrincipals(
  graph: TenantGraph,
): AsyncGenerator<ServicePrincipal[], void, undefined> {
  return graph.pages(ServicePrincipal, PATH)
}
