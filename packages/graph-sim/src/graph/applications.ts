import { isUsGovernment, type Cloud } from '../clouds.ts'
import type { AppCredential, Application } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { dayFrom } from './dates.ts'
import {
  DIRECTORY_OBJECT,
  findObject,
  wholeObject,
  type DirectoryObject,
} from './directory-objects.ts'
import { answerList } from './listing.ts'
import type { EntityShape } from './projection.ts'
import { resourceNotFound } from './refusals.ts'
import { GRAPH_APP_ID } from './service-principal-rows.ts'
import { answerSingle, withoutProperties } from './single.ts'

const PAGES = { pageDefault: 100, pageMax: 999 } as const
/** The clouds of the US government know no verified publishers. */
const MISSING_IN_US_GOVERNMENT = ['verifiedPublisher']

const PROPERTIES = {
  id: (app: Application) => app.id,
  deletedDateTime: () => null,
  appId: (app: Application) => app.appId,
  applicationTemplateId: () => null,
  disabledByMicrosoftStatus: () => null,
  createdDateTime: (app: Application) => app.createdDateTime,
  displayName: (app: Application) => app.displayName,
  description: () => null,
  groupMembershipClaims: () => null,
  identifierUris: () => [],
  isDeviceOnlyAuthSupported: () => null,
  isFallbackPublicClient: () => null,
  notes: () => null,
  publisherDomain: (_: Application, { tenant }: GraphCall) => tenant.defaultDomainName,
  serviceManagementReference: () => null,
  signInAudience: (app: Application) => app.signInAudience,
  tags: () => [],
  tokenEncryptionKeyId: () => null,
  defaultRedirectUri: () => null,
  certification: () => null,
  optionalClaims: () => null,
  addIns: () => [],
  api: () => ({
    acceptMappedClaims: null,
    knownClientApplications: [],
    requestedAccessTokenVersion: null,
    oauth2PermissionScopes: [],
    preAuthorizedApplications: [],
  }),
  appRoles: () => [],
  info: () => ({
    logoUrl: null,
    marketingUrl: null,
    privacyStatementUrl: null,
    supportUrl: null,
    termsOfServiceUrl: null,
  }),
  keyCredentials: (app: Application, { now }: GraphCall) =>
    app.keyCredentials.map((credential) => ({
      customKeyIdentifier: credential.hint,
      displayName: credential.displayName,
      endDateTime: dayFrom(now, credential.endsInDays),
      key: null,
      keyId: credential.keyId,
      startDateTime: dayFrom(now, credential.startsInDays),
      type: 'AsymmetricX509Cert',
      usage: 'Verify',
    })),
  parentalControlSettings: () => ({
    countriesBlockedForMinors: [],
    legalAgeGroupRule: 'Allow',
  }),
  passwordCredentials: (app: Application, { now }: GraphCall) =>
    app.passwordCredentials.map((credential) => passwordCredential(credential, now)),
  publicClient: () => ({ redirectUris: [] }),
  requiredResourceAccess: (app: Application) =>
    app.requiredPermissions.length === 0
      ? []
      : [{ resourceAppId: GRAPH_APP_ID, resourceAccess: app.requiredPermissions }],
  verifiedPublisher: () => ({
    displayName: null,
    verifiedPublisherId: null,
    addedDateTime: null,
  }),
  web: () => ({
    homePageUrl: null,
    logoutUrl: null,
    redirectUris: [],
    implicitGrantSettings: { enableAccessTokenIssuance: false, enableIdTokenIssuance: false },
    redirectUriSettings: [],
  }),
  spa: () => ({ redirectUris: [] }),
}

const APPLICATION: EntityShape<Application> = {
  typeName: 'microsoft.graph.application',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
  expansions: {
    owners: (app, call) => ownersOf(call, app).map((owner) => wholeObject(owner, call)),
  },
}

/** What that cloud tells of an app registration. */
export function applicationShape(cloud: Cloud): EntityShape<Application> {
  return isUsGovernment(cloud)
    ? withoutProperties(APPLICATION, MISSING_IN_US_GOVERNMENT)
    : APPLICATION
}

/** The registrations of this directory, never those of others that it only consented to. */
export function listApplications(call: GraphCall): GraphAnswer {
  const rows = call.tenant.applications
  return answerList(call, {
    set: 'applications',
    shape: applicationShape(call.cloud),
    rows,
    ...PAGES,
  })
}

export function getApplication(call: GraphCall, id: string): GraphAnswer {
  const row = applicationOf(call, id)
  return answerSingle(call, { set: 'applications', shape: applicationShape(call.cloud), row })
}

export function listApplicationOwners(call: GraphCall, id: string): GraphAnswer {
  const rows = ownersOf(call, applicationOf(call, id))
  return answerList(call, { set: 'directoryObjects', shape: DIRECTORY_OBJECT, rows, ...PAGES })
}

function ownersOf(call: GraphCall, { ownerIds }: Application): DirectoryObject[] {
  return ownerIds.map((ownerId) => findObject(call, ownerId)).filter((owner) => owner !== undefined)
}

/** By the object's id or by the application's. */
function applicationOf({ tenant }: GraphCall, id: string): Application {
  const wanted = id.toLowerCase()
  const found = tenant.applications.find((app) => app.id === wanted || app.appId === wanted)
  if (!found) throw resourceNotFound(id)
  return found
}

/** Only the first letters of a secret are ever told again. */
function passwordCredential(credential: AppCredential, now: number) {
  return {
    customKeyIdentifier: null,
    displayName: credential.displayName,
    endDateTime: dayFrom(now, credential.endsInDays),
    hint: credential.hint,
    keyId: credential.keyId,
    secretText: null,
    startDateTime: dayFrom(now, credential.startsInDays),
  }
}
