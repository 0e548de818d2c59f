import { passwordsOf } from '@tenantscope/graph-sim/graph/applications/service-principal-rows'
import { dayFrom } from '@tenantscope/graph-sim/graph/engine/dates'
import type {
  AppCredential,
  Application,
  ServicePrincipal,
} from '@tenantscope/graph-sim/world/types'

interface Asked {
  readonly now: number
}

/** A service principal as it must be stored. */
export function servicePrincipal({ now }: Asked, given: ServicePrincipal) {
  const { hasPassword: _told, isAgent: _type, ...stored } = given
  const credentials = passwordsOf(given, now).map((password) => ({
    kind: 'secret',
    keyId: password.keyId,
    displayName: password.displayName,
    startDateTime: password.startDateTime,
    endDateTime: password.endDateTime,
  }))
  return { ...stored, servicePrincipalType: 'Application', credentials }
}

/** A registration as it must be stored. */
export function application({ now }: Asked, given: Application) {
  const credential = (kind: string) => (each: AppCredential) => ({
    kind,
    keyId: each.keyId,
    displayName: each.displayName,
    startDateTime: dayFrom(now, each.startsInDays),
    endDateTime: dayFrom(now, each.endsInDays),
  })
  return {
    id: given.id,
    appId: given.appId,
    displayName: given.displayName,
    createdDateTime: given.createdDateTime,
    signInAudience: given.signInAudience,
    credentials: [
      ...given.passwordCredentials.map(credential('secret')),
      ...given.keyCredentials.map(credential('certificate')),
    ].toSorted((one, other) => (one.keyId < other.keyId ? -1 : 1)),
  }
}
