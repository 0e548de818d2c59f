import { isUsGovernment, type Cloud } from '../clouds.ts'
import type { ServicePrincipal } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { appRoles, permissionScopes } from './graph-permissions.ts'
import { answerList } from './listing.ts'
import type { EntityShape } from './projection.ts'
import { resourceNotFound } from './refusals.ts'
import { GRAPH_APP_ID, passwordsOf, servicePrincipalsOf } from './service-principal-rows.ts'
import { answerSingle, withoutProperties } from './single.ts'

/** The clouds of the US government know no verified publishers. */
const MISSING_IN_US_GOVERNMENT = ['verifiedPublisher']
const isGraph = ({ appId }: ServicePrincipal) => appId === GRAPH_APP_ID

const PROPERTIES = {
  id: (principal: ServicePrincipal) => principal.id,
  deletedDateTime: () => null,
  accountEnabled: (principal: ServicePrincipal) => principal.accountEnabled,
  alternativeNames: () => [],
  appDisplayName: (principal: ServicePrincipal) => principal.displayName,
  appDescription: () => null,
  appId: (principal: ServicePrincipal) => principal.appId,
  applicationTemplateId: () => null,
  appOwnerOrganizationId: (principal: ServicePrincipal) => principal.appOwnerOrganizationId,
  appRoleAssignmentRequired: () => false,
  createdDateTime: (_: ServicePrincipal, { tenant }: GraphCall) => tenant.createdDateTime,
  description: () => null,
  disabledByMicrosoftStatus: () => null,
  displayName: (principal: ServicePrincipal) => principal.displayName,
  homepage: () => null,
  loginUrl: () => null,
  logoutUrl: () => null,
  notes: () => null,
  notificationEmailAddresses: () => [],
  preferredSingleSignOnMode: () => null,
  preferredTokenSigningKeyThumbprint: () => null,
  replyUrls: () => [],
  servicePrincipalNames: (principal: ServicePrincipal) => [principal.appId],
  servicePrincipalType: () => 'Application',
  signInAudience: () => 'AzureADMultipleOrgs',
  tags: () => [],
  tokenEncryptionKeyId: () => null,
  samlSingleSignOnSettings: () => null,
  addIns: () => [],
  appRoles: (principal: ServicePrincipal) => (isGraph(principal) ? appRoles() : []),
  info: () => ({
    logoUrl: null,
    marketingUrl: null,
    privacyStatementUrl: null,
    supportUrl: null,
    termsOfServiceUrl: null,
  }),
  keyCredentials: () => [],
  oauth2PermissionScopes: (principal: ServicePrincipal) =>
    isGraph(principal) ? permissionScopes() : [],
  passwordCredentials: (principal: ServicePrincipal, { now }: GraphCall) =>
    passwordsOf(principal, now),
  resourceSpecificApplicationPermissions: () => [],
  verifiedPublisher: () => ({
    displayName: null,
    verifiedPublisherId: null,
    addedDateTime: null,
  }),
}

const SERVICE_PRINCIPAL: EntityShape<ServicePrincipal> = {
  typeName: 'microsoft.graph.servicePrincipal',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

export function listServicePrincipals(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'servicePrincipals',
    shape: shapeIn(call.cloud),
    rows: servicePrincipalsOf(call),
    pageDefault: 100,
    pageMax: 999,
  })
}

export function getServicePrincipal(call: GraphCall, id: string): GraphAnswer {
  return answerPrincipal(call, principalById(call, id))
}

export function getServicePrincipalByAppId(call: GraphCall, appId: string): GraphAnswer {
  return answerPrincipal(call, principalByAppId(call, appId))
}

/** Throws Graph's 404 when the directory has none of that id. */
export function principalById(call: GraphCall, id: string): ServicePrincipal {
  const wanted = id.toLowerCase()
  const found = servicePrincipalsOf(call).find((each) => each.id === wanted)
  if (!found) throw resourceNotFound(id)
  return found
}

/** Throws Graph's 404 when the directory never consented to that application. */
export function principalByAppId(call: GraphCall, appId: string): ServicePrincipal {
  const wanted = appId.toLowerCase()
  const found = servicePrincipalsOf(call).find((each) => each.appId === wanted)
  if (!found) throw resourceNotFound(appId)
  return found
}

function answerPrincipal(call: GraphCall, row: ServicePrincipal): GraphAnswer {
  return answerSingle(call, { set: 'servicePrincipals', shape: shapeIn(call.cloud), row })
}

function shapeIn(cloud: Cloud): EntityShape<ServicePrincipal> {
  return isUsGovernment(cloud)
    ? withoutProperties(SERVICE_PRINCIPAL, MISSING_IN_US_GOVERNMENT)
    : SERVICE_PRINCIPAL
}
