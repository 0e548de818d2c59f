import { createHash } from 'node:crypto'

import type { JWTPayload } from 'jose'

import type { Cloud } from '../clouds.ts'
import { ORDINARY_USER_TEMPLATE } from '../world/roles.ts'
import type { Tenant } from '../world/types.ts'
import type { Grant } from './authorization-codes.ts'
import type { SeenConsent } from './consent.ts'
import type { IdentityContext } from './context.ts'
import type { ClientProof } from './token-request.ts'

/** Tokens are valid from five minutes ago, so that clocks may differ. */
const BACKDATED_SECONDS = 300
export const APP_TOKEN_LIFETIME_SECONDS = 3599
export const USER_TOKEN_LIFETIME_SECONDS = 4299
/** Every answer that carries a token forbids to keep it. */
export const NO_STORE = { 'cache-control': 'no-store, no-cache', pragma: 'no-cache', expires: '-1' }
/** Where guests have their account: no directory of the world. */
const GUEST_HOME = 'https://sts.windows.net/7a1d1f0e-6e0b-4d5c-9c3a-5b9f0e2d4c61/'
const DIRECTORY_READERS_OF_APPS = '0997a1d0-0d1d-4acb-b408-d5ca73121e90'

interface AppTokenOptions {
  readonly tenant: Tenant
  readonly consent: SeenConsent
  readonly resource: string
  readonly cloud: Cloud
  readonly proof: ClientProof
}

/**
 * App-only tokens for Graph have the v1.0 format, even from the v2.0 endpoint. Without permissions
 * they have no roles, and without a service principal in the directory neither oid nor sub.
 */
export function signAppToken(context: IdentityContext, options: AppTokenOptions): Promise<string> {
  const { tenant, consent, cloud } = options
  const { roles, servicePrincipalId } = consent
  const issuer = `https://${cloud.stsHost}/${tenant.id}/`
  const { aio, rh, uti } = opaqueClaims(context)
  return context.keys.sign(
    {
      aud: options.resource,
      iss: issuer,
      ...lifetime(context, APP_TOKEN_LIFETIME_SECONDS),
      aio,
      app_displayname: context.world.registration.displayName,
      appid: context.world.registration.clientId,
      appidacr: options.proof,
      idp: issuer,
      idtyp: 'app',
      ...(servicePrincipalId === null ? {} : { oid: servicePrincipalId }),
      rh,
      ...(roles.length > 0 ? { roles: [...roles] } : {}),
      ...(servicePrincipalId === null ? {} : { sub: servicePrincipalId }),
      tenant_region_scope: tenant.place.region,
      tid: tenant.id,
      uti,
      ver: '1.0',
      wids: [DIRECTORY_READERS_OF_APPS],
      xms_tcdt: Math.floor(Date.parse(tenant.createdDateTime) / 1000),
    },
    '1.0',
  )
}

/**
 * The id_token v2.0. wids is there as long as the registration asks for directory roles as groups:
 * the fault 'roles-unclaimed' is a registration that does not.
 */
export async function signIdToken(
  context: IdentityContext,
  grant: Grant,
  cloud: Cloud,
): Promise<string> {
  const { home, person } = grant
  const { faults } = context
  const target = { service: 'identity', tenantId: home.id, path: '/oauth2/v2.0/token' } as const
  const asks = (scope: string) => grant.scope.split(' ').includes(scope)
  const payload: JWTPayload = {
    aud: context.world.registration.clientId,
    iss: `https://${cloud.issuerHost}/${home.id}/v2.0`,
    ...lifetime(context, 3600),
    ...opaqueClaims(context),
    sub: pairwiseSubject(context, person.id),
    tid: home.id,
    ver: '2.0',
    ...(faults.take(['roles-unclaimed'], target)
      ? {}
      : { wids: [...person.roleTemplateIds, ORDINARY_USER_TEMPLATE] }),
    ...(asks('profile')
      ? { oid: person.id, name: person.displayName, preferred_username: person.userPrincipalName }
      : {}),
    ...(asks('email') && person.mail !== null ? { email: person.mail } : {}),
    ...(grant.nonce === undefined ? {} : { nonce: grant.nonce }),
    ...authTime(context, grant),
    // Only of people whom another directory keeps: guests of this one.
    ...(person.userType === 'Guest' ? { idp: GUEST_HOME } : {}),
  }
  const token = await context.keys.sign(payload, '2.0')
  return faults.take(['forged-id-token'], target) ? forged(token) : token
}

/**
 * auth_time is an optional claim, which this registration asks for. The fault 'auth-time-unclaimed' is
 * a registration that does not; 'auth-time-old' is a person who was signed in before and was not asked
 * again, an hour ago unless the fault says another number of seconds.
 */
function authTime({ faults }: IdentityContext, { home, signedInAt }: Grant) {
  const target = { service: 'identity', tenantId: home.id, path: '/oauth2/v2.0/token' } as const
  if (faults.take(['auth-time-unclaimed'], target)) return {}
  const old = faults.take(['auth-time-old'], target)
  const secondsAgo = old === undefined ? 0 : (old.seconds ?? 3_600)
  return { auth_time: Math.floor(signedInAt / 1_000) - secondsAgo }
}

/** What an answer says was granted: never the scope that asks for a refresh token. */
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
