import type { AppCredential, Application } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { dayFrom } from '../engine/dates.ts'
import { resourceNotFound } from '../engine/refusals.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'
import { answerSingle } from '../query/single.ts'
import {
  DIRECTORY_OBJECT,
  findObject,
  wholeObject,
  type DirectoryObject,
} from '../users/directory-objects.ts'
import { GRAPH_APP_ID } from './service-principal-rows.ts'

const PAGES = { pageDefault: 100, pageMax: 999 } as const
const PROPERTIES = {
  id: (app: Application) => app.id,
  appId: (app: Application) => app.appId,
  createdDateTime: (app: Application) => app.createdDateTime,
  displayName: (app: Application) => app.displayName,
  signInAudience: (app: Application) => app.signInAudience,
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
  passwordCredentials: (app: Application, { now }: GraphCall) =>
    app.passwordCredentials.map((credential) => passwordCredential(credential, now)),
  requiredResourceAccess: (app: Application) =>
    app.requiredPermissions.length === 0
      ? []
      : [{ resourceAppId: GRAPH_APP_ID, resourceAccess: app.requiredPermissions }],
}

export const APPLICATION: EntityShape<Application> = {
  typeName: 'microsoft.graph.application',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
  expansions: {
    owners: (app, call) => ownersOf(call, app).map((owner) => wholeObject(owner, call)),
  },
}

/** Lists the registrations of this directory, without those of others that it only consented to. */
export function listApplications(call: GraphCall): GraphAnswer {
  const rows = call.tenant.applications
  return answerList(call, { set: 'applications', shape: APPLICATION, rows, ...PAGES })
}

export function getApplication(call: GraphCall, appId: string): GraphAnswer {
  const row = applicationOf(call, appId)
  return answerSingle(call, { set: 'applications', shape: APPLICATION, row })
}

export function listApplicationOwners(call: GraphCall, id: string): GraphAnswer {
  const rows = ownersOf(call, applicationOf(call, id))
  return answerList(call, { set: 'directoryObjects', shape: DIRECTORY_OBJECT, rows, ...PAGES })
}

function ownersOf(call: GraphCall, { ownerIds }: Application): DirectoryObject[] {
  return ownerIds.map((ownerId) => findObject(call, ownerId)).filter((owner) => owner !== undefined)
}

/** Finds a registration by the object's id or by the application's. Throws Graph's 404. */
function applicationOf({ tenant }: GraphCall, id: string): Application {
  const wanted = id.toLowerCase()
  const found = tenant.applications.find((app) => app.id === wanted || app.appId === wanted)
  if (!found) throw resourceNotFound(id)
  return found
}

/** Graph returns only the first letters of a secret. */
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
