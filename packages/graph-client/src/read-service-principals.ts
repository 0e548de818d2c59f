import { z } from 'zod'

import { flag, guid, guidOrNull, text } from './fields.ts'
import type { TenantGraph } from './graph.ts'

/** What stands for an application in a directory: consents and roles name it by its id alone. */
export const ServicePrincipal = z.object({
  id: guid,
  appId: guidOrNull,
  displayName: text,
  accountEnabled: flag,
  /** Where the application is registered: this directory, Microsoft's, or somebody else's. */
  appOwnerOrganizationId: guidOrNull,
})
export type ServicePrincipal = z.infer<typeof ServicePrincipal>

const PATH = `/servicePrincipals?$top=999&$select=${Object.keys(ServicePrincipal.shape).join(',')}`

/** `GET /servicePrincipals`, a page at a time: some hundreds, most of them Microsoft's own. */
export function readServicePrincipals(
  graph: TenantGraph,
): AsyncGenerator<ServicePrincipal[], void, undefined> {
  return graph.pages(ServicePrincipal, PATH)
}
