import { createHash } from 'node:crypto'

import { isGraphResource } from '../clouds.ts'
import type { FaultTarget } from '../faults.ts'
import { headerOf, jsonReply, type SimReply, type SimRequest } from '../http.ts'
import type { Consent } from '../world/types.ts'
import type { Grant } from './authorization-codes.ts'
import type { IdentityContext } from './context.ts'
import { segmentOf, tenantIdOf, type Directory } from './directories.ts'
import { IdentityRefusal, type RefusalName } from './refusals.ts'
import {
  APP_TOKEN_LIFETIME_SECONDS,
  USER_TOKEN_LIFETIME_SECONDS,
  grantedScope,
  signAppToken,
  signIdToken,
  signUserAccessToken,
} from './tokens.ts'

const NO_STORE = { 'cache-control': 'no-store, no-cache', pragma: 'no-cache', expires: '-1' }

const CLIENT_FAULTS = {
  'secret-expired': 'secretExpired',
  'wrong-secret': 'wrongSecret',
  'app-disabled': 'appDisabled',
} as const satisfies Record<string, RefusalName>
const CLIENT_FAULT_NAMES = ['secret-expired', 'wrong-secret', 'app-disabled'] as const

interface TokenRequest {
  readonly request: SimRequest
  readonly directory: Directory
  readonly form: URLSearchParams
  readonly target: FaultTarget
}

/** POST /{tenant}/oauth2/v2.0/token; throws an IdentityRefusal when Microsoft would refuse. */
export async function answerTokenRequest(
  context: IdentityContext,
  request: SimRequest,
  directory: Directory,
): Promise<SimReply> {
  if (request.method !== 'POST') throw new IdentityRefusal('postOnly', { value: request.method })
  const asked = {
    request,
    directory,
    form: readForm(request),
    target: { service: 'identity', tenantId: tenantIdOf(directory), path: request.path } as const,
  }
  const grantType = required(asked.form, 'grant_type')
  if (grantType !== 'client_credentials' && grantType !== 'authorization_code') {
    throw new IdentityRefusal('unsupportedGrant', { value: grantType })
  }
  authenticateClient(context, asked)
  if (grantType === 'client_credentials') return answerClientCredentials(context, asked)
  return answerAuthorizationCode(context, asked)
}

/** Only a form is read: a JSON body looks to Microsoft like a form without any field. */
function readForm({ headers, body }: SimRequest): URLSearchParams {
  const type = headerOf(headers, 'content-type') ?? ''
  const isForm = type.toLowerCase().startsWith('application/x-www-form-urlencoded')
  return new URLSearchParams(isForm ? body : '')
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value) throw new IdentityRefusal('missingParameter', { value: name })
  return value
}

function authenticateClient(context: IdentityContext, asked: TokenRequest): void {
  const { clientId, clientSecret, displayName } = context.world.registration
  const basic = readBasic(asked.request)
  const givenId = basic?.id ?? required(asked.form, 'client_id')
  const givenSecret = basic?.secret ?? asked.form.get('client_secret')
  if (givenId.toLowerCase() !== clientId) {
    const tenant = directoryName(asked.directory)
    throw new IdentityRefusal('appUnknown', { appId: givenId, tenant })
  }
  const details = { appId: clientId, appName: displayName }
  const fault = context.faults.take(CLIENT_FAULT_NAMES, asked.target)
  if (fault) throw new IdentityRefusal(CLIENT_FAULTS[fault.name], details)
  if (!givenSecret) throw new IdentityRefusal('noSecret', details)
  if (givenSecret !== clientSecret) throw new IdentityRefusal('wrongSecret', details)
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
function readBasic({ headers }: SimRequest): { id: string; secret: string } | undefined {
  const match = /^Basic +(.+)$/i.exec(headerOf(headers, 'authorization') ?? '')
  if (!match?.[1]) return undefined
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  const decoded = new URLSearchParams(`id=${text.slice(0, colon)}&secret=${text.slice(colon + 1)}`)
  return { id: decoded.get('id') ?? '', secret: decoded.get('secret') ?? '' }
}

async function answerClientCredentials(
  context: IdentityContext,
  { request, directory, form, target }: TokenRequest,
): Promise<SimReply> {
  if (directory.kind === 'shared') {
    throw new IdentityRefusal('tenantRequired', { tenant: directory.name })
  }
  const { tenant } = directory
  const resource = readResource(required(form, 'scope'), tenant.displayName)
  const { consent } = tenant
  if (!consent || context.faults.take(['consent-withdrawn'], target)) {
    const appId = context.world.registration.clientId
    throw new IdentityRefusal('noServicePrincipal', { appId, tenant: tenant.id })
  }
  const roles = rolesLeft(context, consent, target)
  const { cloud } = request
  return jsonReply(
    200,
    {
      token_type: 'Bearer',
      expires_in: APP_TOKEN_LIFETIME_SECONDS,
      ext_expires_in: APP_TOKEN_LIFETIME_SECONDS,
      access_token: await signAppToken(context, { tenant, consent, roles, resource, cloud }),
    },
    NO_STORE,
  )
}

/** One resource per request, and all of its permissions at once: https://host/.default */
function readResource(scope: string, tenantName: string): string {
  const match = /^(https?:\/\/[^/\s]+)\/\.default$/.exec(scope.trim())
  if (!match?.[1]) throw new IdentityRefusal('badScope', { value: scope })
  if (!isGraphResource(match[1])) {
    throw new IdentityRefusal('resourceUnknown', { value: match[1], tenant: tenantName })
  }
  return match[1]
}

function rolesLeft(
  { faults }: IdentityContext,
  consent: Consent,
  target: FaultTarget,
): readonly string[] {
  const fault = faults.take(['roles-removed'], target)
  if (!fault) return consent.roles
  return consent.roles.filter((role) => fault.roles && !fault.roles.includes(role))
}

async function answerAuthorizationCode(
  context: IdentityContext,
  { request, directory, form }: TokenRequest,
): Promise<SimReply> {
  const redirectUri = required(form, 'redirect_uri')
  const grant = context.codes.redeem(required(form, 'code'))
  if (!isSameDirectory(grant, directory)) throw new IdentityRefusal('codeOfOtherTenant')
  if (grant.redirectUri !== redirectUri) {
    throw new IdentityRefusal('redirectChanged', { value: redirectUri })
  }
  if (!isVerified(grant, form.get('code_verifier'))) throw new IdentityRefusal('verifierWrong')
  const isOpenId = grant.scope.split(' ').includes('openid')
  return jsonReply(
    200,
    {
      token_type: 'Bearer',
      scope: grantedScope(grant.scope),
      expires_in: USER_TOKEN_LIFETIME_SECONDS,
      ext_expires_in: USER_TOKEN_LIFETIME_SECONDS,
      access_token: await signUserAccessToken(context, grant, request.cloud),
      ...(isOpenId ? { id_token: await signIdToken(context, grant, request.cloud) } : {}),
    },
    NO_STORE,
  )
}

function isSameDirectory(grant: Grant, directory: Directory): boolean {
  if (directory.kind === 'shared' || directory.tenant.id === grant.home.id) return true
  return segmentOf(grant.directory) === segmentOf(directory)
}

function isVerified({ challenge, challengeMethod }: Grant, verifier: string | null): boolean {
  if (challenge === undefined) return true
  if (verifier === null) return false
  if (challengeMethod === 'plain') return verifier === challenge
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

function directoryName(directory: Directory): string {
  return directory.kind === 'tenant' ? directory.tenant.displayName : directory.name
}
