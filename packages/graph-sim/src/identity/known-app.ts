import type { SimRequest } from '../http.ts'
import type { IdentityContext } from './context.ts'
import type { Directory } from './directories.ts'
import { IdentityRefusal } from './refusals.ts'
import { directoryName } from './token-request.ts'

/**
 * The address to which a page may send the browser back. Throws for a client or an address that
 * Microsoft does not know: those are refused on its own page and never redirected.
 */
export function knownRedirectUri(
  { world }: IdentityContext,
  { query, cloud }: SimRequest,
  directory: Directory,
): string {
  const { clientId, redirectUris } = world.registration
  const appId = query.get('client_id')
  if (!appId) throw new IdentityRefusal('missingParameter', { value: 'client_id' })
  const isInCloud = world.cloud === 'any' || world.cloud === cloud.name
  if (appId.toLowerCase() !== clientId || !isInCloud) {
    throw new IdentityRefusal('appUnknown', { appId, tenant: directoryName(directory) })
  }
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!redirectUris.includes(redirectUri)) {
    throw new IdentityRefusal('redirectUnknown', { value: redirectUri, appId })
  }
  return redirectUri
}
