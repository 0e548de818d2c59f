import type { DelegatedGrant, ServicePrincipal } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { derivedToken } from './derived-ids.ts'
import { appRoleIdOf } from './graph-permissions.ts'
import { answerList } from './listing.ts'
import type { EntityShape } from './projection.ts'
import { GRAPH_APP_ID, graphPrincipalId, servicePrincipalsOf } from './service-principal-rows.ts'
import { principalByAppId, principalById } from './service-principals.ts'

const PAGES = { pageDefault: 100, pageMax: 999 } as const

/** One application permission of Graph that one service principal holds. */
interface GrantedRole {
  readonly permission: string
  readonly principal: ServicePrincipal
  readonly createdDateTime: string
}

const ASSIGNMENT_PROPERTIES = {
  id: ({ permission, principal }: GrantedRole) =>
    derivedToken('appRoleAssignment', principal.id, permission),
  deletedDateTime: () => null,
  appRoleId: ({ permission }: GrantedRole) => appRoleIdOf(permission),
  createdDateTime: ({ createdDateTime }: GrantedRole) => createdDateTime,
  principalDisplayName: ({ principal }: GrantedRole) => principal.displayName,
  principalId: ({ principal }: GrantedRole) => principal.id,
  principalType: () => 'ServicePrincipal',
  resourceDisplayName: () => 'Microsoft Graph',
  resourceId: (_: GrantedRole, { tenant }: GraphCall) => graphPrincipalId(tenant),
}

const ASSIGNMENT: EntityShape<GrantedRole> = {
  typeName: 'microsoft.graph.appRoleAssignment',
  properties: ASSIGNMENT_PROPERTIES,
  defaults: Object.keys(ASSIGNMENT_PROPERTIES),
}

/** What a service principal was granted. */
export function listAppRoleAssignments(call: GraphCall, id: string): GraphAnswer {
  return answerGrantedTo(call, principalById(call, id))
}

export function listAppRoleAssignmentsByAppId(call: GraphCall, appId: string): GraphAnswer {
  return answerGrantedTo(call, principalByAppId(call, appId))
}

/** Who was granted something of a service principal: only Microsoft Graph has anything to grant. */
export function listAppRoleAssignedTo(call: GraphCall, id: string): GraphAnswer {
  return answerGrantedBy(call, principalById(call, id))
}

export function listAppRoleAssignedToByAppId(call: GraphCall, appId: string): GraphAnswer {
  return answerGrantedBy(call, principalByAppId(call, appId))
}

const GRANT_PROPERTIES = {
  clientId: (grant: DelegatedGrant) => grant.clientId,
  consentType: (grant: DelegatedGrant) => grant.consentType,
  id: (grant: DelegatedGrant) => grant.id,
  principalId: (grant: DelegatedGrant) => grant.principalId,
  resourceId: (_: DelegatedGrant, { tenant }: GraphCall) => graphPrincipalId(tenant),
  scope: (grant: DelegatedGrant) => grant.scope,
}

const DELEGATED_GRANT: EntityShape<DelegatedGrant> = {
  typeName: 'microsoft.graph.oAuth2PermissionGrant',
  properties: GRANT_PROPERTIES,
  defaults: Object.keys(GRANT_PROPERTIES),
}

/** What apps may do in the name of people. */
export function listDelegatedGrants(call: GraphCall): GraphAnswer {
  const rows = call.tenant.delegatedGrants
  return answerList(call, { set: 'oauth2PermissionGrants', shape: DELEGATED_GRANT, rows, ...PAGES })
}

function answerGrantedTo(call: GraphCall, principal: ServicePrincipal): GraphAnswer {
  return answerList(call, {
    set: 'appRoleAssignments',
    shape: ASSIGNMENT,
    rows: grantedRolesOf(call).filter((granted) => granted.principal.id === principal.id),
    ...PAGES,
  })
}

function answerGrantedBy(call: GraphCall, resource: ServicePrincipal): GraphAnswer {
  return answerList(call, {
    set: 'appRoleAssignedTo',
    shape: ASSIGNMENT,
    rows: resource.appId === GRAPH_APP_ID ? grantedRolesOf(call) : [],
    ...PAGES,
  })
}

/** Our own as the consent holds them now, the others as the directory does. */
function grantedRolesOf(call: GraphCall): GrantedRole[] {
  const { tenant, world } = call
  return servicePrincipalsOf(call).flatMap((principal) => {
    if (principal.appId === world.registration.clientId) {
      const given = tenant.consent?.given
      const createdDateTime = given ? new Date(given.at).toISOString() : tenant.createdDateTime
      const permissions = tenant.consent?.roles ?? []
      return permissions.map((permission) => ({ permission, principal, createdDateTime }))
    }
    return tenant.applicationGrants
      .filter((grant) => grant.principalId === principal.id)
      .map(({ permission, createdDateTime }) => ({ permission, principal, createdDateTime }))
  })
}
