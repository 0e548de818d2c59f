import type { ServicePrincipal, Tenant, World } from '../../world/types.ts'
import { dayFrom } from '../engine/dates.ts'
import { derivedGuid } from '../engine/derived-ids.ts'

/** The application id of Microsoft Graph, the same in every directory. */
export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000'
/** Microsoft's own directory, the home of its applications. */
const MICROSOFT_TENANT_ID = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a'

/** Further applications of Microsoft: their ids are the same in every directory. */
export const RESOURCE_APP_IDS = {
  'Exchange Online': '00000002-0000-0ff1-ce00-000000000000',
  'SharePoint Online': '00000003-0000-0ff1-ce00-000000000000',
} as const

/**
 * Every service principal of a directory: Microsoft Graph's, further ones of Microsoft that granted
 * something, our own while it has consent, the others.
 */
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
  const granting = new Set(tenant.applicationGrants.flatMap(({ resource }) => resource ?? []))
  const microsofts = [
    microsoftPrincipal(tenant, 'Microsoft Graph', GRAPH_APP_ID),
    ...Array.from(granting, (name) => microsoftPrincipal(tenant, name, RESOURCE_APP_IDS[name])),
  ]
  if (!tenant.consent) return [...microsofts, ...others]
  const own: ServicePrincipal = {
    id: tenant.consent.servicePrincipalId,
    appId: registration.clientId,
    displayName: registration.displayName,
    appOwnerOrganizationId: partner.id,
    accountEnabled: true,
    hasPassword: false,
  }
  return [...microsofts, own, ...others]
}

const microsoftPrincipal = (
  tenant: Tenant,
  displayName: string,
  appId: string,
): ServicePrincipal => ({
  id: principalIdOf(tenant, appId),
  appId,
  displayName,
  appOwnerOrganizationId: MICROSOFT_TENANT_ID,
  accountEnabled: true,
  hasPassword: false,
})

/** Differs from directory to directory, though the application is the same. */
export const graphPrincipalId = (tenant: Tenant): string => principalIdOf(tenant, GRAPH_APP_ID)

export const principalIdOf = ({ id }: Tenant, appId: string): string =>
  derivedGuid('servicePrincipal', id, appId)

/** The secret of a service principal, if it has one; Graph returns only its first letters. */
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
