import type { ServicePrincipal } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { resourceNotFound } from '../engine/refusals.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'
import { answerSingle } from '../query/single.ts'
import { DIRECTORY_OBJECT } from '../users/directory-objects.ts'
import { appRoles } from './graph-permissions.ts'
import { GRAPH_APP_ID, passwordsOf, servicePrincipalsOf } from './service-principal-rows.ts'

const PROPERTIES = {
  id: (principal: ServicePrincipal) => principal.id,
  accountEnabled: (principal: ServicePrincipal) => principal.accountEnabled,
  appId: (principal: ServicePrincipal) => principal.appId,
  appOwnerOrganizationId: (principal: ServicePrincipal) => principal.appOwnerOrganizationId,
  displayName: (principal: ServicePrincipal) => principal.displayName,
  servicePrincipalType: () => 'Application',
  appRoles: ({ appId }: ServicePrincipal) => (appId === GRAPH_APP_ID ? appRoles() : []),
  passwordCredentials: (principal: ServicePrincipal, { now }: GraphCall) =>
    passwordsOf(principal, now),
  keyCredentials: () => [],
}

const SERVICE_PRINCIPAL: EntityShape<ServicePrincipal> = {
  typeName: 'microsoft.graph.servicePrincipal',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

export function listServicePrincipals(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'servicePrincipals',
    shape: SERVICE_PRINCIPAL,
    rows: servicePrincipalsOf(call),
    pageDefault: 100,
    pageMax: 999,
  })
}

export function getServicePrincipal(call: GraphCall, appId: string): GraphAnswer {
  const row = principalByAppId(call, appId)
  return answerSingle(call, { set: 'servicePrincipals', shape: SERVICE_PRINCIPAL, row })
}

/** The service principals of this world have no owners; registrations have. */
export function listPrincipalOwners(call: GraphCall, id: string): GraphAnswer {
  const wanted = id.toLowerCase()
  if (!servicePrincipalsOf(call).some((each) => each.id === wanted)) throw resourceNotFound(id)
  return answerList(call, {
    set: 'directoryObjects',
    shape: DIRECTORY_OBJECT,
    rows: [],
    pageDefault: 100,
    pageMax: 999,
  })
}

/** Throws Graph's 404 when the directory never consented to that application. */
export function principalByAppId(call: GraphCall, appId: string): ServicePrincipal {
  const wanted = appId.toLowerCase()
  const found = servicePrincipalsOf(call).find((each) => each.appId === wanted)
  if (!found) throw resourceNotFound(appId)
  return found
}
