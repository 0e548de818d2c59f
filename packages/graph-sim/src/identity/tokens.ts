import { createHash } from 'node:crypto'

import type { JWTPayload } from 'jose'

import type { Cloud } from '../clouds.ts'
import { ORDINARY_USER_TEMPLATE } from '../world/roles.ts'
import type { Consent, Tenant } from '../world/types.ts'
import type { Grant } from './authorization-codes.ts'
import type { IdentityContext } from './context.ts'

/** Tokens are valid from five minutes ago, so that clocks may differ. */
const BACKDATED_SECONDS = 300
export const APP_TOKEN_LIFETIME_SECONDS = 3599
export const USER_TOKEN_LIFETIME_SECONDS = 4299
const DIRECTORY_READERS_OF_APPS = '0997a1d0-0d1d-4acb-b408-d5ca73121e90'

export interface AppTokenOptions {
  readonly tenant: Tenant
  readonly consent: Consent
  readonly roles: readonly string[]
  readonly resource: string
  readonly cloud: Cloud
}

/** App-only tokens for Graph have the v1.0 format, even from the v2.0 endpoint. */
export function signAppToken(context: IdentityContext, options: AppTokenOptions): Promise<string> {
  const { tenant, consent, roles, cloud } = options
  const issuer = `https://${cloud.stsHost}/${tenant.id}/`
  return context.keys.sign(
    {
      aud: options.resource,
      iss: issuer,
      ...lifetime(context, APP_TOKEN_LIFETIME_SECONDS),
      ...opaqueClaims(context),
      app_displayname: context.world.registration.displayName,
      appid: context.world.registration.clientId,
      appidacr: '1',
      idp: issuer,
      idtyp: 'app',
      oid: consent.servicePrincipalId,
      ...(roles.length > 0 ? { roles } : {}),
      sub: consent.servicePrincipalId,
      tenant_region_scope: tenant.place.region,
      tid: tenant.id,
      ver: '1.0',
      wids: [DIRECTORY_READERS_OF_APPS],
      xms_tcdt: Math.floor(Date.parse(tenant.createdDateTime) / 1000),
    },
    '1.0',
  )
}

/** What the signed-in person may ask of Graph; it has scopes and no roles. */
export function signUserAccessToken(
  context: IdentityContext,
  grant: Grant,
  cloud: Cloud,
): Promise<string> {
  const { home, person } = grant
  return context.keys.sign(
    {
      aud: `https://${cloud.graphHost}`,
      iss: `https://${cloud.stsHost}/${home.id}/`,
      ...lifetime(context, USER_TOKEN_LIFETIME_SECONDS),
      ...opaqueClaims(context),
      app_displayname: context.world.registration.displayName,
      appid: context.world.registration.clientId,
      appidacr: '1',
      idtyp: 'user',
      name: person.displayName,
      oid: person.id,
      scp: grantedScope(grant.scope),
      sub: pairwiseSubject(context, person.id),
      tid: home.id,
      upn: person.userPrincipalName,
      ver: '1.0',
      wids: [...person.roleTemplateIds, ORDINARY_USER_TEMPLATE],
    },
    '1.0',
  )
}

/** The id_token v2.0. wids is there because the registration asks for directory roles as groups. */
export async function signIdToken(
  context: IdentityContext,
  grant: Grant,
  cloud: Cloud,
): Promise<string> {
  const { home, person } = grant
  const asks = (scope: string) => grant.scope.split(' ').includes(scope)
  const payload: JWTPayload = {
    aud: context.world.registration.clientId,
    iss: `https://${cloud.issuerHost}/${home.id}/v2.0`,
    ...lifetime(context, 3600),
    ...opaqueClaims(context),
    sub: pairwiseSubject(context, person.id),
    tid: home.id,
    ver: '2.0',
    wids: [...person.roleTemplateIds, ORDINARY_USER_TEMPLATE],
    ...(asks('profile')
      ? { oid: person.id, name: person.displayName, preferred_username: person.userPrincipalName }
      : {}),
    ...(asks('email') && person.mail !== null ? { email: person.mail } : {}),
    ...(grant.nonce === undefined ? {} : { nonce: grant.nonce }),
  }
  const token = await context.keys.sign(payload, '2.0')
  const target = { service: 'identity', tenantId: home.id, path: '/oauth2/v2.0/token' } as const
  return context.faults.take(['forged-id-token'], target) ? forged(token) : token
}

/** Scopes without the one that asks for a refresh token, which this simulator does not give. */
export function grantedScope(scope: string): string {
  const scopes = scope.split(' ').filter((each) => each !== '' && each !== 'offline_access')
  return scopes.includes('User.Read') ? scopes.join(' ') : [...scopes, 'User.Read'].join(' ')
}

function lifetime(context: IdentityContext, seconds: number) {
  const now = Math.floor(context.now() / 1000)
  return { iat: now - BACKDATED_SECONDS, nbf: now - BACKDATED_SECONDS, exp: now + seconds + 1 }
}

function opaqueClaims({ newId }: IdentityContext) {
  const opaque = () => Buffer.from(newId().replaceAll('-', ''), 'hex').toString('base64url')
  return { aio: `k2Jg${opaque()}`, rh: `1.A${opaque()}.`, uti: opaque() }
}

/** Differs from app to app, so that two apps cannot compare the people that they know. */
function pairwiseSubject({ world }: IdentityContext, objectId: string): string {
  return createHash('sha256')
    .update(`${world.registration.clientId}/${objectId}`)
    .digest('base64url')
}

/** The same claims under a signature that no key of ours made. */
function forged(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url').toReversed()
  return [header, payload, Buffer.from(bytes).toString('base64url')].join('.')
}
