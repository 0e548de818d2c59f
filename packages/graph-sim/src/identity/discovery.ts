import { CLOUDS } from '../clouds.ts'
import { jsonReply, type SimReply, type SimRequest } from '../http.ts'
import type { IdentityContext } from './context.ts'
import { segmentOf, type Directory } from './directories.ts'
import { IdentityRefusal } from './refusals.ts'

const CONSUMERS_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const HEADERS = { 'cache-control': 'max-age=86400, private', 'access-control-allow-origin': '*' }

/** The OpenID Connect discovery document of one directory, or of a shared name. */
export function discoveryReply(request: SimRequest, directory: Directory): SimReply {
  const { cloud } = request
  const base = `https://${cloud.loginHost}/${segmentOf(directory)}`
  return jsonReply(
    200,
    {
      token_endpoint: `${base}/oauth2/v2.0/token`,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'],
      jwks_uri: `${base}/discovery/v2.0/keys`,
      response_modes_supported: ['query'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      scopes_supported: ['openid', 'profile', 'email'],
      issuer: `https://${cloud.issuerHost}/${issuerSegmentOf(directory)}/v2.0`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      tenant_region_scope: directory.kind === 'tenant' ? directory.tenant.place.region : null,
      cloud_instance_name: cloud.instanceName,
      msgraph_host: cloud.graphHost,
    },
    HEADERS,
  )
}

export function keysReply({ keys }: IdentityContext, { cloud }: SimRequest): SimReply {
  const issuer = `https://${cloud.issuerHost}/{tenantid}/v2.0`
  const published = keys
    .publicKeys()
    .map((key) => ({ ...key, cloud_instance_name: cloud.instanceName, issuer }))
  return jsonReply(200, { keys: published }, HEADERS)
}

/**
 * Which hosts belong together, as the MSAL libraries ask before they trust an authority. Every
 * cloud's are returned at every host. Throws for an authority at a host that is none of Microsoft's.
 */
export function instanceDiscoveryReply(query: URLSearchParams): SimReply {
  const asked = query.get('authorization_endpoint')
  if (!asked) throw new IdentityRefusal('missingParameter', { value: 'authorization_endpoint' })
  const authority = URL.parse(asked)
  const host = authority?.host ?? ''
  const [, tenant = ''] = authority?.pathname.split('/') ?? []
  const isKnown = CLOUDS.some(({ loginHost, aliases }) => [loginHost, ...aliases].includes(host))
  if (!isKnown || tenant === '') throw new IdentityRefusal('instanceUnknown')
  const metadata = CLOUDS.map(({ issuerHost, aliases }) => ({
    preferred_network: issuerHost,
    preferred_cache: aliases[0] ?? issuerHost,
    aliases,
  }))
  return jsonReply(
    200,
    {
      tenant_discovery_endpoint: `https://${host}/${tenant}/v2.0/.well-known/openid-configuration`,
      'api-version': '1.1',
      metadata: metadata.filter(
        (each, index) =>
          index ===
          metadata.findIndex((other) => other.preferred_network === each.preferred_network),
      ),
    },
    HEADERS,
  )
}

/** The shared documents carry a template, braces and all; a verifier must fill in the tid. */
function issuerSegmentOf(directory: Directory): string {
  if (directory.kind === 'tenant') return directory.tenant.id
  return directory.name === 'consumers' ? CONSUMERS_TENANT : '{tenantid}'
}
