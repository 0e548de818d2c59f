import type { ServicePrincipal, Tenant, World } from '../world/types.ts'
import { dayFrom } from './dates.ts'
import { derivedGuid } from './derived-ids.ts'

/** The application id of Microsoft Graph, the same in every directory. */
export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000'
/** Microsoft's own directory, the home of its applications. */
const MICROSOFT_TENANT_ID = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a'

/** Every service principal of a directory: Microsoft Graph's, our own while it has consent, the others. */
export function servicePrincipalsOf({
  world,
  tenant,
}: {
  readonly world: World
  readonly tenant: Tenant
}): readonly ServicePrincipal[] {
  const { registration, partner } = world
  const others = tenant.servicePrincipals.filter(
    ({ appId }) => appId !== GRAPH_APP_ID && appId !== registration.clientId,
  )
  const graph: ServicePrincipal = {
    id: graphPrincipalId(tenant),
    appId: GRAPH_APP_ID,
    displayName: 'Microsoft Graph',
    appOwnerOrganizationId: MICROSOFT_TENANT_ID,
    accountEnabled: true,
    hasPassword: false,
  }
  if (!tenant.consent) return [graph, ...others]
  const own: ServicePrincipal = {
    id: tenant.consent.servicePrincipalId,
    appId: registration.clientId,
    displayName: registration.displayName,
    appOwnerOrganizationId: partner.id,
    accountEnabled: true,
    hasPassword: false,
  }
  return [graph, own, ...others]
}

/** Differs from directory to directory, though the application is the same. */
export function graphPrincipalId({ id }: Tenant): string {
  return derivedGuid('servicePrincipal', id, GRAPH_APP_ID)
}

/** The secret of a service principal, if it has one; only its first letters are ever told. */
export function passwordsOf({ id, hasPassword }: ServicePrincipal, now: number) {
  if (!hasPassword) return []
  const password = {
    customKeyIdentifier: null,
    displayName: null,
    endDateTime: dayFrom(now, 365),
    hint: id.slice(0, 3),
    keyId: derivedGuid('password', id),
    secretText: null,
    startDateTime: dayFrom(now, -365),
  }
  return [password]
}
