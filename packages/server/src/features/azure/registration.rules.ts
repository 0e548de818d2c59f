import {
  GRAPH_APP_ID,
  namedPermission,
  OPTIONAL_PERMISSIONS,
  permissionOfId,
  REQUIRED_PERMISSIONS,
} from '@tenantscope/analysis/permission-catalog'
import type {
  CheckedPermission,
  ConsentCheck,
  getAzurePermissions,
} from '@tenantscope/contract/azure'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { CLOUDS } from '@tenantscope/graph-client/clouds'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { Application } from '@tenantscope/graph-client/read/applications'
import type { AppCredential } from '@tenantscope/graph-client/token-request'

import { certificateFactsOf } from '../../lib/connection-credential.ts'
import { storedText } from '../../lib/stored-text.ts'

/** Returns the app role ids of Microsoft Graph that the registration requests. */
export function askedForBy(application: Application | null): string[] {
  return (application?.requiredResourceAccess ?? [])
    .filter(({ resourceAppId }) => resourceAppId === GRAPH_APP_ID)
    .flatMap(({ resourceAccess }) => resourceAccess)
    .filter(({ type }) => type === 'Role')
    .map(({ id }) => id)
}

/** Microsoft shows only the first characters of a stored secret. */
const HINT_LENGTH = 3

/**
 * Returns the expiry of the credential in use; null when unknown. A token was issued with it, so an
 * expired secret cannot be the one.
 */
export function credentialEndOf(
  credential: AppCredential,
  application: Application | null,
  now: Date,
): Date | null {
  if (credential.kind === 'federated') return null
  if (credential.kind === 'certificate')
    return certificateFactsOf(credential.certificatePem).expiresAt
  const hint = credential.secret.slice(0, HINT_LENGTH)
  const ends = (application?.passwordCredentials ?? [])
    .filter((each) => each.hint === hint && each.endDateTime !== null)
    .map(({ endDateTime }) => new Date(endDateTime ?? Number.NaN))
    .filter((end) => end > now)
  const [end] = ends
  // Two with the same beginning cannot be distinguished.
  return ends.length === 1 && end !== undefined ? end : null
}

/** The facts known of one version of the connection. */
export interface ConnectionCheck {
  readonly check: ConsentCheck
  readonly permissions: readonly CheckedPermission[]
  readonly appDisplayName: string | null
  readonly requiredResourceAccess: CallReply<typeof getAzurePermissions>['requiredResourceAccess']
  readonly credentialExpiresAt: Date | null
}

type Registered = Omit<ConnectionCheck, 'check'>

/** Before the first check. */
export const NOTHING_FOUND: Registered = {
  permissions: [],
  appDisplayName: null,
  requiredResourceAccess: [],
  credentialExpiresAt: null,
}

/** Returns the directory's facts of the registration, or the known ones when it could not be read. */
export function registrationFound(
  application: Application | null,
  credentialExpiresAt: Date | null,
  before: Registered | null,
): Registered {
  const known = before ?? NOTHING_FOUND
  if (application === null)
    return { ...known, credentialExpiresAt: credentialExpiresAt ?? known.credentialExpiresAt }
  return {
    ...known,
    appDisplayName: application.displayName && storedText(application.displayName),
    requiredResourceAccess: requestedBy(application),
    credentialExpiresAt,
  }
}

/** The requested permission as registered; an entry without a type is ignored. */
function requestedBy({
  requiredResourceAccess,
}: Application): Registered['requiredResourceAccess'] {
  return requiredResourceAccess.map(({ resourceAppId, resourceAccess }) => ({
    resourceAppId,
    resourceAccess: resourceAccess.flatMap(({ id, type }) => (type === null ? [] : [{ id, type }])),
  }))
}

/** The part of the configuration page's reply. */
export type RegistrationPermissions = Pick<
  CallReply<typeof getAzurePermissions>,
  | 'appId'
  | 'displayName'
  | 'permissionSummary'
  | 'grantedPermissions'
  | 'requiredResourceAccess'
  | 'permissionDefinitions'
  | 'permissions'
  | 'check'
  | 'portalUrl'
>

/** Identifies the registration. */
interface Registration {
  readonly lastSuccessAt: Date | null
  readonly clientId: string
  readonly cloud: Cloud
}

export function describeRegistration(
  connection: Registration | null,
  stored: ConnectionCheck | null,
): RegistrationPermissions {
  const { permissions, appDisplayName, requiredResourceAccess } = stored ?? NOTHING_FOUND
  const granted = permissions.filter(({ isGranted }) => isGranted)
  const isHeld = (name: string) => granted.some(({ value }) => value === name)
  return {
    appId: connection && connection.clientId,
    displayName: appDisplayName,
    permissionSummary: {
      hasDirectoryRead: isHeld('Directory.Read.All'),
      hasOrganizationRead: isHeld('Organization.Read.All'),
      totalPermissions: granted.length,
    },
    grantedPermissions: granted.flatMap(({ id }) => id ?? []),
    requiredResourceAccess: [...requiredResourceAccess],
    permissionDefinitions: definitionsOf([
      ...REQUIRED_PERMISSIONS,
      ...OPTIONAL_PERMISSIONS,
      ...permissions.map(({ value }) => value),
    ]),
    permissions: [...permissions],
    // The check may be older than the last token.
    check: stored && {
      ...stored.check,
      lastSuccessfulToken: connection?.lastSuccessAt?.toISOString() ?? null,
    },
    portalUrl: connection && portalUrlOf(connection),
  }
}

function definitionsOf(
  values: readonly string[],
): RegistrationPermissions['permissionDefinitions'] {
  return Object.fromEntries(
    values.flatMap((name) => {
      const { id, value, description } = namedPermission(name)
      const definition = { value, description, resourceName: 'Microsoft Graph' }
      return id === null || permissionOfId(id) === null ? [] : [[id, definition]]
    }),
  )
}

function portalUrlOf({ cloud, clientId }: Registration): string {
  return `https://${CLOUDS[cloud].portalHost}/#view/Microsoft_AAD_RegisteredApps/ApplicationMenuBlade/~/CallAnAPI/appId/${encodeURIComponent(clientId)}`
}
