import { isGraphResource } from '../clouds.ts'
import type { SimRequest } from '../http.ts'
import type { IdentityContext } from './context.ts'
import type { Directory } from './directories.ts'
import { isDelegatedPermission } from './permissions.ts'
import { IdentityRefusal } from './refusals.ts'
import { appDetails, directoryName } from './token-request.ts'

/** What an administrator is asked to grant. */
export interface AskedConsent {
  /** By name, as the page lists them. */
  readonly permissions: readonly string[]
  /** Those among them that the app gets for itself. */
  readonly applicationPermissions: readonly string[]
  /** What the app is told was granted. */
  readonly scope: string
}

/**
 * Reads the scope of version 2. Application permissions come only by https://<Graph>/.default,
 * which stands for everything that the registration requires; every other name is a delegated
 * permission, and the two do not go together.
 */
export function readConsentScope(
  context: IdentityContext,
  { query, cloud }: SimRequest,
  directory: Directory,
): AskedConsent | IdentityRefusal {
  const scope = query.get('scope')?.trim() ?? ''
  if (scope === '') return new IdentityRefusal('missingParameter', { value: 'scope' })
  const names = scope.split(/\s+/).map(splitScope)
  const other = names.find(
    ({ resource }) => resource !== null && !isGraph(context, resource, cloud),
  )
  if (other) {
    const tenant = directoryName(directory)
    return new IdentityRefusal('resourceUnknown', { value: String(other.resource), tenant })
  }
  const resource = `https://${cloud.graphHost}`
  if (names.some(({ name }) => name === '.default')) {
    if (names.length > 1) return new IdentityRefusal('badScope', { value: scope })
    const { requiredPermissions } = context.world.registration
    return {
      permissions: requiredPermissions,
      applicationPermissions: requiredPermissions,
      scope: [...requiredPermissions, '.default'].map((name) => `${resource}/${name}`).join(' '),
    }
  }
  const unknown = names.find(({ name }) => !isDelegatedPermission(name))
  if (unknown) {
    return new IdentityRefusal('scopeNotOfResource', {
      ...appDetails(context),
      value: unknown.name,
    })
  }
  const permissions = names.map(({ name }) => name)
  return {
    permissions,
    applicationPermissions: [],
    scope: permissions.map((name) => `${resource}/${name}`).join(' '),
  }
}

/** A scope without an address is one of Graph's; openid and its like have none. */
function splitScope(scope: string): { resource: string | null; name: string } {
  const match = /^(https?:\/\/[^/]+)\/+(.*)$/.exec(scope)
  return match
    ? { resource: match[1] ?? null, name: match[2] ?? '' }
    : { resource: null, name: scope }
}

function isGraph(
  { world }: IdentityContext,
  resource: string,
  cloud: SimRequest['cloud'],
): boolean {
  return world.cloud === 'any'
    ? isGraphResource(resource)
    : resource === `https://${cloud.graphHost}`
}
