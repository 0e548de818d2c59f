import type { DelegatedGrant, ServicePrincipal } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { derivedToken } from '../engine/derived-ids.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'
import { appRoleIdOf } from './graph-permissions.ts'
import {
  GRAPH_APP_ID,
  graphPrincipalId,
  principalIdOf,
  RESOURCE_APP_IDS,
  servicePrincipalsOf,
} from './service-principal-rows.ts'
import { principalByAppId } from './service-principals.ts'

const PAGES = { pageDefault: 100, pageMax: 999 } as const

/** Permissions of further resources by name (page "Exchange Online PowerShell app-only authentication"). */
const RESOURCE_ROLE_IDS: Readonly<
  Record<keyof typeof RESOURCE_APP_IDS, Readonly<Record<string, string>>>
> = {
  'Exchange Online': {
    full_access_as_app: 'dc890d15-9560-4a4c-9b7f-a736ec74ec40',
    'Exchange.ManageAsApp': 'dc50a0fb-09a3-484d-be87-e023b12c6440',
  },
  'SharePoint Online': { 'Sites.FullControl.All': '678536fe-1083-478a-9c59-b99265e6b0d3' },
}

/** One application permission that one service principal holds. */
interface GrantedRole {
  readonly permission: string
  /** Absent: of Microsoft Graph. */
  readonly resource?: keyof typeof RESOURCE_APP_IDS | undefined
  readonly principal: ServicePrincipal
  readonly createdDateTime: string
}

const ASSIGNMENT_PROPERTIES = {
  id: ({ permission, principal, resource }: GrantedRole) =>
    derivedToken('appRoleAssignment', principal.id, `${resource ?? ''}${permission}`),
  deletedDateTime: () => null,
  appRoleId: ({ permission, resource }: GrantedRole) =>
    (resource && RESOURCE_ROLE_IDS[resource][permission]) ?? appRoleIdOf(permission),
  createdDateTime: ({ createdDateTime }: GrantedRole) => createdDateTime,
  principalDisplayName: ({ principal }: GrantedRole) => principal.displayName,
  principalId: ({ principal }: GrantedRole) => principal.id,
  principalType: () => 'ServicePrincipal',
  resourceDisplayName: ({ resource }: GrantedRole) => resource ?? 'Microsoft Graph',
  resourceId: ({ resource }: GrantedRole, { tenant }: GraphCall) =>
    resource ? principalIdOf(tenant, RESOURCE_APP_IDS[resource]) : graphPrincipalId(tenant),
}

const ASSIGNMENT: EntityShape<GrantedRole> = {
  typeName: 'microsoft.graph.appRoleAssignment',
  properties: ASSIGNMENT_PROPERTIES,
  defaults: Object.keys(ASSIGNMENT_PROPERTIES),
}

/** Lists the grants of an application's permissions. */
export function listAppRoleAssignedTo(call: GraphCall, appId: string): GraphAnswer {
  const resource = principalByAppId(call, appId)
  return answerList(call, {
    set: 'appRoleAssignedTo',
    shape: ASSIGNMENT,
    rows: grantedRolesOf(call).filter(
      (granted) =>
        (granted.resource ? RESOURCE_APP_IDS[granted.resource] : GRAPH_APP_ID) === resource.appId,
    ),
    ...PAGES,
  })
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

/** Lists the delegated permissions that apps were granted. */
export function listDelegatedGrants(call: GraphCall): GraphAnswer {
  const rows = call.tenant.delegatedGrants
  return answerList(call, { set: 'oauth2PermissionGrants', shape: DELEGATED_GRANT, rows, ...PAGES })
}

/** Reads our own permissions from the consent, those of other apps from the directory. */
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
      .map(({ permission, resource, createdDateTime }) => ({
        permission,
        resource,
        principal,
        createdDateTime,
      }))
  })
}
